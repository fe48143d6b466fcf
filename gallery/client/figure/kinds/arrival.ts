import { ask, type Pair } from "sidestep";
import type { Kind } from "../figure";
import { minus, plus } from "../vectors";
import { VIEWS } from "../views";

const RADIUS = 0.3;
/** Metres that stand for 1 m/s. */
const PER_SPEED = 0.5;

const kind: Kind = {
  label: "Somebody runs to a flag: one brakes for it, one doesn't",
  boards: VIEWS["arrival"],
  begin({ boards: [board], number, say, changed }) {
    const view = board!;
    let position: Pair = [1, -1.1];
    let velocity: Pair = [1.6, -0.9];
    let flag: Pair = [7.4, 0.5];
    view.handle({ label: "Runner", at: () => position, move: (to) => { position = to; changed(); } });
    view.handle({ label: "Flag", part: "target", at: () => flag, move: (to) => { flag = to; changed(); } });
    view.handle({
      label: "Velocity", tip: true, part: "velocity", at: () => plus(position, velocity, PER_SPEED),
      move: (to) => { const [x, y] = minus(to, position); velocity = [x / PER_SPEED, y / PER_SPEED]; changed(); },
    });
    return () => {
      const speed = number("speed");
      const { arrive, seek } = ask.arrive({
        body: { position, velocity, radius: RADIUS, max_speed: Math.max(speed, 4) }, target: flag, speed, max_acceleration: number("strength"),
      });
      view.path(seek.places, { class: "course theirs", part: "seek" });
      view.path(arrive.places, { class: "way taken", part: "arrive" });
      // Where it is after each half second: near each other where it is slow.
      arrive.places.forEach((at, index) => { if (index % 5 === 0) view.dot(at, { class: "good", part: "arrive" }, 3); });
      view.circle(position, RADIUS, { class: "body ours" });
      view.arrow(position, plus(position, velocity, PER_SPEED), { class: "velocity", part: "velocity" });
      view.dot(flag, { class: "goal", part: "target" }, 7);
      say("arrive", `${arrive.overshoot.toFixed(2)} m`);
      say("seek", `${seek.overshoot.toFixed(2)} m`);
      const rests = arrive.speed_at_the_end < 0.05;
      return `Arrive ${rests ? "comes to rest" : "is still on its way after 8 s"}, and gets ${arrive.overshoot.toFixed(2)} m beyond the flag; seek ${seek.overshoot.toFixed(2)} m.`;
    };
  },
};

export default kind;
