import type { Bounds } from "sidestep";

/** The size of a world whose edges are joined, or `null`. */
export function torusSize(bounds: Bounds): [number, number] | null {
  return bounds.kind === "torus" ? [bounds.max[0] - bounds.min[0], bounds.max[1] - bounds.min[1]] : null;
}

/** How far a box has to be moved so that each of its pictures that lies within the bounds is seen; itself first. */
export function images(bounds: Bounds, left: number, bottom: number, right: number, top: number): [number, number][] {
  const size = torusSize(bounds);
  if (!size || bounds.kind === "open") return [[0, 0]];
  const shifts: [number, number][] = [];
  for (const x of [0, -size[0], size[0]]) {
    if (right + x <= bounds.min[0] || left + x >= bounds.max[0]) continue;
    for (const y of [0, -size[1], size[1]]) {
      if (top + y > bounds.min[1] && bottom + y < bounds.max[1]) shifts.push([x, y]);
    }
  }
  return shifts.length > 0 ? shifts : [[0, 0]];
}
