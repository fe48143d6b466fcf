import type { Simulation } from "sidestep";

/** A value of a scene that a page lets its readers change. */
export interface Slider {
  /** As for `--set`: "parameters.look_ahead.horizon". */
  key: string;
  label: string;
  unit: string;
  help: string;
  minimum: number;
  maximum: number;
  step: number;
  /** Index of the agent whose specification tells the value in force; the first one if not given. */
  agent?: number;
  /** The value in force, from what the engine was told about that agent (`simulation.spec`), or from the scene as it stands. */
  // The specification has the shape of the Rust library's `AgentSpec`, which grows with it.
  read(spec: Record<string, any>, simulation: Simulation): number | undefined;
}
