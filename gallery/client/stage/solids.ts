import { OBSTACLE_STRIDE, type Frame, type Outline, type Pair, type Setting } from "sidestep";
import type { Camera } from "./camera";
import { hatching } from "./hatching";
import type { Palette } from "./palette";
import type { Pen } from "./pen";
import { images } from "./torus";

/** Walls: lines, and boxes for those that have a thickness. */
export function drawWalls(pen: Pen, camera: Camera, setting: Setting, palette: Palette): void {
  for (const wall of setting.walls) {
    if (wall.length < 2) continue;
    const [left, bottom, right, top] = box(wall);
    for (const [x, y] of images(setting.bounds, left, bottom, right, top)) {
      const points = wall.flatMap((point) => [camera.screenX(point[0] + x), camera.screenY(point[1] + y)]);
      if (wall.length === 2) {
        pen.line(points, { colour: palette.ink, width: 3 });
        for (const end of [0, 2]) pen.disc(points[end] as number, points[end + 1] as number, 1.5, palette.ink);
      } else {
        pen.area(points, palette.ink);
        pen.line(points, { colour: palette.ink, width: 1, closed: true });
      }
    }
  }
}

/** Obstacles: stone, or hatched if they are temporary. */
export function drawObstacles(pen: Pen, camera: Camera, setting: Setting, frame: Frame, palette: Palette): void {
  setting.obstacles.forEach(({ outline, temporary }, index) => {
    const at = index * OBSTACLE_STRIDE;
    if (!frame.obstacles[at + 2]) return;
    const [dx, dy] = [frame.obstacles[at] as number, frame.obstacles[at + 1] as number];
    const [left, bottom, right, top] = outlineBox(outline);
    for (const [x, y] of images(setting.bounds, left + dx, bottom + dy, right + dx, top + dy)) {
      drawOutline(pen, camera, outline, [dx + x, dy + y], temporary, palette);
    }
  });
}

/** One obstacle that has moved so far. */
export function drawOutline(pen: Pen, camera: Camera, outline: Outline, moved: Pair, temporary: boolean, palette: Palette): void {
  const edge = { colour: palette.stoneEdge, width: temporary ? 2 : 1.5 };
  if (outline.kind === "circle") {
    const [x, y] = [camera.screenX(outline.center[0] + moved[0]), camera.screenY(outline.center[1] + moved[1])];
    const radius = Math.max(1, outline.radius * camera.scale);
    pen.disc(x, y, radius, palette.stone);
    if (temporary) hatch(pen, { kind: "circle", x, y, radius }, palette);
    pen.circle(x, y, radius, edge);
  } else {
    const points = outline.points.flatMap(([x, y]) => [camera.screenX(x + moved[0]), camera.screenY(y + moved[1])]);
    pen.area(points, palette.stone);
    if (temporary) hatch(pen, { kind: "polygon", points }, palette);
    pen.line(points, { ...edge, closed: true });
  }
}

function hatch(pen: Pen, shape: Parameters<typeof hatching>[0], palette: Palette): void {
  pen.lines(hatching(shape), { colour: palette.stoneEdge, width: 1.2 });
}

function box(points: Pair[]): [number, number, number, number] {
  const [x, y] = [points.map((point) => point[0]), points.map((point) => point[1])];
  return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
}

/** Least x and y, largest x and y. */
export function outlineBox(outline: Outline): [number, number, number, number] {
  if (outline.kind === "polygon") return box(outline.points);
  const { center: [x, y], radius } = outline;
  return [x - radius, y - radius, x + radius, y + radius];
}
