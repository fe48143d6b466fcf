/** What the page and the worker that steps the crowd say to each other. */

export interface Start {
  module: WebAssembly.Module;
  toml: string;
  set: string[];
  agents: number;
  /** Steps for each second. */
  rate: number;
}

/** To the worker: begin, or an array that is free again. */
export type ToWorker = { start: Start } | { free: Float32Array<ArrayBuffer> };

/** From the worker. */
export type FromWorker =
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
