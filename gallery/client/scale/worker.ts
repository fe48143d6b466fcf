/** Steps a crowd at a fixed rate, apart from the page: slow steps don't hold up the drawing, nor the other way round. */
import { load, Simulation } from "sidestep";
import type { FromWorker, Start, ToWorker } from "./messages";

// The types of the page don't know workers; this is all that is needed of one.
const page = self as unknown as {
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};

/** Further behind than this (ms), time is dropped instead of being made up for. */
const MOST_BEHIND = 250;

const free: Float32Array<ArrayBuffer>[] = [];

page.onmessage = ({ data }) => {
  if ("free" in data) free.push(data.free);
  else run(data.start).catch((error: unknown) => page.postMessage({ failed: error instanceof Error ? error.message : String(error) }));
};

async function run({ module, toml, set, agents, rate }: Start): Promise<void> {
  await load(module);
  const began = performance.now();
  const simulation = new Simulation(toml, { set, agents, measures: false });
  page.postMessage({ ready: { agents: simulation.agentCount, build_ms: performance.now() - began } });
  const { length } = simulation.frame().agents;
  // One to write to, two that the page draws between.
  for (let count = 0; count < 3; count += 1) free.push(new Float32Array(length));

  const period = 1000 / rate;
  const soon = new MessageChannel();
  let due = performance.now() + period;

  const step = (): void => {
    const start = performance.now();
    simulation.step();
    const end = performance.now();
    // A step is ready in time if it is done before the one after it is due.
    const punctual = end <= due + period;
    let missed = 0;
    due += period;
    if (end - due > MOST_BEHIND) {
      missed = Math.floor((end - due) / period);
      due += missed * period;
    }
    tell(simulation, end - start, punctual, missed);
    const wait = due - performance.now();
    if (wait > 0) setTimeout(step, wait);
    // Not at once: messages must get through in between.
    else soon.port2.postMessage(undefined);
  };
  soon.port1.onmessage = step;
  setTimeout(step, period);
}

function tell(simulation: Simulation, time: number, punctual: boolean, missed: number): void {
  const agents = free.pop();
  if (agents === undefined) {
    page.postMessage({ step: { time, punctual, missed } });
    return;
  }
  agents.set(simulation.frame().agents);
  page.postMessage({ step: { time, punctual, missed, agents } }, [agents.buffer]);
}
