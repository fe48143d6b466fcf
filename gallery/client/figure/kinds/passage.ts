import { ask, type Outline, type Pair } from "sidestep";
import type { Kind } from "../figure";
import { box } from "../vectors";
import { drawTangents } from "../tangents";
import { VIEWS } from "../views";

const RADIUS = 0.35;

const kind: Kind = {
  label: "Two heaps with a passage between them",
  boards: VIEWS["passage"],
  begin({ boards: [board], word, say, changed }) {
    const view = board!;
    let [from, to]: [Pair, Pair] = [[1, 0.4], [11, 0.2]];
    const crates: { at: Pair; outline(at: Pair): Outline; name: string }[] = [
      { at: [5.6, 1], outline: (at) => box(at, 1.6, 1.6), name: "Crate" },
      { at: [6.4, 2.5], outline: (at) => ({ kind: "circle", center: at, radius: 0.9 }), name: "Barrel" },
      { at: [6.1, -1.7], outline: (at) => box(at, 1.4, 2), name: "Crate below" },
      { at: [6.7, -3], outline: (at) => ({ kind: "circle", center: at, radius: 0.7 }), name: "Barrel below" },
    ];
    view.handle({ label: "Mover", at: () => from, move: (at) => { from = at; changed(); } });
    view.handle({ label: "Goal", at: () => to, move: (at) => { to = at; changed(); } });
    for (const crate of crates) view.handle({ label: crate.name, at: () => crate.at, move: (at) => { crate.at = at; changed(); } });
    return () => {
      const question = { from, to, radius: RADIUS, crates: crates.map(({ at, outline }) => outline(at)), walls: [], parameters: { neighborhood: 20 } };
      const all = word("over") === "everything together";
      const answer = ask.detour({ ...question, by: all ? "tangents-of-all" : "tangents-of-cluster" });
      const string = ask.detour({ ...question, by: "string" });
      for (const crate of question.crates) view.outline(crate, { class: "solid crate" });
      drawTangents(view, from, to, RADIUS, answer, string);
      say("tangents", answer.length === null ? answer.outcome : `${answer.length.toFixed(1)} m`);
      say("string", string.length === null ? string.outcome : `${string.length.toFixed(1)} m`);
      if (answer.length === null || string.length === null) return `By tangents: ${answer.outcome}; by the string: ${string.outcome}.`;
      return `By the furthest tangents of ${all ? "everything" : "the heap that is met"} ${answer.length.toFixed(1)} m; by the tight string ${string.length.toFixed(1)} m.`;
    };
  },
};

export default kind;
