import { mixed } from "./palette.js";
/** @import { Bounds } from "sidestep" */
/** @import { Camera, Extent } from "./camera.js" */
/** @import { Label } from "./labels.js" */
/** @import { Palette } from "./palette.js" */
/** @import { Pen } from "./pen.js" */

/**
 * What lies below everything: the bright ground, a grid, the edges of the world, and how long a metre is. Returns the words to that.
 *
 * @param {Pen} pen
 * @param {Camera} camera
 * @param {Bounds} bounds
 * @param {Palette} palette
 * @returns {Label}
 */
export function drawGround(pen, camera, bounds, palette) {
  const all = [0, 0, camera.width, 0, camera.width, camera.height, 0, camera.height];
  const edges = bounds.kind === "open" ? all : boundsOnCanvas(camera, bounds);
  pen.area(all, palette.surface);
  pen.area(edges, palette.ground);
  drawGrid(pen, camera, palette);
  if (bounds.kind === "torus") pen.line(edges, { colour: palette.ink, width: 2, dash: [9, 6], closed: true });
  if (bounds.kind === "walled") pen.line(edges, { colour: palette.ink, width: 3, closed: true });
  return drawScaleBar(pen, camera, palette);
}

/**
 * The corners of a box in metres.
 *
 * @param {Camera} camera
 * @param {Extent} box
 */
export function boundsOnCanvas(camera, { min, max }) {
  const [left, right] = [camera.screenX(min[0]), camera.screenX(max[0])];
  const [top, bottom] = [camera.screenY(max[1]), camera.screenY(min[1])];
  return [left, top, right, top, right, bottom, left, bottom];
}

/**
 * @param {Pen} pen
 * @param {Camera} camera
 * @param {Palette} palette
 */
function drawGrid(pen, camera, palette) {
  const step = roundLength(64 / camera.scale);
  const lines = [];
  for (let x = Math.ceil(camera.worldX(0) / step); x * step <= camera.worldX(camera.width); x += 1) {
    const at = Math.round(camera.screenX(x * step)) + 0.5;
    lines.push([at, 0, at, camera.height]);
  }
  for (let y = Math.ceil(camera.worldY(camera.height) / step); y * step <= camera.worldY(0); y += 1) {
    const at = Math.round(camera.screenY(y * step)) + 0.5;
    lines.push([0, at, camera.width, at]);
  }
  pen.lines(lines, { colour: mixed(palette.ground, palette.line, 0.6), width: 1 });
}

/**
 * A bar of a round length in the lower left corner.
 *
 * @param {Pen} pen
 * @param {Camera} camera
 * @param {Palette} palette
 * @returns {Label}
 */
function drawScaleBar(pen, camera, palette) {
  const metres = roundLength(56 / camera.scale);
  const [x, y] = [12, camera.height - 12];
  const end = x + metres * camera.scale;
  const points = [x, y - 5, x, y, end, y, end, y - 5];
  pen.line(points, { colour: palette.ground, width: 4, alpha: 0.8 });
  pen.line(points, { colour: palette.ink, width: 1.5 });
  return { text: `${Number(metres.toPrecision(6))} m`, x: end + 8, y, colour: palette.ink, rank: 0 };
}

/**
 * The smallest of 1, 2, 5 times a power of ten that is at least a length.
 *
 * @param {number} length
 */
function roundLength(length) {
  const power = 10 ** Math.floor(Math.log10(length));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= length * 0.999999) ?? 10;
  return factor * power;
}
