import type { MarkKind, MarkShape } from "sidestep";
import { drawArrow } from "../stage/arrows";
import { forceStyle, totalStyle } from "../stage/forces";
import { drawMark } from "../stage/marks";
import type { Palette } from "../stage/palette";
import { PicturePen, type Pen } from "../stage/pen";
import { make } from "../markup";

const [WIDTH, HEIGHT] = [40, 20];

/** The sign of a force as the stage draws it; of the sum of all without a name. */
export function forcePicture(name: string | null, palette: Palette): HTMLCanvasElement {
  return picture((pen) => {
    const style = name === null ? totalStyle(palette) : forceStyle(name, palette);
    drawArrow(pen, 3, HEIGHT / 2, WIDTH - 8, 0, { ...style, size: Math.min(11, style.size ?? 10) }, palette.ground);
  });
}

/** The sign of a mark as the stage draws it. */
export function markPicture(kind: MarkKind, shape: MarkShape["shape"], palette: Palette): HTMLCanvasElement {
  const middle = HEIGHT / 2;
  const shapes: Record<MarkShape["shape"], MarkShape> = {
    point: { shape: "point", at: [WIDTH / 2, kind === "sub-goal" ? HEIGHT - 2 : middle] },
    line: { shape: "line", from: [3, middle], to: [WIDTH - 7, middle] },
    circle: { shape: "circle", center: [WIDTH / 2, middle], radius: 7 },
    polyline: kind === "cluster"
      ? { shape: "polyline", points: [[10, 15], [30, 15], [30, 6], [10, 6], [10, 15]] }
      : { shape: "polyline", points: [[2, middle], [WIDTH / 2, middle], [WIDTH - 5, middle]] },
  };
  return picture((pen) => drawMark(pen, kind, shapes[shape], palette, [WIDTH, HEIGHT]));
}

function picture(draw: (pen: Pen) => void): HTMLCanvasElement {
  const canvas = make("canvas", { class: "picture", "aria-hidden": "true" });
  canvas.width = WIDTH * 2;
  canvas.height = HEIGHT * 2;
  const context = canvas.getContext("2d");
  if (context) {
    context.scale(2, 2);
    draw(new PicturePen(context));
  }
  return canvas;
}
