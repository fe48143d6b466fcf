import { methods } from "sidestep";

/** Whose tutorial or paper has a method, for those that aren't ours; the first that fits counts. */
const SOURCES: [method: RegExp, source: string][] = [
  [/^classic-[23]/, "F. Bevilacqua, “Collision Avoidance”, 2013"],
  [/^classic-detour$/, "M. Mononen, “Very Temporary Obstacle Avoidance”, 2011"],
  [/^local-grid$/, "a small grid, which M. Mononen names as another way, 2011"],
  [/^classic(-time)?$/, "rocketman, “Unaligned Collision Avoidance”, 2010"],
  [/^(hit-normal|additive|cross)(-rising)?$/, "One Tiny Leap, “Wall or corner avoidance”, 2012"],
  [/^orca$/, "J. van den Berg, S. Guy, M. Lin and D. Manocha, 2011"],
  [/^anticipatory$/, "I. Karamouzas, B. Skinner and S. Guy, 2014"],
];

/** Whose form of a method that is, or `null` if it is ours. */
export function sourceOf(method: string): string | null {
  return SOURCES.find(([names]) => names.test(method))?.[1] ?? null;
}

/** What a method does, and whose it is. */
export function saidOfMethod(method: string): string {
  const description = methods().find(({ name }) => name === method)?.description ?? "";
  const source = sourceOf(method);
  return source === null ? description : `${source}: ${description}`;
}
