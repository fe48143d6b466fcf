import { drawMember, drawRing } from "drawing/agents";
import { GROUP_COLOURS, type Palette } from "drawing/palette";
import { CanvasPen } from "drawing/pen";

/** Side of the square of each picture in the atlas, in pixels. */
export const CELL = 96;
/** Radius of the disc in each picture, in pixels. */
export const DISC_RADIUS = 28;

/** One row of pictures: a disc that faces right for each group, then the rings. */
export function agentAtlas(palette: Palette): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = CELL * (GROUP_COLOURS + 3);
  canvas.height = CELL;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser can't draw: it gives no canvas");
  const pen = new CanvasPen(context);
  for (let index = 0; index < GROUP_COLOURS + 3; index += 1) {
    const body = { x: CELL * (index + 0.5), y: CELL / 2, radius: DISC_RADIUS };
    if (index < GROUP_COLOURS) drawMember(pen, body, [1, 0], index, palette);
    else drawRing(pen, body, index - GROUP_COLOURS, palette);
  }
  return canvas;
}
