/** A shape on the canvas, in CSS pixels. */
type Shape = { kind: "circle"; x: number; y: number; radius: number } | { kind: "polygon"; points: number[] };

const SPACING = 7;
// More strokes than this would be a grey area, and slow.
const MOST_STROKES = 60;

/** Slanting strokes that fill a shape, each as x, y, x, y. */
export function hatching(shape: Shape): number[][] {
  // Along (1, −1) on the canvas; strokes differ in x + y.
  const sums = shape.kind === "circle"
    ? [shape.x + shape.y - shape.radius * Math.SQRT2, shape.x + shape.y + shape.radius * Math.SQRT2]
    : range(shape.points);
  const [least, largest] = sums as [number, number];
  const spacing = Math.max(SPACING * Math.SQRT2, (largest - least) / MOST_STROKES);
  const strokes: number[][] = [];
  for (let sum = least + spacing / 2; sum < largest; sum += spacing) {
    const cuts = shape.kind === "circle" ? circleCuts(shape, sum) : polygonCuts(shape.points, sum);
    for (let index = 0; index + 1 < cuts.length; index += 2) {
      const [from, to] = [cuts[index] as number, cuts[index + 1] as number];
      strokes.push([from, sum - from, to, sum - to]);
    }
  }
  return strokes;
}

function range(points: number[]): [number, number] {
  let [least, largest] = [Infinity, -Infinity];
  for (let index = 0; index < points.length; index += 2) {
    const sum = (points[index] as number) + (points[index + 1] as number);
    least = Math.min(least, sum);
    largest = Math.max(largest, sum);
  }
  return [least, largest];
}

function circleCuts({ x, y, radius }: { x: number; y: number; radius: number }, sum: number): number[] {
  const off = (sum - x - y) / Math.SQRT2;
  const half = Math.sqrt(Math.max(0, radius * radius - off * off)) / Math.SQRT2;
  const middle = x + (sum - x - y) / 2;
  return [middle - half, middle + half];
}

// Where the stroke x + y = sum enters and leaves, as sorted x.
function polygonCuts(points: number[], sum: number): number[] {
  const cuts: number[] = [];
  for (let index = 0; index < points.length; index += 2) {
    const next = (index + 2) % points.length;
    const [fromX, fromY] = [points[index] as number, points[index + 1] as number];
    const [toX, toY] = [points[next] as number, points[next + 1] as number];
    const [from, to] = [fromX + fromY - sum, toX + toY - sum];
    if (from < 0 === to < 0) continue;
    cuts.push(fromX + ((toX - fromX) * from) / (from - to));
  }
  return cuts.sort((a, b) => a - b);
}
