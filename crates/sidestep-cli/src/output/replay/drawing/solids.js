import { OBSTACLE_STRIDE } from "./frame.js";
import { hatching } from "./hatching.js";
import { images } from "./torus.js";
/** @import { Frame, Outline, Pair, Setting } from "sidestep" */
/** @import { Camera } from "./camera.js" */
/** @import { Shape } from "./hatching.js" */
/** @import { Palette } from "./palette.js" */
/** @import { Pen } from "./pen.js" */

/**
 * Walls: lines, and boxes for those that have a thickness.
 *
 * @param {Pen} pen
 * @param {Camera} camera
 * @param {Setting} setting
 * @param {Palette} palette
 */
export function drawWalls(pen, camera, { walls, bounds }, palette) {
  for (const wall of walls) {
    if (wall.length < 2) continue;
    for (const [x, y] of images(bounds, boxOf(wall))) {
      const points = wall.flatMap((point) => [camera.screenX(point[0] + x), camera.screenY(point[1] + y)]);
      drawWall(pen, points, palette);
    }
  }
}

/**
 * One wall, in CSS pixels.
 *
 * @param {Pen} pen
 * @param {number[]} points
 * @param {Palette} palette
 */
export function drawWall(pen, points, { ink }) {
  if (points.length === 4) {
    pen.line(points, { colour: ink, width: 3 });
    for (const end of [0, 2]) pen.disc(points[end], points[end + 1], 1.5, ink);
  } else {
    pen.area(points, ink);
    pen.line(points, { colour: ink, width: 1, closed: true });
  }
}

/**
 * Obstacles: stone, or hatched if they are temporary.
 *
 * @param {Pen} pen
 * @param {Camera} camera
 * @param {Setting} setting
 * @param {Frame} frame
 * @param {Palette} palette
 */
export function drawObstacles(pen, camera, setting, frame, palette) {
  setting.obstacles.forEach(({ outline, temporary }, index) => {
    const [dx, dy, present] = frame.obstacles.subarray(index * OBSTACLE_STRIDE);
    if (!present) return;
    const [left, bottom, right, top] = outlineBox(outline);
    for (const [x, y] of images(setting.bounds, [left + dx, bottom + dy, right + dx, top + dy])) {
      drawObstacle(pen, outlineOnCanvas(camera, outline, [dx + x, dy + y]), temporary, palette);
    }
  });
}

/**
 * @param {Camera} camera
 * @param {Outline} outline
 * @param {Pair} moved How far it has moved (m).
 * @returns {Shape}
 */
function outlineOnCanvas(camera, outline, moved) {
  if (outline.kind === "polygon") {
    return { kind: "polygon", points: outline.points.flatMap(([x, y]) => [camera.screenX(x + moved[0]), camera.screenY(y + moved[1])]) };
  }
  const [x, y] = outline.center;
  return {
    kind: "circle", x: camera.screenX(x + moved[0]), y: camera.screenY(y + moved[1]), radius: Math.max(1, outline.radius * camera.scale),
  };
}

/**
 * @param {Pen} pen
 * @param {Shape} shape
 * @param {boolean} temporary
 * @param {Palette} palette
 */
export function drawObstacle(pen, shape, temporary, palette) {
  const edge = { colour: palette.stoneEdge, width: temporary ? 2 : 1.5 };
  if (shape.kind === "circle") pen.disc(shape.x, shape.y, shape.radius, palette.stone);
  else pen.area(shape.points, palette.stone);
  if (temporary) pen.lines(hatching(shape), { colour: palette.stoneEdge, width: 1.2 });
  if (shape.kind === "circle") pen.circle(shape.x, shape.y, shape.radius, edge);
  else pen.line(shape.points, { ...edge, closed: true });
}

/**
 * Least x and y, largest x and y.
 *
 * @param {Outline} outline
 * @returns {[number, number, number, number]}
 */
export function outlineBox(outline) {
  if (outline.kind === "polygon") return boxOf(outline.points);
  const { center: [x, y], radius } = outline;
  return [x - radius, y - radius, x + radius, y + radius];
}

/**
 * @param {Pair[]} points
 * @returns {[number, number, number, number]}
 */
function boxOf(points) {
  const [x, y] = [points.map((point) => point[0]), points.map((point) => point[1])];
  return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
}
