/** @import { MarkKind } from "sidestep" */
/** @import { Pen } from "./pen.js" */

/**
 * The sign of a mark that is a place: rings with ticks for an aim, a flag for a sub-goal, a stop sign, a triangle, a diamond.
 *
 * @param {Pen} pen
 * @param {MarkKind} kind
 * @param {number} x
 * @param {number} y
 * @param {number} colour
 * @param {number} ground
 */
export function drawPointSign(pen, kind, x, y, colour, ground) {
  const line = { colour, width: 1.8 };
  if (kind === "aim") {
    pen.circle(x, y, 6, { colour: ground, width: 4.5 });
    pen.circle(x, y, 6, line);
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) pen.line([x + dx * 3, y + dy * 3, x + dx * 9, y + dy * 9], line);
  } else if (kind === "sub-goal") {
    pen.line([x, y, x, y - 17], { colour: ground, width: 5 });
    pen.area([x, y - 17, x + 11, y - 12.5, x, y - 8], colour);
    pen.line([x, y, x, y - 17], line);
  } else if (kind === "terminator") {
    const corners = Array.from({ length: 8 }, (_, corner) => ((corner + 0.5) * Math.PI) / 4).flatMap((angle) => [x + 8 * Math.cos(angle), y + 8 * Math.sin(angle)]);
    pen.area(corners, ground);
    pen.line(corners, { ...line, closed: true });
    pen.line([x - 4.5, y, x + 4.5, y], line);
  } else {
    const points = kind === "threat" ? [x, y - 7, x + 7, y + 5, x - 7, y + 5] : [x, y - 5, x + 5, y, x, y + 5, x - 5, y];
    pen.area(points, ground);
    pen.line(points, { ...line, width: kind === "threat" ? 2.6 : 1.8, closed: true });
  }
}
