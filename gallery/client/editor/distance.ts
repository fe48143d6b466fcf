import type { Point, Region } from "./scene_data";
import type { Shape, Thing } from "./thing";

/** How far a point is from a thing (m); 0 inside of what is filled. The arrow to a goal doesn't count. */
export function distanceTo(thing: Thing, at: Point): number {
  const shapes = thing.kind === "goal" && thing.shapes.length > 1 ? thing.shapes.slice(0, 1) : thing.shapes;
  return Math.min(...shapes.map((shape) => toShape(shape, at, thing.kind !== "edges")), Number.POSITIVE_INFINITY);
}

function toShape(shape: Shape, at: Point, filled: boolean): number {
  switch (shape.shape) {
    case "line":
      return Math.max(0, toLine(shape.points, shape.closed, at) - shape.width / 2);
    case "circle":
      return Math.max(0, apart(shape.center, at) - shape.radius);
    case "polygon":
      return inside(shape.points, at) ? 0 : toLine(shape.points, true, at);
    case "region": {
      const corners = cornersOf(shape.region);
      return filled && inside(corners, at) ? 0 : toLine(corners, true, at);
    }
    case "discs":
      return Math.max(0, Math.min(...shape.at.map((center) => apart(center, at))) - shape.radius);
    case "cross":
      return Math.max(0, apart(shape.at, at) - shape.radius);
    case "arrow":
      return toLine([shape.from, shape.to], false, at);
  }
}

export function cornersOf({ min, max }: Region): Point[] {
  return [min, [max[0], min[1]], max, [min[0], max[1]]];
}

function toLine(points: Point[], closed: boolean, at: Point): number {
  let nearest = Number.POSITIVE_INFINITY;
  points.forEach((from, index) => {
    const to = points[index + 1] ?? (closed ? points[0] : undefined);
    if (to) nearest = Math.min(nearest, toSegment(from, to, at));
  });
  return nearest;
}

function toSegment([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

/** Whether a point is inside, by the number of edges to its right. */
function inside(corners: Point[], [x, y]: Point): boolean {
  let odd = false;
  corners.forEach(([ax, ay], index) => {
    const [bx, by] = corners[(index + 1) % corners.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) odd = !odd;
  });
  return odd;
}

function apart(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
