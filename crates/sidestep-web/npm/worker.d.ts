/**
 * A simulation that steps in a worker of its own, in browsers and in Node: large crowds don't hold up the page.
 */
import type { AgentEvent, Frame, Options, Simulation, Source } from "@sidestep/engine";

/** What is to be drawn after a step, and what has happened in it. The arrays are copies that stay valid. */
export interface Picture extends Frame {
  /** Simulated time (s). */
  time: number;
  steps: number;
  over: boolean;
  /** How many steps were done for this picture. */
  done: number;
  events: AgentEvent[];
}

type Methods = {
  [Name in keyof Simulation as Simulation[Name] extends (...words: never[]) => unknown
    ? Exclude<Name, "free" | "frame" | "advance" | "step"> : never]: Simulation[Name];
};

/** A scene that runs in a worker. Each call is answered in the order in which they were made. */
export class WorkerSimulation {
  private constructor();
  /** Starts a worker and builds a scene in it. Rejects with the engine's words. `engine` is where the WebAssembly comes from, if not from beside the package. */
  static create(toml: string, options?: Options & { engine?: Exclude<Source, Request | Response | Promise<Response>> }): Promise<WorkerSimulation>;
  /** As {@link Simulation.advance}. */
  advance(seconds: number, most?: number): Promise<Picture>;
  /** As {@link Simulation.step}. */
  step(count?: number): Promise<Picture>;
  /** Calls any other method of {@link Simulation}: `await crowd.call("jump", 3, [4, 0])`. */
  call<Name extends keyof Methods>(
    method: Name, ...words: Parameters<Extract<Methods[Name], (...words: never[]) => unknown>>
  ): Promise<ReturnType<Extract<Methods[Name], (...words: never[]) => unknown>>>;
  /** Ends the worker. What isn't answered yet is rejected. */
  free(): void;
}
