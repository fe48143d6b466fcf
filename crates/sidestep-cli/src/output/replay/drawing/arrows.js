import { turned } from "./pen.js";
/** @import { Pen } from "./pen.js" */

/** @typedef {"triangle" | "open" | "diamond" | "circle" | "square" | "hollow" | "bar"} Head */

/**
 * How an arrow looks: head and dash tell it apart without colour.
 *
 * @typedef {{ colour: number, width: number, head: Head, dash: readonly number[], size?: number, alpha?: number }} ArrowStyle
 */

/**
 * An arrow from a point, on a halo of the ground's colour.
 *
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} dx
 * @param {number} dy
 * @param {ArrowStyle} style
 * @param {number} ground
 */
export function drawArrow(pen, x, y, dx, dy, { colour, width, head, dash, size = 10, alpha = 1 }, ground) {
  const length = Math.hypot(dx, dy);
  if (length < 1) return;
  const solid = head !== "open" && head !== "bar";
  const shaft = Math.max(0, length - (solid ? size * 0.7 : 0)) / length;
  const line = [x, y, x + dx * shaft, y + dy * shaft];
  pen.line(line, { colour: ground, width: width + 3, alpha });
  pen.line(line, { colour, width, dash, alpha });
  drawHead(pen, head, x + dx, y + dy, [dx / length, dy / length], size, colour, ground, alpha);
}

/**
 * @param {Pen} pen
 * @param {Head} head
 * @param {number} x
 * @param {number} y
 * @param {readonly [number, number]} direction Of length 1.
 * @param {number} size
 * @param {number} colour
 * @param {number} ground
 * @param {number} [alpha]
 */
export function drawHead(pen, head, x, y, direction, size, colour, ground, alpha = 1) {
  /** @param {number[]} points */
  const placed = (...points) => turned(x, y, direction, size, points);
  const line = { colour, width: 1.8, alpha };
  switch (head) {
    case "diamond":
      return pen.area(placed(0.4, 0, -0.4, 0.5, -1.2, 0, -0.4, -0.5), colour, alpha);
    case "circle":
      return pen.disc(x - 0.3 * size * direction[0], y - 0.3 * size * direction[1], size * 0.5, colour, alpha);
    case "square":
      return pen.area(placed(-0.8, -0.45, 0.1, -0.45, 0.1, 0.45, -0.8, 0.45), colour, alpha);
    case "bar":
      return pen.line(placed(0, -0.6, 0, 0.6), { ...line, width: 2.4 });
    case "open":
      return pen.line(placed(-1, -0.55, 0.1, 0, -1, 0.55), line);
    case "hollow": {
      const points = placed(-1, -0.55, 0.1, 0, -1, 0.55);
      pen.area(points, ground, alpha);
      return pen.line(points, { ...line, closed: true });
    }
    case "triangle":
      return pen.area(placed(-1, -0.55, 0.1, 0, -1, 0.55), colour, alpha);
  }
}
