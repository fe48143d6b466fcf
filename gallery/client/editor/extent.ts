import type { Point, Region, SceneDraft } from "./scene_data";
import type { Shape } from "./thing";
import { thingsOf } from "./things";

/** The box round all that is drawn. */
export function extentOf(scene: SceneDraft): Region {
  const min: Point = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max: Point = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const thing of thingsOf(scene)) {
    for (const [x, y] of thing.shapes.flatMap(pointsOf)) {
      min[0] = Math.min(min[0], x);
      min[1] = Math.min(min[1], y);
      max[0] = Math.max(max[0], x);
      max[1] = Math.max(max[1], y);
    }
  }
  return min[0] <= max[0] ? { min, max } : { min: [-10, -8], max: [10, 8] };
}

function pointsOf(shape: Shape): Point[] {
  switch (shape.shape) {
    case "line":
    case "polygon":
      return shape.points;
    case "circle":
      return round(shape.center, shape.radius);
    case "region":
      return [shape.region.min, shape.region.max];
    case "discs":
      return shape.at.flatMap((center) => round(center, shape.radius));
    case "cross":
      return round(shape.at, shape.radius);
    case "arrow":
      return [shape.from, shape.to];
  }
}

function round([x, y]: Point, radius: number): Point[] {
  return [
    [x - radius, y - radius],
    [x + radius, y + radius],
  ];
}
