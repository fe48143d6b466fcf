// What runs in the worker of worker.js: one simulation, asked by messages.
import { load, Simulation } from "./index.js";

const port = typeof self !== "undefined" && typeof self.postMessage === "function" ? self : (await import(/* @vite-ignore */ "node:worker_threads")).parentPort;
let simulation;

/** The picture as it is now, in arrays of its own: they change hands and aren't copied again. */
function picture(done) {
  const { agents, obstacles, targets } = simulation.frame();
  const { time, steps, over } = simulation;
  const arrays = { agents: agents.slice(), obstacles: obstacles.slice(), targets: targets.slice() };
  const value = { ...arrays, time, steps, over, done, events: simulation.events() };
  return { value, handed: Object.values(arrays).map(({ buffer }) => buffer) };
}

const answers = {
  async create(toml, options, engine) {
    await load(engine);
    simulation = new Simulation(toml, options);
    return {};
  },
  advance(seconds, most) { return picture(simulation.advance(seconds, most)); },
  step(count) {
    simulation.step(count);
    return picture(count);
  },
  call(method, words) {
    const found = method !== "constructor" && method !== "free" && Object.getOwnPropertyDescriptor(Simulation.prototype, method);
    if (!found) throw new Error(`a simulation has no method \`${method}\``);
    return { value: found.get ? simulation[method] : simulation[method](...words) };
  },
};

// One after the other, in the order in which they were asked.
let last = Promise.resolve();
const take = ({ id, what, words }) => {
  last = last.then(async () => {
    try {
      const { value, handed = [] } = await answers[what](...words);
      port.postMessage({ id, value }, handed);
    } catch (error) {
      port.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
};
if (port === globalThis.self) port.onmessage = ({ data }) => take(data);
else port.on("message", take);
