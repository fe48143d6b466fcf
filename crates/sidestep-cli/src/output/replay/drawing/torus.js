/** @import { Bounds, Pair } from "sidestep" */

/**
 * The size of a world whose edges are joined, or `null`.
 *
 * @param {Bounds} bounds
 * @returns {Pair | null}
 */
export function torusSize(bounds) {
  return bounds.kind === "torus" ? [bounds.max[0] - bounds.min[0], bounds.max[1] - bounds.min[1]] : null;
}

/**
 * How far what lies in a box has to be moved to appear in the world, once for each image: on a torus, what lies across an edge
 * appears on both sides.
 *
 * @param {Bounds} bounds
 * @param {readonly number[]} box Least x and y, largest x and y.
 * @returns {Pair[]}
 */
export function images(bounds, [left, bottom, right, top]) {
  if (bounds.kind !== "torus") return [[0, 0]];
  /** @type {(least: number, largest: number, axis: 0 | 1) => number[]} */
  const laps = (least, largest, axis) => {
    const size = bounds.max[axis] - bounds.min[axis];
    const first = Math.floor((least - bounds.min[axis]) / size);
    const last = Math.ceil((largest - bounds.min[axis]) / size) - 1;
    const count = Math.max(1, Math.min(3, last - first + 1)) || 1;
    return Array.from({ length: count }, (_, lap) => -(first + lap) * size);
  };
  const columns = laps(left, right, 0);
  return laps(bottom, top, 1).flatMap((y) => columns.map((x) => /** @type {Pair} */ ([x, y])));
}
