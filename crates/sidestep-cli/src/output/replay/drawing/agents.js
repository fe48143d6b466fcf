import { groupColour, GROUP_COLOURS } from "./palette.js";
import { turned } from "./pen.js";
/** @import { Camera } from "./camera.js" */
/** @import { Box } from "./labels.js" */
/** @import { Palette } from "./palette.js" */
/** @import { Pen } from "./pen.js" */

/**
 * Where an agent is on the canvas, in CSS pixels.
 *
 * @typedef {{ x: number, y: number, radius: number }} Body
 */

/** Discs are drawn no smaller than this, in CSS pixels, so that none gets lost. */
export const LEAST_RADIUS = 1.5;
/** Smaller discs, in CSS pixels, carry no signs: nobody could tell them apart. */
export const LEAST_RADIUS_FOR_SIGNS = 4;

/** Signs round a disc, in the order in which they are drawn. */
export const Ring = /** @type {const} */ ({ Touching: 0, Airborne: 1, Blocked: 2 });

/**
 * @param {Camera} camera
 * @param {{ x: number, y: number, radius: number }} agent In metres.
 * @returns {Body}
 */
export function bodyOnCanvas(camera, { x, y, radius }) {
  return { x: camera.screenX(x), y: camera.screenY(y), radius: Math.max(LEAST_RADIUS, radius * camera.scale) };
}

/**
 * The disc of an agent, with a notch where it faces.
 *
 * @param {Pen} pen
 * @param {Body} body
 * @param {readonly [number, number]} facing On the canvas, of length 1.
 * @param {number} colour
 * @param {Palette} palette
 */
export function drawDisc(pen, { x, y, radius }, facing, colour, { ground }) {
  // A rim of the ground's colour keeps discs apart that stand side by side.
  pen.disc(x, y, radius, ground);
  pen.disc(x, y, radius - Math.min(1, radius * 0.1), colour);
  if (radius < LEAST_RADIUS_FOR_SIGNS) return;
  const half = Math.max(0.9 / radius, 0.11);
  pen.area(turned(x, y, facing, radius, [0.47, -half, 0.97, -half, 0.97, half, 0.47, half]), ground);
}

/**
 * The disc of an agent in the colour of its group, and with its sign.
 *
 * @param {Pen} pen
 * @param {Body} body
 * @param {readonly [number, number]} facing On the canvas, of length 1.
 * @param {number} group
 * @param {Palette} palette
 */
export function drawMember(pen, body, facing, group, palette) {
  const { x, y, radius } = body;
  drawDisc(pen, body, facing, groupColour(palette, group), palette);
  if (radius < LEAST_RADIUS_FOR_SIGNS) return;
  drawGroupSign(pen, x - facing[0] * radius * 0.2, y - facing[1] * radius * 0.2, facing, radius * 0.42, group % GROUP_COLOURS, palette.ground);
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {readonly [number, number]} facing
 * @param {number} size
 * @param {number} sign
 * @param {number} colour
 */
function drawGroupSign(pen, x, y, facing, size, sign, colour) {
  /** @type {(along: number, aside: number, long: number, wide: number) => number[]} */
  const box = (along, aside, long, wide) => turned(x, y, facing, size, [
    along - long, aside - wide, along + long, aside - wide, along + long, aside + wide, along - long, aside + wide,
  ]);
  if (sign === 1) pen.disc(x, y, size * 0.62, colour);
  else if (sign === 2) pen.circle(x, y, size * 0.66, { colour, width: size * 0.48 });
  else if (sign === 3) pen.area(box(0, 0, 0.26, 0.95), colour);
  else if (sign === 4) {
    pen.area(box(0, 0, 0.22, 0.9), colour);
    pen.area(box(0, 0, 0.9, 0.22), colour);
  } else if (sign === 5) {
    const [aX, aY, bX, bY] = turned(x, y, facing, size, [0, -0.6, 0, 0.6]);
    pen.disc(aX, aY, size * 0.4, colour);
    pen.disc(bX, bY, size * 0.4, colour);
  } else if (sign === 6) pen.line(box(0, 0, 0.6, 0.6), { colour, width: size * 0.36, closed: true });
  else if (sign === 7) {
    pen.area(box(0.45, 0, 0.18, 0.9), colour);
    pen.area(box(-0.45, 0, 0.18, 0.9), colour);
  }
}

/**
 * The sign round a disc of somebody who touches something, is in the air, or is blocked.
 *
 * @param {Pen} pen
 * @param {Body} body
 * @param {number} ring
 * @param {Palette} palette
 */
export function drawRing(pen, { x, y, radius }, ring, { bad, ground, ink }) {
  if (ring === Ring.Touching) {
    pen.circle(x, y, radius + 1.5, { colour: bad, width: 2.5 });
    for (let spike = 0; spike < 8; spike += 1) {
      const angle = ((spike + 0.5) * Math.PI) / 4;
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      const reach = radius + Math.min(6, 2.5 + radius * 0.2);
      pen.line([x + dx * radius, y + dy * radius, x + dx * reach, y + dy * reach], { colour: bad, width: Math.max(2, radius * 0.3) });
    }
  } else if (ring === Ring.Airborne) {
    pen.circle(x, y, radius * 1.25 + 3, { colour: ink, width: 2 });
  } else {
    const around = 2 * Math.PI * (radius + 3);
    pen.circle(x, y, radius + 3, { colour: ink, width: 2.2, dash: [around / 12, around / 12] });
    const size = Math.min(10, Math.max(3.5, radius * 0.42));
    const [signX, signY] = [x + radius * 0.75 + 1, y - radius * 0.75 - 1];
    pen.disc(signX, signY, size + 1, ground);
    pen.disc(signX, signY, size, ink);
    const [wide, high] = [size * 0.6, Math.max(0.8, size * 0.2)];
    pen.area([signX - wide, signY - high, signX + wide, signY - high, signX + wide, signY + high, signX - wide, signY + high], ground);
  }
}

/**
 * A ring that points an agent out. Returns the box that words leave free.
 *
 * @param {Pen} pen
 * @param {Body} body
 * @param {number} colour
 * @param {Palette} palette
 * @returns {Box}
 */
export function drawHalo(pen, { x, y, radius }, colour, { ground }) {
  const reach = radius + 6;
  pen.circle(x, y, reach, { colour: ground, width: 5 });
  pen.circle(x, y, reach, { colour, width: 2.5 });
  return { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach };
}
