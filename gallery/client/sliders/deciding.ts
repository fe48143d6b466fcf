import { readScene } from "sidestep";
import type { Slider } from "./slider";

/** How often agents decide: the same for all of a scene. */
export const deciding: Slider = {
  key: "decide_every",
  label: "Time between decisions",
  unit: "s",
  help: "Agents take turns to decide. In between an agent keeps what it chose, and is still guarded in every step. At 0 each decides in each step.",
  minimum: 0,
  maximum: 0.2,
  step: 0.05,
  read: (_, simulation) => Number(readScene(simulation.scene())["decide_every"] ?? 0),
};
