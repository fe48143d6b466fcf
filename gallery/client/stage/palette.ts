import { Color } from "pixi.js";

/** The colours of the page's theme as numbers, as the drawing wants them. */
export interface Palette {
  ground: number;
  surface: number;
  ink: number;
  quiet: number;
  line: number;
  accent: number;
  good: number;
  bad: number;
  stone: number;
  stoneEdge: number;
  groups: number[];
}

export const GROUP_COLOURS = 8;

/** Reads the custom properties that hold at an element. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const colour = (name: string, otherwise: string): number => {
    const value = style.getPropertyValue(`--${name}`).trim() || otherwise;
    return new Color(value).toNumber();
  };
  return {
    ground: colour("ground", "#ffffff"),
    surface: colour("surface", "#f2f2f2"),
    ink: colour("ink", "#1a1a1a"),
    quiet: colour("quiet", "#5a5a5a"),
    line: colour("line", "#d8d8d8"),
    accent: colour("accent", "#0b6b74"),
    good: colour("good", "#1b7340"),
    bad: colour("bad", "#b3261e"),
    stone: colour("stone", "#c3c0b8"),
    stoneEdge: colour("stone-edge", "#6f6a5e"),
    groups: Array.from({ length: GROUP_COLOURS }, (_, index) => colour(`group-${index}`, "#1f6fb2")),
  };
}

/** Calls back whenever the page changes between light and dark. Returns how to stop that. */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "style", "data-theme"] });
  const query = matchMedia("(prefers-color-scheme: dark)");
  query.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    query.removeEventListener("change", changed);
  };
}

/** The colour of a group; more groups than colours share them, and differ by name only. */
export function groupColour(palette: Palette, group: number): number {
  return palette.groups[group % GROUP_COLOURS] ?? palette.accent;
}

/** Between two colours: 0 gives the first, 1 the second. */
export function mixed(from: number, to: number, share: number): number {
  const channel = (shift: number): number => {
    const [a, b] = [(from >> shift) & 255, (to >> shift) & 255];
    return Math.round(a + (b - a) * share) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}
