import { ask, type Pair } from "sidestep";
import type { Kind } from "../figure";
import { minus, plus, size, withLength } from "../vectors";
import { VIEWS } from "../views";

const RADIUS = 0.3;

const kind: Kind = {
  label: "A hunter, a quarry, and where they could meet",
  boards: VIEWS["pursuit"],
  begin({ boards: [board], number, say, changed }) {
    const view = board!;
    let hunter: Pair = [2, -2.1];
    let quarry: Pair = [1.4, 1.6];
    let ahead: Pair = [1, -0.06];
    view.handle({ label: "Hunter", at: () => hunter, move: (to) => { hunter = to; changed(); } });
    view.handle({ label: "Quarry", part: "quarry", at: () => quarry, move: (to) => { quarry = to; changed(); } });
    view.handle({
      label: "Where the quarry goes", tip: true, part: "quarry_velocity", at: () => plus(quarry, withLength(ahead, 1)),
      move: (to) => { if (size(minus(to, quarry)) > 0.05) { ahead = minus(to, quarry); changed(); } },
    });
    return () => {
      const speed = number("quarry_speed");
      const { meeting, pursue, seek } = ask.pursue({
        hunter: { position: hunter, velocity: [0, 0], radius: RADIUS, max_speed: number("speed") },
        quarry: { position: quarry, velocity: withLength(ahead, speed), radius: RADIUS, max_speed: Math.max(speed, 0.01) },
        horizon: number("horizon"),
      });
      view.line(quarry, meeting, { class: "course theirs", part: "quarry_velocity" });
      view.path(seek.places, { class: "measure strong bad", part: "seek" });
      view.path(pursue.places, { class: "way taken", part: "pursue" });
      view.circle(meeting, RADIUS, { class: "ghost theirs", part: "meeting" });
      view.circle(hunter, RADIUS, { class: "body ours" });
      view.circle(quarry, RADIUS, { class: "body theirs", part: "quarry" });
      view.arrow(quarry, plus(quarry, withLength(ahead, 1)), { class: "velocity theirs", part: "quarry_velocity" });
      const when = (caught: number | null): string => (caught === null ? "not within 12 s" : `after ${caught.toFixed(1)} s`);
      say("pursue", when(pursue.caught));
      say("seek", when(seek.caught));
      return `Who pursues has it ${when(pursue.caught)}, who seeks ${when(seek.caught)}.`;
    };
  },
};

export default kind;
