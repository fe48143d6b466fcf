import { draw, make } from "../markup";

const PATHS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M6 4.5h4v15H6zM14 4.5h4v15h-4z",
  step: "M5 4.5v15l9-7.5zM16 4.5h3v15h-3z",
  restart: "M12 5V1.5L6.5 6 12 10.5V7a5.5 5.5 0 1 1-5.5 5.5h-2A7.5 7.5 0 1 0 12 5z",
  plus: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  minus: "M5 11h14v2H5z",
  fit: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",
  next: "M8.5 4.5 16 12l-7.5 7.5L7 18l6-6-6-6z",
  previous: "M15.5 4.5 8 12l7.5 7.5L17 18l-6-6 6-6z",
  close: "M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z",
} as const;

/** A picture for a button. */
export function icon(name: keyof typeof PATHS): SVGSVGElement {
  return draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: PATHS[name] }));
}

/** A button with a picture, and a name for those who can't see it. */
export function iconButton(name: keyof typeof PATHS, label: string, pressed: () => void): HTMLButtonElement {
  return make("button", { type: "button", class: "icon", "aria-label": label, title: label, click: pressed }, icon(name));
}
