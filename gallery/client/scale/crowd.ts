import { AGENT_STRIDE, readScene, type Pair, type Setting } from "sidestep";
import { engineModule } from "../core";
import type { Stage } from "../stage/stage";
import { between } from "./between";
import type { FromWorker, ToWorker } from "./messages";
import { Figures, type Must, type Trial } from "./trial";
import CrowdWorker from "./worker?worker&inline";

/** What is tried. */
export interface Plan {
  toml: string;
  method: string;
  agents: number;
  /** Steps for each second. */
  rate: number;
}

const NO_NUMBERS = new Float32Array(0);

/** A crowd that a worker steps and a stage draws, frame by frame. */
export class Crowd {
  private readonly worker = new CrowdWorker();
  private readonly setting: Setting;
  private figures = new Figures();
  private build = Number.NaN;
  private before: Float32Array<ArrayBuffer> | undefined;
  private now: Float32Array<ArrayBuffer> | undefined;
  private drawn: Float32Array = NO_NUMBERS;
  private arrived = 0;
  private began = performance.now();
  private lastFrame: number | undefined;
  private request = 0;
  private ended = false;
  private tellReady!: () => void;
  private tellFailure!: (error: Error) => void;
  /** When all agents are placed. */
  readonly ready = new Promise<void>((resolve, reject) => {
    this.tellReady = resolve;
    this.tellFailure = reject;
  });

  constructor(
    private readonly stage: Stage,
    private readonly plan: Plan,
  ) {
    this.setting = settingOf(plan);
    stage.setSetting(this.setting, true);
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    this.worker.onerror = (event) => this.tellFailure(new Error(`the worker ended: ${event.message}`));
    // Who waits for it hears of a failure; nobody else has to.
    this.ready.catch(() => undefined);
    void this.start();
  }

  /** Forgets what was measured so far. */
  begin(): void {
    this.figures = new Figures();
    this.began = performance.now();
    this.lastFrame = undefined;
  }

  trial(limit: number, must: Must): Trial {
    return this.figures.trial(this.plan.agents, this.build, limit, performance.now() - this.began, must);
  }

  end(): void {
    this.ended = true;
    cancelAnimationFrame(this.request);
    this.worker.terminate();
    this.tellFailure(new Error("stopped"));
  }

  private async start(): Promise<void> {
    const { toml, method, agents, rate } = this.plan;
    const module = await engineModule();
    if (this.ended) return;
    this.post({ start: { module, toml, set: [`method=${method}`, `dt=${1 / rate}`], agents, rate } });
    this.request = requestAnimationFrame((time) => this.frame(time));
  }

  private post(message: ToWorker, transfer: Transferable[] = []): void {
    this.worker.postMessage(message, transfer);
  }

  private hear(message: FromWorker): void {
    if ("failed" in message) return this.tellFailure(new Error(message.failed));
    if ("ready" in message) {
      this.build = message.ready.build_ms;
      return this.tellReady();
    }
    const { time, punctual, missed, agents } = message.step;
    this.figures.step(time, punctual, missed);
    if (!agents) return;
    if (this.before) this.post({ free: this.before }, [this.before.buffer]);
    this.before = this.now;
    this.now = agents;
    this.arrived = performance.now();
  }

  private frame(time: number): void {
    if (this.ended) return;
    this.request = requestAnimationFrame((next) => this.frame(next));
    const began = performance.now();
    this.draw(began);
    const drawing = performance.now() - began;
    if (this.lastFrame !== undefined) this.figures.frame(time - this.lastFrame, drawing);
    this.lastFrame = time;
  }

  private draw(time: number): void {
    const { before, now, setting } = this;
    if (!now) return;
    if (this.drawn.length !== now.length) this.drawn = new Float32Array(now.length);
    const share = Math.min(1, ((time - this.arrived) * this.plan.rate) / 1000);
    between(before ?? now, now, AGENT_STRIDE, share, sizeOf(setting), this.drawn);
    this.stage.draw({ agents: this.drawn, obstacles: NO_NUMBERS, targets: NO_NUMBERS });
  }
}

/**
 * What the stage needs to know of a scene that keeps its density: the world, which grows with the number of agents as
 * the engine makes it grow. Nothing else stands in it, and a list of so many agents would only cost time.
 */
function settingOf({ toml, method, agents, rate }: Plan): Setting {
  const scene = readScene(toml) as { bounds: { min: Pair; max: Pair }; agents: { name?: string; count: number }[] };
  const factor = Math.sqrt(agents / scene.agents.reduce((sum, { count }) => sum + count, 0));
  const stretched = ([x, y]: Pair): Pair => [x * factor, y * factor];
  return {
    scene: `crowd of ${agents}`,
    title: "",
    method,
    seed: 1,
    dt: 1 / rate,
    bounds: { kind: "torus", min: stretched(scene.bounds.min), max: stretched(scene.bounds.max) },
    walls: [],
    obstacles: [],
    agents: [],
    groups: scene.agents.map(({ name }, index) => name ?? `group-${index + 1}`),
    targets: [],
  };
}

function sizeOf({ bounds }: Setting): [number, number] {
  if (bounds.kind === "open") return [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  return [bounds.max[0] - bounds.min[0], bounds.max[1] - bounds.min[1]];
}
