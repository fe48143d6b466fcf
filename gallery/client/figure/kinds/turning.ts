import { ask, type Pair } from "sidestep";
import type { Kind } from "../figure";
import { minus, plus, size, withLength } from "../vectors";
import { VIEWS } from "../views";

const RADIUS = 0.35;
const FASTEST = 1.4;
/** Directions that are tried all round. */
const DIRECTIONS = 72;

const kind: Kind = {
  label: "Somebody who turns on the spot beside a circle",
  boards: VIEWS["turning"],
  begin({ boards: [board], number, word, say, changed }) {
    const view = board!;
    let position: Pair = [2.9, -0.3];
    let ahead: Pair = [0.2, 1];
    let circle: Pair = [4.6, 0.35];
    view.handle({ label: "Mover", at: () => position, move: (to) => { position = to; changed(); } });
    view.handle({ label: "Circle", at: () => circle, move: (to) => { circle = to; changed(); } });
    view.handle({
      label: "Where it faces", tip: true, at: () => plus(position, withLength(ahead, 0.9)),
      move: (to) => { if (size(minus(to, position)) > 0.05) { ahead = minus(to, position); changed(); } },
    });
    return () => {
      const speed = number("speed");
      const asked = (facing: Pair) => ask.probes({
        body: { position, velocity: withLength(facing, speed), radius: RADIUS, max_speed: FASTEST },
        obstacles: [{ kind: "circle", center: circle, radius: 0.9 }], distance: number("distance"), max_avoid_force: 10, third: false,
        scaled: word("length") === "follows the speed",
      });
      view.circle(circle, 0.9, { class: "solid" });
      let pushes = 0;
      for (let index = 0; index < DIRECTIONS; index += 1) {
        const angle = (2 * Math.PI * index) / DIRECTIONS;
        const facing: Pair = [Math.cos(angle), Math.sin(angle)];
        const pushed = asked(facing).threat !== null;
        if (pushed) pushes += 1;
        view.line(plus(position, facing, 0.52), plus(position, facing, 0.74), { class: pushed ? "measure strong bad" : "measure strong good" });
      }
      const { points, inside, threat } = asked(ahead);
      view.circle(position, RADIUS, { class: "body" });
      view.line(position, points[0]!, { class: "sight" });
      points.forEach((at, index) => view.dot(at, { class: inside[index] ? "bad" : "good" }, 5.5));
      view.arrow(position, plus(position, withLength(ahead, 0.9)), { class: "velocity" });
      const share = `${Math.round((100 * pushes) / DIRECTIONS)} %`;
      say("share", share);
      const gap = size(minus(circle, position)) - 0.9 - RADIUS;
      return `${threat === null ? "Facing so, nothing pushes" : "Facing so, it is pushed"}, ${gap.toFixed(2)} m from the circle and at ${speed.toFixed(2)} m/s; in ${share} of all directions it would be.`;
    };
  },
};

export default kind;
