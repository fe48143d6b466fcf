/**
 * Words on a picture: from `x`, `y` in CSS pixels, the middle of the line of text, to a side. Those with a lower rank have the
 * first choice of places; 1 if not given, and from 1 on they don't have to be there.
 *
 * @typedef {{ text: string, x: number, y: number, colour: number, side?: "right" | "left" | "centre", rank?: number }} Label
 */

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/** @typedef {{ text: string, colour: number, left: number, top: number }} Placed */

export const LABEL_FONT = "600 12.5px system-ui, sans-serif";
export const LABEL_HEIGHT = 16;
/** Words don't go further than this from where they belong to leave something free that they may hide. */
const NEAR = 48;
/** So much of the picture (px²) there is for each that doesn't have to be there: more of them hide what they speak of. */
const ROOM_EACH = 45_000;
/** How many of these a small picture has all the same. */
const LEAST = 3;
const SHIFTS = [0, -16, 16, -32, 32, -48, 48, -64, 64, -80, 80];

/** @type {Map<string, number>} */
const widths = new Map();
/** @type {CanvasRenderingContext2D | null | undefined} */
let ruler;

/**
 * Finds places where words neither hide each other nor what has to be seen, and if there is room none of what had better be seen.
 * What finds no place, and of what doesn't have to be there more than the picture has room for, is left to the panel.
 *
 * @param {readonly Label[]} labels
 * @param {number} width Of the canvas.
 * @param {number} height
 * @param {readonly Box[]} keepFree
 * @param {readonly Box[]} [betterFree]
 * @returns {Placed[]}
 */
export function placeLabels(labels, width, height, keepFree, betterFree = []) {
  const taken = [...keepFree];
  /** @type {Placed[]} */
  const placed = [];
  let room = Math.max(LEAST, Math.floor((width * height) / ROOM_EACH));
  for (const label of [...labels].sort((a, b) => (a.rank ?? 1) - (b.rank ?? 1))) {
    const mayMiss = (label.rank ?? 1) >= 1;
    if (mayMiss && room === 0) break;
    // Twice the same, as of a way that is both looked at and taken, says no more than once.
    if (mayMiss && placed.some(({ text }) => text === label.text)) continue;
    const wide = textWidth(label.text);
    const wanted = label.x - wide * { right: 0, centre: 0.5, left: 1 }[label.side ?? "right"];
    const left = Math.max(4, Math.min(wanted, width - wide - 4));
    const from = label.y - LABEL_HEIGHT / 2;
    const near = betterFree.filter((box) => box.left < left + wide && left < box.right);
    const top = freePlace(taken, left, from, wide, height, near, NEAR) ?? freePlace(taken, left, from, wide, height);
    if (top === null) continue;
    placed.push({ text: label.text, colour: label.colour, left, top });
    if (mayMiss) room -= 1;
  }
  return placed;
}

/**
 * @param {Box[]} taken
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height
 * @param {readonly Box[]} [others] What may be hidden where nothing else is possible.
 * @param {number} [furthest] So far from where it belongs at most.
 */
function freePlace(taken, left, top, width, height, others = [], furthest = Infinity) {
  for (const shift of SHIFTS) {
    if (Math.abs(shift) > furthest) continue;
    const box = { left, right: left + width, top: top + shift, bottom: top + shift + LABEL_HEIGHT };
    if (box.top < 2 || box.bottom > height - 2) continue;
    if (taken.some((other) => meet(box, other)) || others.some((other) => meet(box, other))) continue;
    taken.push(box);
    return box.top;
  }
  return null;
}

/**
 * @param {Box} a
 * @param {Box} b
 */
function meet(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** @param {string} text */
function textWidth(text) {
  let width = widths.get(text);
  if (width === undefined) {
    ruler ??= document.createElement("canvas").getContext("2d");
    if (ruler) ruler.font = LABEL_FONT;
    width = ruler?.measureText(text).width ?? text.length * 7;
    if (widths.size > 2000) widths.clear();
    widths.set(text, width);
  }
  return width;
}
