/** What the page and whoever steps the crowd say to each other. */

/** What is tried. */
export interface Plan {
  toml: string;
  /** Values to set in the scene, as with the command's `--set`. */
  set: string[];
  agents: number;
  /** Steps for each second. */
  rate: number;
}

export interface Start {
  module: WebAssembly.Module;
  plan: Plan;
}

/** To the worker: begin, or an array that is free again. */
export type ToWorker = { start: Start } | { free: Float32Array<ArrayBuffer> };

/** From the worker. */
export type FromWorker =
  /** Its script runs: workers aren't refused. */
  | { works: true }
  | { ready: { agents: number; build_ms: number } }
  | {
      step: {
        time: number;
        punctual: boolean;
        missed: number;
        /** The agents as in `Frame.agents`; absent if the page hasn't given back an array to write to. */
        agents?: Float32Array<ArrayBuffer>;
      };
    }
  | { failed: string };

export const failed = (error: unknown): FromWorker => ({ failed: error instanceof Error ? error.message : String(error) });
