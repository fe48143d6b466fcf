import { ask, type Pair } from "sidestep";
import type { Kind } from "../figure";
import { minus, plus, size, withLength } from "../vectors";
import { VIEWS } from "../views";

const RADIUS = 0.35;
/** Metres that stand for a newton. */
const PER_NEWTON = 0.12;

const kind: Kind = {
  label: "Two points ahead of a mover, and a circle",
  boards: VIEWS["probes"],
  begin({ boards: [board], number, word, say, changed }) {
    const view = board!;
    let position: Pair = [1.4, -0.2];
    let ahead: Pair = [1, 0.02];
    let circle: Pair = [5.2, 0.45];
    const distance = (): number => number("MAX_SEE_AHEAD");
    view.handle({ label: "Mover", at: () => position, move: (to) => { position = to; changed(); } });
    view.handle({ label: "Circle", at: () => circle, move: (to) => { circle = to; changed(); } });
    view.handle({
      label: "Where it goes", tip: true, part: "velocity", at: () => plus(position, withLength(ahead, 0.9)),
      move: (to) => { if (size(minus(to, position)) > 0.05) { ahead = minus(to, position); changed(); } },
    });
    return () => {
      const radius = number("radius");
      const scaled = word("length") === "follows the speed";
      const share = number("speed");
      const { points, inside, threat, force } = ask.probes({
        body: { position, velocity: withLength(ahead, 1.4 * share), radius: RADIUS, max_speed: 1.4 },
        obstacles: [{ kind: "circle", center: circle, radius }],
        distance: distance(), max_avoid_force: number("MAX_AVOID_FORCE"), third: word("points") === "three points", scaled,
      });
      const [far, half] = [points[0]!, points[1]!];
      view.capsule(position, far, RADIUS, { class: "sweep faint" });
      view.circle(circle, radius, { class: threat === null ? "solid" : "solid threat", part: "center" });
      view.circle(position, RADIUS, { class: "body" });
      view.line(position, far, { class: "sight", part: "ahead" });
      view.line(circle, far, { class: threat === null ? "measure" : "measure bad", part: "d" });
      view.text(circle, `d = ${size(minus(far, circle)).toFixed(2)} m`, { class: "quiet", part: "d", dx: 0, dy: -12, anchor: "middle" });
      view.arrow(position, plus(position, withLength(ahead, 0.9)), { class: "velocity", part: "velocity" });
      const names = ["ahead", "ahead2", "position"];
      points.forEach((at, index) => view.dot(at, { class: inside[index] ? "bad" : "good", part: names[index]! }, 5.5));
      view.text(far, "ahead", { part: "ahead", dx: 12, dy: 5 });
      if (size(minus(far, half)) > 0.4) view.text(half, "ahead2", { part: "ahead2", dx: 0, dy: -10, anchor: "middle" });
      view.arrow(far, plus(far, force, PER_NEWTON), { class: "force", part: "force" });
      if (threat !== null) view.text(plus(far, force, PER_NEWTON), `${size(force).toFixed(0)} N`, { class: "force", part: "force" });
      say("d", `${size(minus(far, circle)).toFixed(2)} m`);
      const which = names.filter((_, index) => inside[index]);
      return which.length > 0 ? `${which.join(" and ")} ${which.length > 1 ? "are" : "is"} inside the circle: it pushes with ${size(force).toFixed(0)} N.`
        : "No point is inside the circle: nothing happens.";
    };
  },
};

export default kind;
