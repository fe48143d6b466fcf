import { drawArrow } from "./arrows.js";
import { forceStyle, totalStyle } from "./forces.js";
import { drawMark, MARKS } from "./marks.js";
import { make } from "./markup.js";
import { CanvasPen } from "./pen.js";
/** @import { MarkKind, MarkShape } from "sidestep" */
/** @import { Palette } from "./palette.js" */
/** @import { Pen } from "./pen.js" */

const [WIDTH, HEIGHT] = [40, 20];

/**
 * A small picture beside words, drawn as the large one is.
 *
 * @param {(pen: Pen) => void} draw
 */
export function picture(draw) {
  const canvas = make("canvas", { class: "picture", "aria-hidden": "true" });
  canvas.width = WIDTH * 2;
  canvas.height = HEIGHT * 2;
  const context = canvas.getContext("2d");
  if (context) {
    context.scale(2, 2);
    draw(new CanvasPen(context));
  }
  return canvas;
}

/**
 * The sign of a force; of the sum of all without a name.
 *
 * @param {string | null} name
 * @param {Palette} palette
 */
export function forcePicture(name, palette) {
  return picture((pen) => {
    const style = name === null ? totalStyle(palette) : forceStyle(name, palette);
    drawArrow(pen, 3, HEIGHT / 2, WIDTH - 8, 0, { ...style, size: Math.min(11, style.size ?? 10) }, palette.ground);
  });
}

/**
 * The sign of a mark.
 *
 * @param {MarkKind} kind
 * @param {Palette} palette
 * @param {MarkShape["shape"]} [shape]
 */
export function markPicture(kind, palette, shape = MARKS[kind].shape) {
  const middle = HEIGHT / 2;
  /** @type {Record<MarkShape["shape"], MarkShape>} */
  const shapes = {
    point: { shape: "point", at: [WIDTH / 2, kind === "sub-goal" ? HEIGHT - 2 : middle] },
    line: { shape: "line", from: [3, middle], to: [WIDTH - 7, middle] },
    circle: { shape: "circle", center: [WIDTH / 2, middle], radius: 7 },
    polyline: kind === "cluster"
      ? { shape: "polyline", points: [[10, 15], [30, 15], [30, 6], [10, 6], [10, 15]] }
      : { shape: "polyline", points: [[2, middle], [WIDTH / 2, middle], [WIDTH - 5, middle]] },
  };
  return picture((pen) => drawMark(pen, kind, shapes[shape], palette, [WIDTH, HEIGHT]));
}
