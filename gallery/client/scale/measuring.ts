import type { Stage } from "../stage/stage";
import { Crowd } from "./crowd";
import { displayPeriod } from "./device";
import { Search } from "./search";
import type { Place } from "./stepper";
import { frameLimit, type Must, type Trial } from "./trial";

/** The agents get so long (ms) to get going, then so long is measured. */
const WARM_UP = 1000;
const WINDOW = 2000;

/** What a search, or a try of one number, found. */
export interface ScaleResult {
  /** The most agents that were tried and held; 0 if none did. */
  held: number;
  scene: string;
  method: string;
  /** Steps for each second. */
  rate: number;
  /** Time between two decisions of an agent (s); 0 is in each step. */
  decide_every: number;
  must: Must;
  /** Where the steps were done; as long as nothing was, in a worker. */
  stepped: Place;
  renderer: "webgl" | "canvas" | "none";
  cores: number;
  /** Frame to frame (ms) while nothing is drawn, and what a trial's frames may take. */
  display_ms: number;
  frame_limit_ms: number;
  trials: Trial[];
}

/** Where a search stands, for the page. */
export interface Progress {
  say(words: string): void;
  tried(trials: Trial[]): void;
}

export type Settings = Pick<ScaleResult, "scene" | "method" | "rate" | "decide_every" | "must"> & { toml: string };

/** Measures one crowd after the other, on a stage of its own or, without one, undrawn. */
export class Measuring {
  private crowd: Crowd | undefined;
  private stopped = false;

  private constructor(
    private readonly stage: Stage | undefined,
    private readonly settings: Settings,
    private readonly progress: Progress,
    readonly result: ScaleResult,
  ) {}

  static async create(stage: Stage | undefined, settings: Settings, progress: Progress): Promise<Measuring> {
    progress.say("Looking how often the display is drawn.");
    const display = await displayPeriod();
    const { scene, method, rate, decide_every, must } = settings;
    return new Measuring(stage, settings, progress, {
      held: 0,
      scene,
      method,
      rate,
      decide_every,
      must,
      stepped: "worker",
      renderer: stage?.kind ?? "none",
      cores: navigator.hardwareConcurrency || 1,
      display_ms: display,
      frame_limit_ms: frameLimit(display),
      trials: [],
    });
  }

  /** Looks for the most agents. Ends early, with what is known by then, when stopped. */
  async search(): Promise<void> {
    const search = new Search();
    for (let agents = search.next(); agents !== undefined && !this.stopped; agents = search.next()) {
      let trial = await this.measure(agents);
      // Late though its steps are short enough: something else may have held it up. The second look decides.
      if (trial && !trial.holds && trial.step_ms < 1000 / this.settings.rate) {
        trial = await this.measure(agents, { again: true });
      }
      if (trial) search.report(agents, trial.holds);
    }
    this.end();
  }

  /** Lets exactly so many go until stopped, with figures every two seconds. */
  async keepTrying(agents: number): Promise<void> {
    const trial = await this.measure(agents, { keep: true });
    while (trial && this.crowd && !this.stopped) {
      this.crowd.begin();
      await this.wait(WINDOW);
      if (!this.stopped) this.note(this.crowd.trial(this.result.frame_limit_ms, this.result.must), true);
    }
    this.end();
  }

  stop(): void {
    this.stopped = true;
    this.end();
  }

  private end(): void {
    this.crowd?.end();
    this.crowd = undefined;
  }

  // With `keep` the crowd goes on afterwards; `again` puts what is found in the place of the trial before.
  private async measure(agents: number, { keep = false, again = false } = {}): Promise<Trial | undefined> {
    this.progress.say(`${agents.toLocaleString("en")} agents: being placed.`);
    const { toml, method, rate, decide_every } = this.settings;
    const set = [`method=${method}`, `dt=${1 / rate}`, `decide_every=${decide_every}`];
    const crowd = new Crowd(this.stage, { toml, set, agents, rate });
    this.crowd = crowd;
    try {
      await crowd.ready;
      this.result.stepped = crowd.place;
      this.progress.say(`${agents.toLocaleString("en")} agents: measuring.`);
      await this.wait(WARM_UP);
      crowd.begin();
      await this.wait(WINDOW);
    } catch (error) {
      if (!this.stopped) throw error;
    }
    if (this.stopped) return undefined;
    const trial = crowd.trial(this.result.frame_limit_ms, this.result.must);
    this.note(trial, again);
    if (!keep) this.end();
    return trial;
  }

  private note(trial: Trial, replace: boolean): void {
    const { result } = this;
    if (replace) result.trials.pop();
    result.trials.push(trial);
    result.held = Math.max(0, ...result.trials.filter(({ holds }) => holds).map(({ agents }) => agents));
    this.progress.tried(result.trials);
  }

  private wait(time: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, time));
  }
}
