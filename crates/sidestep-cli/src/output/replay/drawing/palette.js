/**
 * The colours of the page's theme as 0xRRGGBB.
 *
 * @typedef {object} Palette
 * @property {number} ground What the world stands on.
 * @property {number} surface What lies outside of its edges.
 * @property {number} ink
 * @property {number} quiet
 * @property {number} line
 * @property {number} accent
 * @property {number} bad
 * @property {number} stone
 * @property {number} stoneEdge
 * @property {number[]} groups
 */

export const GROUP_COLOURS = 8;

/** @type {CanvasRenderingContext2D | null | undefined} */
let colourParser;

/**
 * Reads the custom properties that hold at an element, such as `--ink`.
 *
 * @param {Element} element
 * @returns {(name: string) => number}
 */
export function colourReader(element) {
  const style = getComputedStyle(element);
  colourParser ??= document.createElement("canvas").getContext("2d");
  return (name) => {
    if (!colourParser) return 0;
    // A canvas writes every opaque colour as #rrggbb.
    colourParser.fillStyle = style.getPropertyValue(`--${name}`).trim();
    return parseInt(String(colourParser.fillStyle).slice(1), 16);
  };
}

/**
 * @param {Element} element
 * @returns {Palette}
 */
export function readPalette(element) {
  const colour = colourReader(element);
  return {
    ground: colour("ground"),
    surface: colour("surface"),
    ink: colour("ink"),
    quiet: colour("quiet"),
    line: colour("line"),
    accent: colour("accent"),
    bad: colour("bad"),
    stone: colour("stone"),
    stoneEdge: colour("stone-edge"),
    groups: Array.from({ length: GROUP_COLOURS }, (_, index) => colour(`group-${index}`)),
  };
}

/**
 * The colour of a group; more groups than colours share them, and differ by name only.
 *
 * @param {Palette} palette
 * @param {number} group
 * @returns {number}
 */
export function groupColour(palette, group) {
  return palette.groups[group % GROUP_COLOURS];
}

/**
 * Between two colours: 0 gives the first, 1 the second.
 *
 * @param {number} from
 * @param {number} to
 * @param {number} share
 */
export function mixed(from, to, share) {
  /** @param {number} shift */
  const channel = (shift) => {
    const [a, b] = [(from >> shift) & 255, (to >> shift) & 255];
    return Math.round(a + (b - a) * share) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}

/** @param {number} colour */
export function cssColour(colour) {
  return `#${colour.toString(16).padStart(6, "0")}`;
}
