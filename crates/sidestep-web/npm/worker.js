// A simulation that steps in a worker, so that the page never waits for it. What each does: worker.d.ts.

/** The worker of a browser, or that of Node with the same face. */
async function startWorker() {
  if (typeof Worker !== "undefined") return new Worker(new URL("./worker_thread.js", import.meta.url), { type: "module" });
  const { Worker: Thread } = await import(/* @vite-ignore */ "node:worker_threads");
  const thread = new Thread(new URL("./worker_thread.js", import.meta.url));
  return {
    postMessage: (message) => thread.postMessage(message),
    terminate: () => thread.terminate(),
    set onmessage(listener) { thread.on("message", (data) => listener({ data })); },
    set onerror(listener) { thread.on("error", (error) => listener({ message: error.message })); },
  };
}

export class WorkerSimulation {
  #worker;
  #waiting = new Map();
  #asked = 0;
  #ended = null;

  static async create(toml, options = {}) {
    const { engine, ...rest } = options;
    const simulation = new WorkerSimulation();
    simulation.#worker = await startWorker();
    simulation.#worker.onmessage = ({ data }) => simulation.#answer(data);
    simulation.#worker.onerror = ({ message }) => simulation.#end(message || "the worker could not be started");
    try {
      await simulation.#ask("create", [String(toml), rest, engine]);
    } catch (error) {
      simulation.free();
      throw error;
    }
    return simulation;
  }

  advance(seconds, most) { return this.#ask("advance", [seconds, most]); }
  step(count = 1) { return this.#ask("step", [count]); }
  call(method, ...words) { return this.#ask("call", [method, words]); }

  free() {
    this.#end("this simulation was freed; create a new one, or call free() only when it is no longer needed");
    this.#worker.terminate();
  }

  #ask(what, words) {
    if (this.#ended) return Promise.reject(new Error(this.#ended));
    const id = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, what, words });
    });
  }

  #answer({ id, value, error }) {
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(new Error(error));
  }

  #end(why) {
    this.#ended ??= why;
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
  }
}
