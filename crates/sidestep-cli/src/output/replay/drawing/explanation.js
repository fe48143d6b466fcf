import { drawForces } from "./forces.js";
import { drawMarks } from "./marks.js";
/** @import { Explanation } from "sidestep" */
/** @import { Body } from "./agents.js" */
/** @import { Camera } from "./camera.js" */
/** @import { Box, Label } from "./labels.js" */
/** @import { Palette } from "./palette.js" */
/** @import { Pen } from "./pen.js" */

/**
 * All that one agent considers: its marks, and the forces on top. Returns the words to them, and what these may not hide.
 *
 * @param {Pen} pen
 * @param {Camera} camera
 * @param {Palette} palette
 * @param {Body} body
 * @param {Explanation} explanation
 * @param {number} largest The largest force of a longer time (N).
 * @param {Explanation | null} told What of it is told beside the picture, if that is told less often.
 * @returns {{ labels: Label[], keepFree: Box[] }}
 */
export function drawExplanation(pen, camera, palette, body, explanation, largest, told = null) {
  const words = drawMarks(pen, camera, palette, body, explanation.marks);
  const labels = [...drawForces(pen, camera, palette, body, explanation, largest, told), ...words];
  const keepFree = explanation.marks.flatMap(({ kind, shape }) => {
    if (kind !== "sub-goal" || shape.shape !== "point") return [];
    const [x, y] = [camera.screenX(shape.at[0]), camera.screenY(shape.at[1])];
    return [{ left: x - 2, right: x + 12, top: y - 18, bottom: y }];
  });
  return { labels, keepFree };
}
