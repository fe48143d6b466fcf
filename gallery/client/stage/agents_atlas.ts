import { groupColour, GROUP_COLOURS, type Palette } from "./palette";
import { PicturePen, type Pen } from "./pen";

/** Side of the square of each picture in the atlas, in pixels. */
export const CELL = 96;
/** Radius of the disc in each picture, in pixels. */
export const DISC_RADIUS = 28;
/** Signs round a disc, in the order in which they follow the discs of the groups. */
export const Ring = { Touching: 0, Airborne: 1, Blocked: 2 } as const;

/** One row of pictures: a disc that faces right for each group, then the rings. */
export function agentAtlas(palette: Palette): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = CELL * (GROUP_COLOURS + 3);
  canvas.height = CELL;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser can't draw: it gives no canvas");
  const pen = new PicturePen(context);
  for (let index = 0; index < GROUP_COLOURS + 3; index += 1) {
    const [x, y] = [CELL * (index + 0.5), CELL / 2];
    if (index < GROUP_COLOURS) drawDisc(pen, x, y, DISC_RADIUS, index, palette);
    else drawRing(pen, x, y, DISC_RADIUS, index - GROUP_COLOURS, palette);
  }
  return canvas;
}

/** The disc of a group that faces right, with its notch and its sign. */
export function drawDisc(pen: Pen, x: number, y: number, radius: number, group: number, palette: Palette): void {
  pen.disc(x, y, radius, palette.ground);
  pen.disc(x, y, radius - Math.min(1, radius * 0.1), groupColour(palette, group));
  const half = Math.max(0.9, radius * 0.11);
  pen.area(rectangle(x + radius * 0.72, y, radius * 0.25, half), palette.ground);
  drawGroupSign(pen, x - radius * 0.2, y, radius * 0.42, group % GROUP_COLOURS, palette.ground);
}

function drawGroupSign(pen: Pen, x: number, y: number, size: number, sign: number, colour: number): void {
  const bar = (dx: number, dy: number, wide: number, high: number) =>
    pen.area(rectangle(x + dx * size, y + dy * size, wide * size, high * size), colour);
  if (sign === 1) pen.disc(x, y, size * 0.62, colour);
  else if (sign === 2) pen.circle(x, y, size * 0.66, { colour, width: size * 0.48 });
  else if (sign === 3) bar(0, 0, 0.26, 0.95);
  else if (sign === 4) {
    bar(0, 0, 0.22, 0.9);
    bar(0, 0, 0.9, 0.22);
  } else if (sign === 5) {
    for (const side of [-0.6, 0.6]) pen.disc(x, y + side * size, size * 0.4, colour);
  } else if (sign === 6) pen.line(rectangle(x, y, size * 0.6, size * 0.6), { colour, width: size * 0.36, closed: true });
  else if (sign === 7) {
    bar(0.45, 0, 0.18, 0.9);
    bar(-0.45, 0, 0.18, 0.9);
  }
}

/** The sign round a disc of somebody who touches something, is in the air, or is blocked. */
export function drawRing(pen: Pen, x: number, y: number, radius: number, ring: number, palette: Palette): void {
  if (ring === Ring.Touching) {
    pen.circle(x, y, radius + 1.5, { colour: palette.bad, width: 2.5 });
    for (let spike = 0; spike < 8; spike += 1) {
      const angle = ((spike + 0.5) * Math.PI) / 4;
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      const reach = radius + Math.min(6, 2.5 + radius * 0.2);
      pen.line([x + dx * radius, y + dy * radius, x + dx * reach, y + dy * reach], { colour: palette.bad, width: Math.max(2, radius * 0.3) });
    }
  } else if (ring === Ring.Airborne) {
    pen.circle(x, y, radius * 1.25 + 3, { colour: palette.ink, width: 2 });
  } else {
    const around = 2 * Math.PI * (radius + 3);
    pen.circle(x, y, radius + 3, { colour: palette.ink, width: 2.2, dash: [around / 12, around / 12] });
    const size = Math.min(10, Math.max(3.5, radius * 0.42));
    const [signX, signY] = [x + radius * 0.75 + 1, y - radius * 0.75 - 1];
    pen.disc(signX, signY, size + 1, palette.ground);
    pen.disc(signX, signY, size, palette.ink);
    pen.area(rectangle(signX, signY, size * 0.6, Math.max(0.8, size * 0.2)), palette.ground);
  }
}

function rectangle(x: number, y: number, wide: number, high: number): number[] {
  return [x - wide, y - high, x + wide, y - high, x + wide, y + high, x - wide, y + high];
}
