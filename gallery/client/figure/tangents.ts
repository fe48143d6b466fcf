import type { DetourAnswer, Pair } from "sidestep";
import type { Board } from "./board";

/** The ways that furthest tangents give, the one that is taken, and beside them the one of the tight string. */
export function drawTangents(view: Board, from: Pair, to: Pair, radius: number, tangents: DetourAnswer, string: DetourAnswer): void {
  view.line(from, to, { class: "measure" });
  for (const { kind, shape } of string.marks) {
    if (kind === "chosen-way" && shape.shape === "polyline") view.path(shape.points, { class: "way taken", part: "string" });
  }
  for (const { kind, shape } of tangents.marks) {
    if (kind === "way" && shape.shape === "polyline") view.path(shape.points, { class: "way", part: "tangents" });
    if (kind === "chosen-way" && shape.shape === "polyline") view.path(shape.points, { class: "measure strong bad", part: "tangents" });
  }
  for (const { kind, shape } of tangents.marks) {
    if (kind === "sub-goal" && shape.shape === "point") view.dot(shape.at, { class: "bad", part: "tangents" }, 6);
  }
  view.circle(from, radius, { class: "body ours" });
  view.dot(to, { class: "goal" }, 7);
}
