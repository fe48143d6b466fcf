import { ask, type Outline, type Pair } from "sidestep";
import type { Kind } from "../figure";
import { box } from "../vectors";
import { VIEWS } from "../views";

const kind: Kind = {
  label: "A tight string round a heap of crates beside a wall",
  boards: VIEWS["detour"],
  begin({ boards: [board], number, say, changed }) {
    const view = board!;
    let [from, to]: [Pair, Pair] = [[0.9, 0.2], [9.1, 0]];
    const crates: { at: Pair; outline(at: Pair): Outline; name: string }[] = [
      { at: [4.1, 0.9], outline: (at) => box(at, 1, 1), name: "Crate" },
      { at: [4.6, -0.35], outline: (at) => ({ kind: "circle", center: at, radius: 0.5 }), name: "Barrel" },
      { at: [5.7, -0.95], outline: (at) => box(at, 1.1, 0.8), name: "Long crate" },
      { at: [6.9, 1.2], outline: (at) => ({ kind: "circle", center: at, radius: 0.45 }), name: "Second barrel" },
    ];
    let wall: Pair = [4.1, 2.45];
    view.handle({ label: "Mover", at: () => from, move: (at) => { from = at; changed(); } });
    view.handle({ label: "Goal", at: () => to, move: (at) => { to = at; changed(); } });
    for (const crate of crates) view.handle({ label: crate.name, at: () => crate.at, move: (at) => { crate.at = at; changed(); } });
    view.handle({ label: "Wall", at: () => wall, move: (at) => { wall = at; changed(); } });
    return () => {
      const radius = number("radius");
      const answer = ask.detour({
        from, to, radius, crates: crates.map(({ at, outline }) => outline(at)), walls: [box(wall, 2.4, 0.5)],
        parameters: { clearance: number("clearance") },
      });
      view.outline(box(wall, 2.4, 0.5), { class: "solid wall" });
      crates.forEach(({ at, outline }, index) => view.outline(outline(at), { class: answer.members.includes(index) ? "solid crate threat" : "solid crate" }));
      view.line(from, to, { class: "measure" });
      for (const { kind, shape } of answer.marks) {
        if (kind === "cluster" && shape.shape === "polyline") view.path(shape.points, { class: "cluster", part: "cluster" });
        if (kind === "way" && shape.shape === "polyline") view.path(shape.points, { class: "way", part: "other" });
        if (kind === "chosen-way" && shape.shape === "polyline") view.path(shape.points, { class: "way taken", part: "length" });
      }
      for (const { kind, shape, label } of answer.marks) {
        if (shape.shape === "point" && kind === "terminator") {
          view.cross(shape.at, { class: "terminator", part: "terminator" });
          view.text(shape.at, "terminator", { class: "bad", part: "terminator", dx: 10, dy: 4 });
        }
        if (shape.shape === "point" && kind === "sub-goal") view.dot(shape.at, { class: "chosen", part: "sub_goal" }, 6);
        if ((kind === "way" || kind === "chosen-way") && shape.shape === "polyline") {
          const at = shape.points[Math.floor(shape.points.length / 2)];
          if (at) view.text(at, label.replace(" on the ", " "), { class: kind === "way" ? "quiet" : "good", part: kind === "way" ? "other" : "length", dx: 10, dy: at[1] < 0 ? 18 : -8 });
        }
      }
      view.circle(from, radius, { class: "body ours" });
      view.dot(to, { class: "goal" }, 7);
      say("outcome", answer.outcome);
      if (answer.outcome === "clear") return "Nothing is in the way: it goes straight.";
      const [first = ""] = answer.reasons.slice(-1);
      const words = first.replace(/obstacle \d+(?: and (?:\d+ more|obstacle \d+))?/g, "the heap").replace(/the wall the heap/g, "the wall");
      return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
    };
  },
};

export default kind;
