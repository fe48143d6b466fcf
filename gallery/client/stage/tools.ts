import type { Camera } from "drawing/camera";
import type { Label } from "drawing/labels";
import type { Palette } from "drawing/palette";
import type { Pen } from "drawing/pen";
import type { Outline, Pair } from "sidestep";

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

/** A crate that would stand somewhere: in the colour of a warning if it would close somebody's way. */
export function drawPlanned(pen: Pen, camera: Camera, { outline, closes }: { outline: Outline; closes: number }, palette: Palette): Label[] {
  const colour = closes > 0 ? palette.bad : palette.quiet;
  const line = { colour, width: closes > 0 ? 3 : 1.5, dash: [6, 4] };
  const on = ([x, y]: Pair): Pair => [camera.screenX(x), camera.screenY(y)];
  const points = outline.kind === "polygon" ? outline.points.map(on) : [];
  if (outline.kind === "circle") {
    const [x, y] = on(outline.center);
    if (closes > 0) pen.disc(x, y, outline.radius * camera.scale, colour, 0.25);
    pen.circle(x, y, outline.radius * camera.scale, line);
    points.push([x, y - outline.radius * camera.scale], [x, y]);
  } else {
    if (closes > 0) pen.area(points.flat(), colour, 0.25);
    pen.line(points.flat(), { ...line, closed: true });
  }
  if (closes === 0) return [];
  const x = points.reduce((sum, point) => sum + point[0], 0) / points.length;
  const text = closes === 1 ? "closes the only way of one agent" : `closes the only way of ${closes} agents`;
  return [{ text, x, y: Math.min(...points.map((point) => point[1])) - 10, side: "centre", colour, rank: 0 }];
}
