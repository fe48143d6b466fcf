/**
 * Places between two steps, at `share` of the way from the one to the other; each agent has `stride` numbers, x and y the first
 * ones. Who has just come round the edge of a world of this size isn't drawn across it.
 */
export function between(from: Float32Array, to: Float32Array, stride: number, share: number, [width, height]: [number, number], out: Float32Array): void {
  out.set(to);
  for (let at = 0; at < out.length; at += stride) {
    const [x, y] = [to[at]!, to[at + 1]!];
    const [dx, dy] = [x - from[at]!, y - from[at + 1]!];
    if (Math.abs(dx) > width / 2 || Math.abs(dy) > height / 2) continue;
    out[at] = x - (1 - share) * dx;
    out[at + 1] = y - (1 - share) * dy;
  }
}
