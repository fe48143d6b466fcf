import { drawArrow } from "./arrows.js";
import { forceName } from "./names.js";
import { groupColour } from "./palette.js";
/** @import { Explanation, Pair } from "sidestep" */
/** @import { Body } from "./agents.js" */
/** @import { ArrowStyle, Head } from "./arrows.js" */
/** @import { Camera } from "./camera.js" */
/** @import { Label } from "./labels.js" */
/** @import { Palette } from "./palette.js" */
/** @import { Pen } from "./pen.js" */

/** @type {Head[]} */
const HEADS = ["triangle", "open", "diamond", "circle", "square", "hollow", "bar"];
const FORCE_DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 2], [1, 4], [12, 4]];
const LONGEST_ARROW = 110;

/**
 * A behaviour keeps its looks as long as the page is open, in every picture of it.
 *
 * @type {Map<string, number>}
 */
const knownForces = new Map();

/**
 * @param {string} name
 * @param {Palette} palette
 * @returns {ArrowStyle}
 */
export function forceStyle(name, palette) {
  const index = knownForces.get(name) ?? knownForces.size;
  knownForces.set(name, index);
  return { colour: groupColour(palette, index + 1), width: 2.4, head: HEADS[index % HEADS.length], dash: FORCE_DASHES[index % FORCE_DASHES.length] };
}

/**
 * The style of the sum of all forces.
 *
 * @param {Palette} palette
 * @returns {ArrowStyle}
 */
export function totalStyle(palette) {
  return { colour: palette.ink, width: 4.5, size: 15, head: "triangle", dash: [] };
}

/**
 * The size of a force in words.
 *
 * @param {Pair} force
 */
export function forceText(force) {
  const newtons = Math.hypot(...force);
  if (newtons >= 1e4) return `${(newtons / 1000).toFixed(1)} kN`;
  return `${newtons.toFixed(newtons < 10 ? 2 : 0)} N`;
}

/**
 * The forces on an agent as arrows from its rim, all on one scale. Faint ones were wanted but not given in full. `largest` is the
 * largest force of a longer time (N). The numbers are those that were `told` beside the picture, where they are told less often.
 *
 * @param {Pen} pen
 * @param {Camera} camera
 * @param {Palette} palette
 * @param {Body} body
 * @param {Explanation} explanation
 * @param {number} largest
 * @param {Explanation | null} told
 */
export function drawForces(pen, camera, palette, body, { forces, total }, largest, told = null) {
  const now = Math.max(Math.hypot(...total), ...forces.map(({ given }) => Math.hypot(...given)));
  // Small forces are not magnified to the size of large ones of another moment.
  const reference = Math.max(now, 0.4 * largest);
  if (!(reference > 0)) return [];
  const scale = Math.min(LONGEST_ARROW, 0.2 * Math.min(camera.width, camera.height)) / reference;
  /** @type {(name: string) => Pair | undefined} */
  const toldForce = (name) => (name === "total" ? told?.total : told?.forces.find((force) => force.name === name)?.given);
  /** @type {Label[]} */
  const labels = [];
  /** @type {(force: Pair, style: ArrowStyle, name?: string) => void} */
  const arrow = (force, style, name) => {
    const length = Math.hypot(...force);
    if (!(length * scale >= 2)) return;
    const [dirX, dirY] = [force[0] / length, -force[1] / length];
    const [x, y] = [body.x + dirX * body.radius, body.y + dirY * body.radius];
    const [dx, dy] = [dirX * length * scale, dirY * length * scale];
    drawArrow(pen, x, y, dx, dy, style, palette.ground);
    if (name) labels.push(outward(`${name === "total" ? name : forceName(name)} ${forceText(toldForce(name) ?? force)}`, x, y, dx, dy, style.colour));
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

/**
 * A label beyond the end of a line from the agent, on the side to which the line points.
 *
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} dx
 * @param {number} dy
 * @param {number} colour
 * @returns {Label}
 */
export function outward(text, x, y, dx, dy, colour) {
  return { text, colour, x: x + dx + (dx < 0 ? -9 : 9), y: y + dy + (dy > Math.abs(dx) ? 12 : 0), side: dx < 0 ? "left" : "right" };
}
