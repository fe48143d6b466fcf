import type { Camera } from "drawing/camera";
import type { Label } from "drawing/labels";
import type { Palette } from "drawing/palette";
import type { Pen } from "drawing/pen";
import type { Pair } from "sidestep";

/** The sign at the place to which everybody goes because the pointer is there. */
export function drawPointerGoal(pen: Pen, camera: Camera, [atX, atY]: Pair, palette: Palette): void {
  const [x, y] = [camera.screenX(atX), camera.screenY(atY)];
  for (const [colour, extra] of [[palette.ground, 3], [palette.accent, 0]] as const) {
    pen.circle(x, y, 11, { colour, width: 2.5 + extra });
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
      pen.line([x + dx * 7, y + dy * 7, x + dx * 16, y + dy * 16], { colour, width: 2.5 + extra });
    }
  }
  pen.disc(x, y, 2.5, palette.accent);
}

/** The keyboard's cursor on free ground. */
export function drawCursor(pen: Pen, camera: Camera, { at, text }: { at: Pair; text: string }, palette: Palette): Label {
  const [x, y] = [camera.screenX(at[0]), camera.screenY(at[1])];
  const size = Math.max(10, 0.6 * camera.scale);
  for (const [colour, width] of [[palette.ground, 5], [palette.accent, 2.5]] as const) {
    for (const [dx, dy] of [[1, 1], [1, -1], [-1, -1], [-1, 1]] as const) {
      const [cornerX, cornerY] = [x + dx * size, y + dy * size];
      pen.line([cornerX - dx * 6, cornerY, cornerX, cornerY, cornerX, cornerY - dy * 6], { colour, width });
    }
  }
  return { text, x, y: y + size + 14, side: "centre", colour: palette.accent, rank: 0 };
}

/** Ends of walls that can be taken. */
export function drawHandles(pen: Pen, camera: Camera, handles: Pair[], palette: Palette): void {
  for (const [x, y] of handles) {
    pen.disc(camera.screenX(x), camera.screenY(y), 6, palette.ground);
    pen.circle(camera.screenX(x), camera.screenY(y), 6, { colour: palette.accent, width: 2.5 });
  }
}
