import { readScene } from "sidestep";
import type { Slider } from "./slider";

/** How often agents decide: the same for all of a scene. */
export const deciding: Slider = {
  key: "decide_every",
  label: "Time between decisions",
  unit: "s",
  help: "Agents take turns to decide. In between an agent keeps what it chose, and is still guarded in every step. At 0 each decides in each step, but who is calm decides three times a second, and who is far from all but others half as often.",
  minimum: 0,
  maximum: 1,
  step: 0.1,
  read: (_, simulation) => Number(readScene(simulation.scene())["decide_every"] ?? 0),
};
