import type { Pair, VelocityCone } from "sidestep";
import type { Board, Look } from "./board";
import { plus } from "./vectors";

/** The velocities that run into somebody: two legs, and the rounding between where they begin. */
export function drawCone(board: Board, { center, radius, left, right }: VelocityCone, look: Look): void {
  const angle = ([x, y]: Pair): number => Math.atan2(y - center[1], x - center[0]);
  const from = angle(left[0]);
  // The rounding bulges towards slow velocities: from the left leg on counter-clockwise.
  const turn = (angle(right[0]) - from + 4 * Math.PI) % (2 * Math.PI);
  const steps = 16;
  const arc = Array.from({ length: steps + 1 }, (_, index): Pair => {
    const at = from + (turn * index) / steps;
    return [center[0] + radius * Math.cos(at), center[1] + radius * Math.sin(at)];
  });
  const far = 20;
  board.path([plus(left[0], left[1], far), ...arc, plus(right[0], right[1], far)], look, true);
}
