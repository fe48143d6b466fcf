import type { Player } from "./player";
import { Signal } from "./signal";

/** Choices of speed, in simulated seconds for a second. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4];

const SECONDS_BEFORE_RESTART = 4;
const MEASURES_EVERY = 250;
// A page that stood still, or a slow machine, doesn't have to catch up.
const LONGEST_TICK = 0.1;

export interface GroupOptions {
  /** Whether a scene that is over starts again after a few seconds; yes if not given. */
  loop?: boolean;
  /** Whether it stands still at first; as the reader's system wishes if not given. */
  paused?: boolean;
}

/** One clock for one or several scenes: they do the same number of steps and have one set of controls. */
export class PlayerGroup {
  readonly players: Player[] = [];
  /** All that the controls show may have changed. */
  readonly onState = new Signal();
  /** Time for new figures. */
  readonly onMeasures = new Signal();
  readonly onRestart = new Signal();

  private stopped: boolean;
  private pace = 1;
  private seen = true;
  private overSince: number | null = null;
  private last: number | null = null;
  private measured = -Infinity;
  private request = 0;
  private readonly observer: IntersectionObserver;
  private readonly stop = new AbortController();
  private readonly loop: boolean;

  /** `area` is what has to be on the screen for time to pass. */
  constructor(area: HTMLElement, { loop = true, paused = matchMedia("(prefers-reduced-motion: reduce)").matches }: GroupOptions = {}) {
    this.loop = loop;
    this.stopped = paused;
    this.observer = new IntersectionObserver((entries) => {
      this.seen = entries.at(-1)?.isIntersecting ?? true;
      this.wake();
    });
    this.observer.observe(area);
    document.addEventListener("visibilitychange", () => this.wake(), { signal: this.stop.signal });
  }

  add(player: Player): void {
    this.players.push(player);
    player.onStale.listen(() => this.wake());
    this.changed();
  }

  get paused(): boolean {
    return this.stopped;
  }

  get speed(): number {
    return this.pace;
  }

  set speed(speed: number) {
    this.pace = speed;
    this.changed();
  }

  /** Whether all scenes are over. */
  get over(): boolean {
    return this.players.length > 0 && this.players.every(({ simulation }) => simulation.over);
  }

  /** Seconds until it starts again, or `null` if it doesn't. */
  get restartsIn(): number | null {
    if (!this.loop || this.stopped || this.overSince === null) return null;
    return Math.max(0, SECONDS_BEFORE_RESTART - (performance.now() - this.overSince) / 1000);
  }

  /** Whether nobody could see time pass. */
  get unseen(): boolean {
    return !this.seen || document.hidden;
  }

  /** Draws the forces on all agents of all scenes, or no more. */
  showForces(shown: boolean): void {
    for (const player of this.players) player.forcesOfAll = shown;
    this.changed();
  }

  /** Draws people who walk instead of dots in all scenes, where they are large enough, or dots again. */
  showCharacters(shown: boolean): void {
    for (const player of this.players) player.stage.characters = shown;
    this.changed();
    for (const player of this.players) player.onStale.emit();
  }

  play(): void {
    if (this.over) this.restart();
    this.stopped = false;
    this.changed();
  }

  pause(): void {
    this.stopped = true;
    this.changed();
  }

  toggle(): void {
    if (this.stopped) this.play();
    else this.pause();
  }

  /** One step, after which time stands still. */
  step(): void {
    this.stopped = true;
    for (const player of this.players) {
      player.hands.beforeSteps();
      player.simulation.step();
    }
    this.onMeasures.emit();
    this.changed();
  }

  /** From the beginning; with another seed, if one is given. Returns whether that was accepted. */
  restart(seed?: number): boolean {
    if (seed !== undefined && !this.set([`seed=${seed}`])) return false;
    for (const player of this.players) {
      player.restart();
    }
    this.overSince = null;
    this.onRestart.emit();
    this.onMeasures.emit();
    this.changed();
    return true;
  }

  /** Sets values in all scenes. What one refuses is said there. */
  set(values: string[]): boolean {
    const done = this.players.map((player) => player.attempt((simulation) => simulation.set(values)));
    this.changed();
    return done.every(Boolean);
  }

  destroy(): void {
    cancelAnimationFrame(this.request);
    this.observer.disconnect();
    this.stop.abort();
    for (const player of this.players) player.destroy();
    this.players.length = 0;
  }

  private changed(): void {
    if (!this.over) this.overSince = null;
    this.onState.emit();
    this.wake();
  }

  private wake(): void {
    if (this.request !== 0 || this.stop.signal.aborted) return;
    this.request = requestAnimationFrame((now) => {
      this.request = 0;
      try {
        this.tick(now);
      } catch (error) {
        this.fail(error);
      }
    });
  }

  // What stops a scene is said where the scene is.
  private fail(error: unknown): void {
    this.stopped = true;
    for (const player of this.players) player.onMessage.emit(`Stopped: ${error instanceof Error ? error.message : String(error)}`);
    this.onState.emit();
    console.error(error);
  }

  private tick(now: number): void {
    const running = !this.stopped && !this.unseen;
    const passed = this.last === null ? 0 : Math.min(LONGEST_TICK, (now - this.last) / 1000);
    this.last = running ? now : null;
    if (running) this.run(passed * this.pace, now);
    for (const player of this.players) player.draw();
    if (running && now - this.measured > MEASURES_EVERY) {
      this.measured = now;
      this.onMeasures.emit();
    }
    if (running && (!this.over || this.loop)) this.wake();
  }

  private run(seconds: number, now: number): void {
    const going = this.players.filter(({ simulation }) => !simulation.over);
    for (const player of going) {
      player.hands.beforeSteps();
      player.simulation.advance(seconds, Math.ceil(8 * Math.max(1, this.pace)));
    }
    if (going.length > 1) {
      // The same time gives the same steps, unless one was stepped or built by itself.
      const most = Math.max(...going.map(({ simulation }) => simulation.steps));
      for (const { simulation } of going) if (simulation.steps < most && !simulation.over) simulation.step(most - simulation.steps);
    }
    if (!this.over) return;
    if (this.overSince === null) {
      this.overSince = now;
      this.onMeasures.emit();
      this.onState.emit();
    } else if (this.loop && now - this.overSince > SECONDS_BEFORE_RESTART * 1000) {
      this.restart();
    }
  }
}
