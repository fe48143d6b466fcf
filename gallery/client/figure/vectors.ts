import type { Pair } from "sidestep";

export const plus = ([x, y]: Pair, [u, v]: Pair, times = 1): Pair => [x + u * times, y + v * times];
export const minus = ([x, y]: Pair, [u, v]: Pair): Pair => [x - u, y - v];
export const times = ([x, y]: Pair, factor: number): Pair => [x * factor, y * factor];
export const size = ([x, y]: Pair): number => Math.hypot(x, y);
/** The same direction with this length; to the right where it has none. */
export const withLength = (of: Pair, length: number): Pair => (size(of) > 1e-9 ? times(of, length / size(of)) : [length, 0]);
/** No longer than that. */
export const atMost = (of: Pair, length: number): Pair => (size(of) > length ? withLength(of, length) : of);
export const middle = (a: Pair, b: Pair): Pair => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
/** An upright box around a point. */
export const box = ([x, y]: Pair, width: number, height: number): { kind: "polygon"; points: Pair[] } => ({
  kind: "polygon",
  points: [[x - width / 2, y - height / 2], [x + width / 2, y - height / 2], [x + width / 2, y + height / 2], [x - width / 2, y + height / 2]],
});
