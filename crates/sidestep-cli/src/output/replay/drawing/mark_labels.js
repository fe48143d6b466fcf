import { outward } from "./forces.js";
/** @import { MarkKind, MarkShape, Pair } from "sidestep" */
/** @import { Body } from "./agents.js" */
/** @import { Label } from "./labels.js" */

/**
 * The words to a mark whose shape is given in CSS pixels.
 *
 * @param {MarkKind} kind
 * @param {MarkShape} shape
 * @param {string} text
 * @param {Body} body
 * @param {number} colour
 * @returns {Label}
 */
export function markLabel(kind, shape, text, body, colour) {
  if (shape.shape === "polyline") {
    // The way that is taken has the first choice of places, the names of clusters the last.
    const rank = kind === "chosen-way" ? 0.2 : kind === "cluster" ? 2 : 1;
    return { text, colour, rank, ...polylineLabel(kind, shape.points) };
  }
  // Which velocities it weighed comes after what it met and where it goes.
  const rank = kind === "velocity" ? 1.5 : 1;
  const [x, y] = shape.shape === "line" ? shape.to : shape.shape === "circle" ? shape.center : shape.at;
  const lift = shape.shape === "circle" ? shape.radius * 0.72 : 0;
  const aside = kind === "terminator" ? 8 : lift;
  return { ...outward(text, body.x, body.y, x - body.x + (x < body.x ? -aside : aside), y - body.y - lift, colour), rank };
}

/**
 * Beside the bulge of a way, in the middle of a cluster, beside the middle of a straight line.
 *
 * @param {MarkKind} kind
 * @param {readonly Pair[]} points
 * @returns {Pick<Label, "x" | "y" | "side">}
 */
function polylineLabel(kind, points) {
  /** @param {0 | 1} axis */
  const middle = (axis) => {
    const values = points.map((point) => point[axis]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  if (kind === "cluster" || points.length < 2) return { x: middle(0), y: middle(1), side: "centre" };
  const [[fromX, fromY], [toX, toY]] = [points[0], points[points.length - 1]];
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = Math.hypot(dx, dy) || 1;
  /** @type {(point: Pair) => number} */
  const aside = ([x, y]) => ((x - fromX) * dy - (y - fromY) * dx) / length;
  const furthest = points.reduce((best, point) => (Math.abs(aside(point)) > Math.abs(aside(best)) ? point : best));
  if (Math.abs(aside(furthest)) < 4) return { x: (fromX + toX) / 2 + 8, y: (fromY + toY) / 2 - 12 };
  const sign = Math.sign(aside(furthest));
  const [outX, outY] = [(sign * dy) / length, (-sign * dx) / length];
  const [x, y] = [furthest[0] + outX * 12, furthest[1] + outY * 12];
  return Math.abs(outX) > 0.7 ? { x, y, side: outX < 0 ? "left" : "right" } : { x, y: y + (outY < 0 ? -4 : 4), side: "centre" };
}
