import { ask, type Outline, type Pair } from "sidestep";
import type { Kind } from "../figure";
import { box, minus, plus, size, times, withLength } from "../vectors";
import { VIEWS } from "../views";

const RADIUS = 0.5;
/** Metres that stand for 1 m/s². */
const PER_ACCELERATION = 0.32;

const kind: Kind = {
  label: "A mover with whiskers before a door",
  boards: VIEWS["whiskers"],
  begin({ boards: [board], number, say, changed }) {
    const view = board!;
    let position: Pair = [3.1, -0.75];
    let ahead: Pair = [1, 0.25];
    let frame: Pair = [4.6, -1.7];
    view.handle({ label: "Mover", at: () => position, move: (to) => { position = to; changed(); } });
    view.handle({ label: "Lower half of the wall", at: () => frame, move: (to) => { frame = to; changed(); } });
    view.handle({
      label: "Where it goes", tip: true, part: "velocity", at: () => plus(position, withLength(ahead, 1.2)),
      move: (to) => { if (size(minus(to, position)) > 0.05) { ahead = minus(to, position); changed(); } },
    });
    return () => {
      const walls: Outline[] = [box(frame, 0.4, 2), box([4.6, 1.6], 0.4, 1.8)];
      const answer = ask.whiskers({
        body: { position, velocity: withLength(ahead, 1.4), radius: RADIUS, max_speed: 1.4 }, walls,
        decay: number("decay"), cap: number("cap"), parameters: { spread: (number("spread") * Math.PI) / 180, length: number("length"), side_length: number("length") },
      });
      walls.forEach((wall) => view.outline(wall, { class: "solid" }));
      view.circle(position, RADIUS, { class: "body" });
      answer.rays.forEach(({ end, to, normal }, index) => {
        view.line(to, end, { class: "ray cut", part: "whisker" });
        view.line(position, to, { class: normal ? "ray hit" : "ray", part: "whisker" });
        if (!normal) return;
        view.arrow(to, plus(to, normal, 0.8), { class: "normal", part: "normal" });
        view.dot(to, { class: "bad", part: "point" }, index === answer.nearest ? 5.5 : 3.5);
      });
      view.arrow(position, plus(position, withLength(ahead, 1.2)), { class: "velocity", part: "velocity" });
      if (answer.aim) {
        view.line(position, answer.aim, { class: "measure", part: "offset" });
        view.cross(answer.aim, { class: "aim", part: "offset" });
      }
      const length = answer.strength * PER_ACCELERATION;
      const pushes: [Pair, string, string, string][] = [
        [answer.hit_normal, "hit normal", "force group-1", "hit-normal"], [answer.additive, "additive", "force group-2", "additive"],
        [answer.cross, "cross", "force group-3", "cross"],
      ];
      for (const [direction, name, look, part] of pushes) {
        const tip = plus(position, times(direction, length));
        view.arrow(position, tip, { class: look, part });
        if (size(direction) > 0) view.text(tip, name, { class: look.replace("force ", ""), part, anchor: direction[0] < 0 ? "end" : "start", dx: direction[0] < 0 ? -6 : 6, dy: direction[1] < 0 ? 24 : -4 });
      }
      say("strength", `${answer.strength.toFixed(1)} m/s²`);
      if (answer.nearest === null) return "No whisker touches a wall: nothing pushes.";
      const hits = answer.rays.filter(({ normal }) => normal).length;
      return `${hits > 1 ? "Both whiskers hit; the nearer hit" : "One whisker hits and"} pushes with ${answer.strength.toFixed(1)} m/s².`;
    };
  },
};

export default kind;
