import { AGENT_STRIDE, AgentFlag, Simulation, type Explanation, type Options, type Setting } from "sidestep";
import { Stage, type Overlay, type StageOptions } from "../stage/stage";
import { Hands, type Touch } from "./hands";
import { Signal } from "./signal";

export interface PlayerOptions extends StageOptions, Options {
  /** The scene. */
  toml: string;
  /** What the pointer does on free ground. */
  touch?: Touch;
  /** Agent that is selected at first. */
  select?: number | null;
}

// Goals of more agents than this would hide the scene.
const MOST_AGENTS_WITH_GOALS = 60;
// More often than this nobody could read what is told.
const MILLISECONDS_BETWEEN = 150;
const MOST_AGENTS_EXPLAINED = 300;
const FORCE_MEMORY = 0.97;
// Share of an agent's largest force: as long as all forces are below it, their arrows are short.
const WEAK_FORCE = 0.25;

/** A scene that runs on a stage: what is selected in it, and what is done to it by hand. Time comes from its group. */
export class Player {
  readonly hands: Hands;
  /** The selected agent, or `null`. */
  selected: number | null = null;
  /** Whether it begins without what was done by hand: where that is what the game did in one run. */
  forgetsEdits = false;
  hovered: number | null = null;
  /** What the selected agent considers now. */
  explanation: Explanation | null = null;
  /** The same as it is told in words and numbers, here and there alike: changed seldom enough to be read. */
  told: Explanation | null = null;

  /** What is told has changed. */
  readonly onTold = new Signal();
  readonly onSelected = new Signal();
  /** The setting has changed: walls, obstacles, method … */
  readonly onSetting = new Signal<Setting>();
  /** Something was refused: why, and how to mend it; empty once that is past. */
  readonly onMessage = new Signal<string>();
  /** A new picture is wanted though no time has passed. */
  readonly onStale = new Signal();

  private readonly ending = new AbortController();
  /** Aborted when the player is destroyed: nobody may ask it for anything any more. */
  readonly ended = this.ending.signal;

  private current: Setting;
  private everybody: [agent: number, explanation: Explanation][] | null = null;
  private everybodyAt = -Infinity;
  private explainedAt = "";
  private toldAt = -Infinity;
  private late = 0;
  private largestForce = 0;
  private weakForce = 0;

  private constructor(readonly simulation: Simulation, readonly stage: Stage, touch: Touch) {
    this.current = simulation.setting();
    stage.setSetting(this.current, true);
    stage.onStale = () => this.onStale.emit();
    this.hands = new Hands(this, touch);
    stage.gestures.handler = this.hands;
  }

  /** Builds the world and its stage in an element. Throws, with the engine's words, if the scene is refused. */
  static async create(host: HTMLElement, { toml, touch = "none", select = null, renderer, plain, ...options }: PlayerOptions): Promise<Player> {
    const simulation = new Simulation(toml, options);
    try {
      const stage = await Stage.create(host, { ...(renderer && { renderer }), plain: plain ?? false });
      const player = new Player(simulation, stage, touch);
      if (select !== null) player.select(select);
      return player;
    } catch (error) {
      simulation.free();
      throw error;
    }
  }

  get setting(): Setting {
    if (this.current.agents.length !== this.simulation.agentCount || this.version !== this.simulation.version) this.refresh();
    return this.current;
  }

  private version = -1;

  private refresh(): void {
    this.version = this.simulation.version;
    this.current = this.simulation.setting();
    this.stage.setSetting(this.current);
    this.onSetting.emit(this.current);
  }

  /** Does something that the engine may refuse; a refusal becomes a message. Returns whether it was done. */
  attempt(action: (simulation: Simulation) => void): boolean {
    try {
      action(this.simulation);
      this.onMessage.emit("");
      return true;
    } catch (error) {
      this.onMessage.emit(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      this.explainedAt = "";
      this.onStale.emit();
    }
  }

  select(agent: number | null): void {
    this.selected = agent !== null && agent >= 0 && agent < this.simulation.agentCount ? agent : null;
    this.explainedAt = "";
    this.largestForce = 0;
    const spec = this.selected === null ? null : this.simulation.spec(this.selected);
    this.weakForce = WEAK_FORCE * Number(spec?.body.limits.max_force ?? 0);
    this.explain();
    this.tell();
    this.onSelected.emit();
    this.onStale.emit();
  }

  /** Selects the next agent, or with −1 the one before, among those who are in the world. */
  selectNext(direction: 1 | -1): void {
    const { agents } = this.simulation.frame();
    const count = agents.length / AGENT_STRIDE;
    const from = this.selected ?? (direction > 0 ? -1 : 0);
    for (let step = 1; step <= count; step += 1) {
      const agent = (((from + direction * step) % count) + count) % count;
      if (!((agents[agent * AGENT_STRIDE + 7] as number) & AgentFlag.PRESENT)) continue;
      this.select(agent);
      return;
    }
  }

  /** Whether the forces on all agents are drawn. */
  get forcesOfAll(): boolean {
    return this.everybody !== null;
  }

  set forcesOfAll(shown: boolean) {
    this.everybody = shown ? [] : null;
    this.everybodyAt = -Infinity;
    this.onStale.emit();
  }

  // Not at every picture: each costs a decision of everybody.
  private explainAll(): void {
    if (!this.everybody || performance.now() < this.everybodyAt + MILLISECONDS_BETWEEN) return;
    this.everybodyAt = performance.now();
    const count = Math.min(MOST_AGENTS_EXPLAINED, this.simulation.agentCount);
    this.everybody = Array.from({ length: count }, (_, agent): [number, Explanation | null] => [agent, this.simulation.explain(agent)])
      .filter((each): each is [number, Explanation] => each[1] !== null);
  }

  /** From the beginning, all memory of the run before gone. */
  restart(): void {
    if (this.forgetsEdits) this.simulation.reset();
    else this.simulation.restart();
    this.hands.forget();
    this.stage.clearTrails();
    this.explainedAt = "";
    this.largestForce = 0;
    this.onStale.emit();
  }

  /** Asks what the selected agent considers, if that may have changed. */
  explain(): void {
    const now = `${this.selected} ${this.simulation.steps} ${this.simulation.version}`;
    if (now === this.explainedAt) return;
    this.explainedAt = now;
    this.explanation = this.selected === null ? null : this.simulation.explain(this.selected);
    if (this.explanation) {
      const sizes = [this.explanation.total, ...this.explanation.forces.map(({ given }) => given)].map(([x, y]) => Math.hypot(x, y));
      this.largestForce = Math.max(this.largestForce * FORCE_MEMORY, this.weakForce, ...sizes);
    }
    if (this.late !== 0) return;
    const wait = Math.max(0, this.toldAt + MILLISECONDS_BETWEEN - performance.now());
    if (wait === 0) this.tell();
    else this.late = window.setTimeout(() => {
      this.tell();
      this.onStale.emit();
    }, wait);
  }

  // Not at every picture; but the last state is always told.
  private tell(): void {
    window.clearTimeout(this.late);
    this.late = 0;
    this.toldAt = performance.now();
    this.told = this.explanation;
    this.onTold.emit();
  }

  /** Draws the world as it is now. */
  draw(extra: Overlay = {}): void {
    const { setting } = this;
    this.explain();
    this.explainAll();
    const few = setting.agents.length <= MOST_AGENTS_WITH_GOALS && this.selected === null;
    this.stage.draw(this.simulation.frame(), {
      selected: this.selected,
      hovered: this.hovered,
      explanation: this.explanation,
      told: this.told,
      forcesOfAll: this.everybody ?? [],
      largestForce: this.largestForce,
      goals: few ? setting.agents.map((_, agent) => agent) : [],
      time: this.simulation.time,
      ...this.hands.overlay(),
      ...extra,
    });
  }

  destroy(): void {
    this.ending.abort();
    window.clearTimeout(this.late);
    this.stage.destroy();
    this.simulation.free();
  }
}
