import type { Slider } from "./slider";

const files = import.meta.glob<Slider[]>(["./*.ts", "!./catalogue.ts", "!./deciding.ts", "!./panel.ts", "!./slider.ts"], { import: "default", eager: true });

/** The sliders of a page, by its name. Throws if there are none. */
export function slidersOf(page: string): Slider[] {
  const found = files[`./${page}.ts`];
  if (!Array.isArray(found)) throw new Error(`there are no sliders called "${page}": a file client/sliders/${page}.ts has to export them`);
  return found;
}
