import type { Explanation, Pair } from "sidestep";
import { drawArrow, type ArrowStyle, type Head } from "./arrows";
import type { Camera } from "./camera";
import type { Label } from "./labels";
import { groupColour, type Palette } from "./palette";
import type { Pen } from "./pen";

const HEADS: Head[] = ["triangle", "open", "diamond", "circle", "square", "hollow", "bar"];
const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 2], [1, 4], [12, 4]];
const LONGEST = 110;

/** Where the agent is on the canvas, in CSS pixels. */
export interface Body {
  x: number;
  y: number;
  radius: number;
}

// A behaviour keeps its looks as long as the page is open, on every stage of it.
const known = new Map<string, number>();

export function forceStyle(name: string, palette: Palette): ArrowStyle {
  let index = known.get(name);
  if (index === undefined) known.set(name, (index = known.size));
  return {
    colour: groupColour(palette, index + 1), width: 2.4, head: HEADS[index % HEADS.length] as Head, dash: DASHES[index % DASHES.length] as number[],
  };
}

/** The style of the sum of all forces. */
export function totalStyle(palette: Palette): ArrowStyle {
  return { colour: palette.ink, width: 4.5, size: 15, head: "triangle", dash: [] };
}

export function forceText(newtons: number): string {
  if (newtons >= 1e4) return `${(newtons / 1000).toFixed(1)} kN`;
  return `${newtons.toFixed(newtons < 10 ? 2 : 0)} N`;
}

/** The forces on an agent as arrows from its rim, all on one scale. Faint ones were wanted but not given in full. */
export function drawForces(pen: Pen, camera: Camera, palette: Palette, body: Body, { forces, total }: Explanation, largest: number): Label[] {
  const size = (force: Pair): number => Math.hypot(force[0], force[1]);
  const now = Math.max(size(total), ...forces.map(({ given }) => size(given)));
  // Small forces are not magnified to the size of large ones of a moment ago.
  const reference = Math.max(now, 0.4 * largest);
  if (!(reference > 0)) return [];
  const scale = Math.min(LONGEST, 0.2 * Math.min(camera.width, camera.height)) / reference;
  const labels: Label[] = [];
  const arrow = (force: Pair, style: ArrowStyle, name?: string): void => {
    const length = size(force);
    if (length * scale < 2) return;
    const [dirX, dirY] = [force[0] / length, -force[1] / length];
    const [x, y] = [body.x + dirX * body.radius, body.y + dirY * body.radius];
    const [dx, dy] = [dirX * length * scale, dirY * length * scale];
    drawArrow(pen, x, y, dx, dy, style, palette.ground);
    if (name) labels.push(outward(`${name} ${forceText(length)}`, x, y, dx, dy, style.colour));
  };
  arrow(total, totalStyle(palette), "total");
  for (const { name, wanted, given } of forces) {
    const style = forceStyle(name, palette);
    const cut = Math.hypot(wanted[0] - given[0], wanted[1] - given[1]) > 0.02 * reference;
    if (cut) arrow(wanted, { ...style, width: 1.4, head: "open", alpha: 0.5 });
    arrow(given, style, name);
  }
  return labels.map((label, index) => ({ ...label, rank: index === 0 ? 0 : 0.5 }));
}

/** A label beyond the end of a line from the agent, on the side to which the line points. */
export function outward(text: string, x: number, y: number, dx: number, dy: number, colour: number): Label {
  return {
    text, colour, x: x + dx + (dx < 0 ? -9 : 9), y: y + dy + (dy > Math.abs(dx) ? 12 : 0), side: dx < 0 ? "left" : "right",
  };
}
