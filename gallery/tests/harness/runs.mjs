import { readFileSync } from "node:fs";
import { AGENT_STRIDE, Simulation, builtInScene, load } from "../../../target/npm/sidestep/index.js";

await load();

/** The text of a scene of the gallery, or else of one that comes with the engine. */
function textOf(name) {
  try {
    return readFileSync(new URL(`../../scenes/${name}.toml`, import.meta.url), "utf8");
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return builtInScene(name);
  }
}

/**
 * Hands a scene, with some of its values set, to `use` as the pages would run it, without a page, and frees it afterwards. It takes
 * no figures unless `measures` says so, which would make its steps longer.
 *
 * @template T
 * @param {string} name
 * @param {string[]} set As with the command's `--set`.
 * @param {(simulation: Simulation) => T} use
 * @returns {T}
 */
export function withScene(name, set, use, measures = false) {
  const simulation = new Simulation(textOf(name), { name, set, measures });
  try {
    return use(simulation);
  } finally {
    simulation.free();
  }
}

/** Lets so many seconds pass in a scene, and calls `look` after each step. */
export function pass(simulation, seconds, look = () => {}) {
  for (const end = simulation.time + seconds; simulation.time < end;) {
    simulation.step();
    look(simulation);
  }
}

/** The figures of a scene after so many seconds, with some of its values set. */
export function figuresOf(name, set, seconds) {
  return withScene(name, set, (simulation) => {
    pass(simulation, seconds);
    return simulation.measures();
  }, true);
}

/** The mean of what `look` says after each step of so many seconds, the first `from` of them left out; `NaN` counts for nothing. */
export function meanOf(name, set, seconds, look, from = 0) {
  return withScene(name, set, (simulation) => {
    let [sum, count] = [0, 0];
    pass(simulation, from);
    pass(simulation, seconds - from, () => {
      const value = look(simulation);
      if (Number.isNaN(value)) return;
      sum += value;
      count += 1;
    });
    return sum / count;
  });
}

/**
 * Where everybody is, in the order of the scene.
 *
 * @returns {{x: number, y: number, heading: [number, number], speed: number, radius: number}[]}
 */
export function people(simulation) {
  const { agents } = simulation.frame();
  return Array.from({ length: agents.length / AGENT_STRIDE }, (_, index) => {
    const [x, y, hx, hy, speed, radius] = agents.subarray(index * AGENT_STRIDE, (index + 1) * AGENT_STRIDE);
    return { x, y, heading: [hx, hy], speed, radius };
  });
}

/** The distance of two places. */
export const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** The mean of numbers. */
export const mean = (numbers) => numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
