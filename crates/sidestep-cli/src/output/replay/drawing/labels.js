/**
 * Words on a picture: from `x`, `y` in CSS pixels, the middle of the line of text, to a side. Those with a lower rank have the
 * first choice of places; 1 if not given.
 *
 * @typedef {{ text: string, x: number, y: number, colour: number, side?: "right" | "left" | "centre", rank?: number }} Label
 */

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

export const LABEL_FONT = "600 12.5px system-ui, sans-serif";
export const LABEL_HEIGHT = 16;
const SHIFTS = [0, -16, 16, -32, 32, -48, 48, -64, 64, -80, 80];

/** @type {Map<string, number>} */
const widths = new Map();
/** @type {CanvasRenderingContext2D | null | undefined} */
let ruler;

/**
 * Finds places where words neither hide each other nor what has to be seen. What finds no place is left to the panel.
 *
 * @param {readonly Label[]} labels
 * @param {number} width Of the canvas.
 * @param {number} height
 * @param {readonly Box[]} keepFree
 */
export function placeLabels(labels, width, height, keepFree) {
  const taken = [...keepFree];
  const placed = [];
  for (const label of [...labels].sort((a, b) => (a.rank ?? 1) - (b.rank ?? 1))) {
    const wide = textWidth(label.text);
    const wanted = label.x - wide * { right: 0, centre: 0.5, left: 1 }[label.side ?? "right"];
    const left = Math.max(4, Math.min(wanted, width - wide - 4));
    const top = freePlace(taken, left, label.y - LABEL_HEIGHT / 2, wide, height);
    if (top !== null) placed.push({ text: label.text, colour: label.colour, left, top });
  }
  return placed;
}

/**
 * @param {Box[]} taken
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height
 */
function freePlace(taken, left, top, width, height) {
  for (const shift of SHIFTS) {
    const box = { left, right: left + width, top: top + shift, bottom: top + shift + LABEL_HEIGHT };
    if (box.top < 2 || box.bottom > height - 2) continue;
    if (taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)) continue;
    taken.push(box);
    return box.top;
  }
  return null;
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
