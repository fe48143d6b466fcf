import { ask, type Pair } from "sidestep";
import type { Kind } from "../figure";
import { box } from "../vectors";
import { drawTangents } from "../tangents";
import { VIEWS } from "../views";

const RADIUS = 0.2;
const [WIDE, HIGH] = [6, 2.4];

const kind: Kind = {
  label: "Somebody at the lower corner of a wide box, with the goal above it",
  boards: VIEWS["wide-box"],
  begin({ boards: [board], say, changed }) {
    const view = board!;
    let [from, to]: [Pair, Pair] = [[1.4, -0.12], [4.4, 4.2]];
    let middle: Pair = [4.7, 1.2];
    view.handle({ label: "Mover", at: () => from, move: (at) => { from = at; changed(); } });
    view.handle({ label: "Goal", at: () => to, move: (at) => { to = at; changed(); } });
    view.handle({ label: "Box", at: () => middle, move: (at) => { middle = at; changed(); } });
    return () => {
      const question = { from, to, radius: RADIUS, crates: [box(middle, WIDE, HIGH)], walls: [], parameters: { neighborhood: 20 } };
      const answer = ask.detour({ ...question, by: "tangents-of-cluster" });
      const string = ask.detour({ ...question, by: "string" });
      view.outline(question.crates[0]!, { class: "solid crate" });
      drawTangents(view, from, to, RADIUS, answer, string);
      const told = ({ side, length, outcome }: typeof answer): string => (side === null || length === null ? outcome : `${side}, ${length.toFixed(1)} m`);
      say("tangents", told(answer));
      say("string", told(string));
      return `By the tangents: ${told(answer)}. By the tight string: ${told(string)}.`;
    };
  },
};

export default kind;
