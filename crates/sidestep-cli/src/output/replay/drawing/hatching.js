/**
 * A shape on the canvas, in CSS pixels.
 *
 * @typedef {{ kind: "circle", x: number, y: number, radius: number } | { kind: "polygon", points: number[] }} Shape
 */

const SPACING = 7;
// More strokes than this would be a grey area, and slow.
const MOST_STROKES = 60;

/**
 * Slanting strokes that fill a shape, each as x, y, x, y.
 *
 * @param {Shape} shape
 */
export function hatching(shape) {
  // Along (1, −1) on the canvas; strokes differ in x + y.
  const [least, largest] = shape.kind === "circle"
    ? [shape.x + shape.y - shape.radius * Math.SQRT2, shape.x + shape.y + shape.radius * Math.SQRT2]
    : rangeOfSums(shape.points);
  const spacing = Math.max(SPACING * Math.SQRT2, (largest - least) / MOST_STROKES);
  const strokes = [];
  for (let sum = least + spacing / 2; sum < largest; sum += spacing) {
    const cuts = shape.kind === "circle" ? circleCuts(shape, sum) : polygonCuts(shape.points, sum);
    for (let index = 0; index + 1 < cuts.length; index += 2) {
      strokes.push([cuts[index], sum - cuts[index], cuts[index + 1], sum - cuts[index + 1]]);
    }
  }
  return strokes;
}

/** @param {number[]} points */
function rangeOfSums(points) {
  let [least, largest] = [Infinity, -Infinity];
  for (let index = 0; index < points.length; index += 2) {
    const sum = points[index] + points[index + 1];
    least = Math.min(least, sum);
    largest = Math.max(largest, sum);
  }
  return [least, largest];
}

/**
 * @param {{ x: number, y: number, radius: number }} circle
 * @param {number} sum
 */
function circleCuts({ x, y, radius }, sum) {
  const off = (sum - x - y) / Math.SQRT2;
  const half = Math.sqrt(Math.max(0, radius * radius - off * off)) / Math.SQRT2;
  const middle = x + (sum - x - y) / 2;
  return [middle - half, middle + half];
}

/**
 * Where the stroke x + y = sum enters and leaves, as sorted x.
 *
 * @param {number[]} points
 * @param {number} sum
 */
function polygonCuts(points, sum) {
  const cuts = [];
  for (let index = 0; index < points.length; index += 2) {
    const next = (index + 2) % points.length;
    const [from, to] = [points[index] + points[index + 1] - sum, points[next] + points[next + 1] - sum];
    if (from < 0 === to < 0) continue;
    cuts.push(points[index] + ((points[next] - points[index]) * from) / (from - to));
  }
  return cuts.sort((a, b) => a - b);
}
