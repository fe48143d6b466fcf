import { AGENT_STRIDE, readScene, type Pair, type Setting } from "sidestep";
import type { Stage } from "../stage/stage";
import { between } from "./between";
import type { FromWorker, Plan } from "./messages";
import { Stepper, type Place } from "./stepper";
import { Figures, type Must, type Trial } from "./trial";

const NO_NUMBERS = new Float32Array(0);

/** A crowd that is stepped apart, if workers are allowed, and drawn frame by frame, if there is a stage to draw on. */
export class Crowd {
  private readonly stepper: Stepper;
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
  private failure: Error | undefined;
  private tellReady!: () => void;
  private tellFailure!: (error: Error) => void;
  /** When all agents are placed. */
  readonly ready = new Promise<void>((resolve, reject) => {
    this.tellReady = resolve;
    this.tellFailure = reject;
  });

  constructor(
    private readonly stage: Stage | undefined,
    private readonly plan: Plan,
  ) {
    this.setting = settingOf(plan);
    stage?.setSetting(this.setting, true);
    // Who waits for it hears of a failure; nobody else has to.
    this.ready.catch(() => undefined);
    this.stepper = new Stepper(plan, (message) => this.hear(message));
    if (stage) this.request = requestAnimationFrame((time) => this.frame(time));
  }

  /** Where it is stepped; known when it is ready. */
  get place(): Place {
    return this.stepper.place;
  }

  /** Forgets what was measured so far. */
  begin(): void {
    this.figures = new Figures();
    this.began = performance.now();
    this.lastFrame = undefined;
  }

  /** What was measured since then. Throws if the crowd has failed meanwhile. */
  trial(limit: number, must: Must): Trial {
    if (this.failure) throw this.failure;
    return this.figures.trial(this.plan.agents, this.build, limit, performance.now() - this.began, must);
  }

  end(): void {
    this.ended = true;
    cancelAnimationFrame(this.request);
    this.stepper.end();
    this.tellFailure(new Error("stopped"));
  }

  private hear(message: FromWorker): void {
    if (this.ended || "works" in message) return;
    if ("failed" in message) {
      this.failure = new Error(message.failed);
      return this.tellFailure(this.failure);
    }
    if ("ready" in message) {
      this.build = message.ready.build_ms;
      return this.tellReady();
    }
    const { time, punctual, missed, agents } = message.step;
    this.figures.step(time, punctual, missed);
    if (!agents) return;
    if (this.before) this.stepper.free(this.before);
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
    if (this.now) this.figures.frame(this.lastFrame === undefined ? undefined : time - this.lastFrame, drawing);
    this.lastFrame = time;
  }

  private draw(time: number): void {
    const { before, now, setting } = this;
    if (!now || !this.stage) return;
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
function settingOf({ toml, agents, rate }: Plan): Setting {
  const scene = readScene(toml) as { bounds: { min: Pair; max: Pair }; agents: { name?: string; count: number }[] };
  const factor = Math.sqrt(agents / scene.agents.reduce((sum, { count }) => sum + count, 0));
  const stretched = ([x, y]: Pair): Pair => [x * factor, y * factor];
  return {
    scene: `crowd of ${agents}`,
    title: "",
    method: "",
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
