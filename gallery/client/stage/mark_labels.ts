import type { MarkKind } from "sidestep";
import type { Label } from "./labels";

/** Where the words to a line go: beside the bulge of a way, into the middle of a cluster, beside the middle of a straight line. */
export function polylineLabel(kind: MarkKind, numbers: number[]): Pick<Label, "x" | "y" | "side"> {
  const points: [number, number][] = [];
  for (let index = 0; index < numbers.length; index += 2) points.push([numbers[index] as number, numbers[index + 1] as number]);
  const middle = (axis: 0 | 1): number => {
    const values = points.map((point) => point[axis]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  if (kind === "cluster" || points.length < 2) return { x: middle(0), y: middle(1), side: "centre" };
  const [[fromX, fromY], [toX, toY]] = [points[0], points.at(-1)] as [[number, number], [number, number]];
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = Math.hypot(dx, dy) || 1;
  const aside = ([x, y]: [number, number]): number => ((x - fromX) * dy - (y - fromY) * dx) / length;
  const furthest = points.reduce((best, point) => (Math.abs(aside(point)) > Math.abs(aside(best)) ? point : best));
  if (Math.abs(aside(furthest)) < 4) return { x: (fromX + toX) / 2 + 8, y: (fromY + toY) / 2 - 12 };
  const sign = Math.sign(aside(furthest));
  const [outX, outY] = [(sign * dy) / length, (-sign * dx) / length];
  const [x, y] = [furthest[0] + outX * 12, furthest[1] + outY * 12];
  return Math.abs(outX) > 0.7 ? { x, y, side: outX < 0 ? "left" : "right" } : { x, y: y + (outY < 0 ? -4 : 4), side: "centre" };
}
