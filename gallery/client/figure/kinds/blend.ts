import { ask, type Pair } from "sidestep";
import type { Kind } from "../figure";
import { plus, size } from "../vectors";
import { VIEWS } from "../views";

const NAMES = ["avoid", "seek", "stay together"];
const WAYS: Record<string, "weighted-sum" | "prioritised" | "priority"> = { "a sum": "weighted-sum", "priorities": "prioritised", "the first that counts": "priority" };

const kind: Kind = {
  label: "Three forces and what a blend makes of them",
  boards: VIEWS["blend"],
  begin({ boards: [board], number, word, say, changed }) {
    const view = board!;
    const forces: Pair[] = [[-1.4, 2.7], [3.9, 0.5], [0.4, -1.9]];
    forces.forEach((_, index) => view.handle({
      label: `The force “${NAMES[index]}”`, tip: true, step: 0.2, part: `force-${index}`, at: () => forces[index]!,
      move: (to) => { forces[index] = to; changed(); },
    }));
    return () => {
      const weights = forces.map((_, index) => number(`weight-${index}`));
      const most = number("max_force");
      const way = WAYS[word("blend")]!;
      const { given, total, sum } = ask.blend({ forces: forces.map((force, index) => ({ force, weight: weights[index]! })), max_force: most, blend: way });
      view.grid();
      view.circle([0, 0], most, { class: "rim", part: "max_force" });
      view.text([0, most], "max_force", { class: "quiet", part: "max_force", dx: 0, dy: -6, anchor: "middle" });
      forces.forEach((force, index) => {
        view.arrow([0, 0], force, { class: `force thin group-${index + 1}`, part: `force-${index}` });
        view.text(force, NAMES[index]!, { class: `group-${index + 1}`, part: `force-${index}`, anchor: force[0] < -1 ? "end" : "start", dx: force[0] < -1 ? -10 : 10, dy: force[1] < 0 ? 14 : -4 });
      });
      // What each is given, one after the other, ends where the total does.
      let at: Pair = [0, 0];
      given.forEach((share, index) => {
        const next = plus(at, share);
        view.arrow(at, next, { class: `given group-${index + 1}`, part: "given" });
        at = next;
      });
      if (way === "weighted-sum" && size(sum) > most + 0.01) view.line(total, sum, { class: "measure bad", part: "total" });
      view.arrow([0, 0], total, { class: "force total", part: "total" });
      say("total", `${size(total).toFixed(1)} N`);
      given.forEach((share, index) => say(`given-${index}`, `${size(share).toFixed(1)} N`));
      const words = given.map((share, index) => `${NAMES[index]} ${size(share).toFixed(1)} N`).join(", ");
      return `The blend gives ${words}; together ${size(total).toFixed(1)} N.`;
    };
  },
};

export default kind;
