import type { Bounds } from "sidestep";
import type { Camera } from "./camera";
import { mixed, type Palette } from "./palette";
import type { Pen } from "./pen";

/** What lies below everything: the bright ground, a grid, the edges of the world, and how long a metre is. */
export function drawGround(pen: Pen, camera: Camera, bounds: Bounds, palette: Palette): void {
  if (bounds.kind !== "open") {
    pen.area([0, 0, camera.width, 0, camera.width, camera.height, 0, camera.height], palette.surface);
    pen.area(edges(camera, bounds), palette.ground);
  }
  drawGrid(pen, camera, palette);
  if (bounds.kind !== "open") {
    const dash = bounds.kind === "torus" ? [9, 6] : undefined;
    pen.line(edges(camera, bounds), { colour: palette.ink, width: bounds.kind === "torus" ? 2 : 3, closed: true, ...(dash && { dash }) });
  }
}

function edges(camera: Camera, { min, max }: Exclude<Bounds, { kind: "open" }>): number[] {
  const [left, right] = [camera.screenX(min[0]), camera.screenX(max[0])];
  const [top, bottom] = [camera.screenY(max[1]), camera.screenY(min[1])];
  return [left, top, right, top, right, bottom, left, bottom];
}

function drawGrid(pen: Pen, camera: Camera, palette: Palette): void {
  const step = roundLength(64 / camera.scale);
  const line = { colour: mixed(palette.ground, palette.line, 0.6), width: 1 };
  const lines: number[][] = [];
  for (let x = Math.ceil(camera.worldX(0) / step); x * step <= camera.worldX(camera.width); x += 1) {
    const at = Math.round(camera.screenX(x * step)) + 0.5;
    lines.push([at, 0, at, camera.height]);
  }
  for (let y = Math.ceil(camera.worldY(camera.height) / step); y * step <= camera.worldY(0); y += 1) {
    const at = Math.round(camera.screenY(y * step)) + 0.5;
    lines.push([0, at, camera.width, at]);
  }
  pen.lines(lines, line);
}

/** A bar of a round length in the lower left corner. Returns the words to it and where they go. */
export function drawScaleBar(pen: Pen, camera: Camera, palette: Palette): { text: string; x: number; y: number } {
  const metres = roundLength(56 / camera.scale);
  const [x, y] = [12, camera.height - 12];
  const end = x + metres * camera.scale;
  const points = [x, y - 5, x, y, end, y, end, y - 5];
  pen.line(points, { colour: palette.ground, width: 4, alpha: 0.8 });
  pen.line(points, { colour: palette.ink, width: 1.5 });
  return { text: `${Number(metres.toPrecision(6))} m`, x: end + 8, y };
}

/** The smallest of 1, 2, 5 times a power of ten that is at least a length. */
function roundLength(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= length * 0.999999) ?? 10;
  return factor * power;
}
