/** Walls and obstacles as things to select and to drag. */
import type { ObstacleData, Point, SceneDraft, ScatterData, WallData } from "./scene_data";
import { type Handle, moved, pointHandles, regionHandles, type Shape, type Thing, translateRegion } from "./thing";

/** How far above a box its handle for turning is, as a part of its height, and at least (m). */
const TURN_REACH = 0.5;

export function wallThing(scene: SceneDraft, wall: WallData, index: number): Thing {
  return {
    key: `walls.${index}`,
    kind: "wall",
    label: `Wall ${index + 1}`,
    shapes: [{ shape: "line", points: wall.points, closed: wall.closed ?? false, width: wall.thickness ?? 0 }],
    handles: pointHandles(wall.points, "point"),
    translate: (by) => void (wall.points = wall.points.map((point) => moved(point, by))),
    remove: () => void scene.walls?.splice(index, 1),
  };
}

export function obstacleThing(scene: SceneDraft, obstacle: ObstacleData, index: number): Thing {
  const what = obstacle.circle ? "circle" : obstacle.box ? "box" : "polygon";
  return {
    key: `obstacles.${index}`,
    kind: obstacle.temporary ? "crate" : "obstacle",
    label: `${obstacle.temporary ? "Crate" : "Obstacle"} ${index + 1}, ${what}`,
    shapes: [...outline(obstacle), ...path(obstacle)],
    handles: handles(obstacle),
    translate(by) {
      if (obstacle.circle) obstacle.circle.center = moved(obstacle.circle.center, by);
      if (obstacle.box) obstacle.box.center = moved(obstacle.box.center, by);
      if (obstacle.polygon) obstacle.polygon.points = obstacle.polygon.points.map((point) => moved(point, by));
      if (obstacle.path) obstacle.path = obstacle.path.map((point) => moved(point, by));
    },
    remove: () => void scene.obstacles?.splice(index, 1),
  };
}

export function scatterThing(scene: SceneDraft, scatter: ScatterData, index: number): Thing {
  return {
    key: `scatter.${index}`,
    kind: "scatter",
    label: `Scattered obstacles ${index + 1}: ${scatter.count}`,
    shapes: [{ shape: "region", region: scatter.region }],
    handles: regionHandles(scatter.region),
    translate: (by) => translateRegion(scatter.region, by),
    remove: () => void scene.scatter?.splice(index, 1),
  };
}

function outline({ circle, box, polygon }: ObstacleData): Shape[] {
  if (circle) return [{ shape: "circle", center: circle.center, radius: circle.radius }];
  if (box) return [{ shape: "polygon", points: boxCorners(box) }];
  return polygon ? [{ shape: "polygon", points: polygon.points }] : [];
}

function path({ path, closed }: ObstacleData): Shape[] {
  return path ? [{ shape: "line", points: path, closed: closed === true, width: 0 }] : [];
}

type Box = NonNullable<ObstacleData["box"]>;

function boxCorners(box: Box): Point[] {
  const [halfWidth, halfHeight] = [box.size[0] / 2, box.size[1] / 2];
  return (
    [
      [-halfWidth, -halfHeight],
      [halfWidth, -halfHeight],
      [halfWidth, halfHeight],
      [-halfWidth, halfHeight],
    ] as Point[]
  ).map((corner) => moved(box.center, turned(corner, box.angle ?? 0)));
}

function turned([x, y]: Point, angle: number): Point {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return [x * cos - y * sin, x * sin + y * cos];
}

function handles(obstacle: ObstacleData): Handle[] {
  const { circle, box, polygon } = obstacle;
  const onPath = obstacle.path ? pointHandles(obstacle.path, "point of its path") : [];
  if (polygon) return [...pointHandles(polygon.points, "corner"), ...onPath];
  if (box) return [...boxHandles(box), ...onPath];
  if (!circle) return onPath;
  const edge: Handle = {
    label: "edge",
    at: [circle.center[0] + circle.radius, circle.center[1]],
    move: ([x, y]) => void (circle.radius = Math.max(0.01, Math.hypot(x - circle.center[0], y - circle.center[1]))),
  };
  return [edge, ...onPath];
}

/** A corner that is dragged leaves the opposite one where it is; the handle above turns the box. */
function boxHandles(box: Box): Handle[] {
  const angle = box.angle ?? 0;
  const corners = boxCorners(box);
  const names = ["first corner", "second corner", "third corner", "fourth corner"];
  const handles = corners.map((at, index): Handle => ({
    label: names[index] ?? "corner",
    at,
    move(to) {
      const opposite = corners[(index + 2) % 4] ?? to;
      const [width, height] = turned([to[0] - opposite[0], to[1] - opposite[1]], -angle);
      box.size = [Math.max(0.01, Math.abs(width)), Math.max(0.01, Math.abs(height))];
      box.center = [(to[0] + opposite[0]) / 2, (to[1] + opposite[1]) / 2];
    },
  }));
  const reach = box.size[1] / 2 + Math.max(TURN_REACH, box.size[1] / 4);
  handles.push({
    label: "turn",
    at: moved(box.center, turned([0, reach], angle)),
    move([x, y]) {
      const degrees = (Math.atan2(y - box.center[1], x - box.center[0]) * 180) / Math.PI - 90;
      // Steps of 5 degrees: right angles are easy to hit, and the field takes any other.
      const steps = Math.round(degrees / 5) * 5;
      box.angle = Math.round(((steps * Math.PI) / 180) * 10_000) / 10_000 + 0;
    },
  });
  return handles;
}
