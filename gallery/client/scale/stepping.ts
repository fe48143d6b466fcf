import { Simulation } from "sidestep";
import { failed, type FromWorker, type Plan } from "./messages";

/** Further behind than this (ms), time is dropped instead of being made up for. */
const MOST_BEHIND = 250;

/** Steps a crowd at a fixed rate: in a worker, or, where there is none, in the page. The engine must be loaded. */
export class Stepping {
  private readonly simulation: Simulation;
  private readonly free: Float32Array<ArrayBuffer>[] = [];
  private readonly soon = new MessageChannel();
  private readonly period: number;
  private timer: ReturnType<typeof setTimeout>;
  private due: number;

  /** Places the agents and begins. Throws, with the engine's words, if the scene is refused. */
  constructor(
    { toml, set, agents, rate }: Plan,
    private readonly tell: (message: FromWorker, transfer: Transferable[]) => void,
  ) {
    const began = performance.now();
    this.simulation = new Simulation(toml, { set, agents, measures: false });
    tell({ ready: { agents: this.simulation.agentCount, build_ms: performance.now() - began } }, []);
    const { length } = this.simulation.frame().agents;
    // One to write to, two that the page draws between.
    for (let count = 0; count < 3; count += 1) this.free.push(new Float32Array(length));
    this.period = 1000 / rate;
    this.due = performance.now() + this.period;
    this.soon.port1.onmessage = () => this.step();
    this.timer = setTimeout(() => this.step(), this.period);
  }

  /** An array that it may write to again. */
  take(array: Float32Array<ArrayBuffer>): void {
    this.free.push(array);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.soon.port1.close();
    this.simulation.free();
  }

  private step(): void {
    try {
      this.stepInTime();
    } catch (error) {
      this.tell(failed(error), []);
    }
  }

  private stepInTime(): void {
    const { simulation, period } = this;
    const start = performance.now();
    simulation.step();
    const end = performance.now();
    // A step is ready in time if it is done before the one after it is due.
    const punctual = end <= this.due + period;
    let missed = 0;
    this.due += period;
    if (end - this.due > MOST_BEHIND) {
      missed = Math.floor((end - this.due) / period);
      this.due += missed * period;
    }
    this.report(end - start, punctual, missed);
    const wait = this.due - performance.now();
    if (wait > 0) this.timer = setTimeout(() => this.step(), wait);
    // Not at once: messages must get through in between, and in the page frames.
    else this.soon.port2.postMessage(undefined);
  }

  private report(time: number, punctual: boolean, missed: number): void {
    const agents = this.free.pop();
    if (agents === undefined) return this.tell({ step: { time, punctual, missed } }, []);
    agents.set(this.simulation.frame().agents);
    this.tell({ step: { time, punctual, missed, agents } }, [agents.buffer]);
  }
}
