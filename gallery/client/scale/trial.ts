/** What one number of agents showed. */
export interface Trial {
  agents: number;
  /** Whether all that must keep up did. */
  holds: boolean;
  /** Median time of a step of the simulation (ms). */
  step_ms: number;
  /** Steps and frames for each second of the trial. */
  steps_per_second: number;
  frames_per_second: number;
  /** Median time from frame to frame (ms). */
  frame_ms: number;
  /** Median time that drawing took of the page's script (ms). */
  draw_ms: number;
  /** Share of the steps that were ready when they were due. */
  steps_on_time: number;
  /** Number of frames and of steps that this is from, and in how much time (ms). */
  frames: number;
  steps: number;
  measured_ms: number;
  /** How long it took to place the agents (ms). */
  build_ms: number;
}

/** What has to keep up for a number of agents to hold. */
export type Must = "steps-and-frames" | "steps";

/** Frames may take so long (ms) to count as 60 a second. */
const LONGEST_FRAME = 17.5;
/** The share of the steps that must be on time. */
export const LEAST_ON_TIME = 0.98;
/** So many of the frames that fit into the time must have come: a median alone overlooks a page that stood still. */
const LEAST_FRAMES = 0.9;
/** A display slower than 60 Hz limits the frames itself; so much above its own time (as a factor) is let pass. */
const DISPLAY_TOLERANCE = 1.05;

/** How long (ms) a frame may take on a display that by itself takes `display` ms for each. */
export function frameLimit(display: number): number {
  return Math.max(LONGEST_FRAME, display * DISPLAY_TOLERANCE);
}

/** Collects what happens during a trial. */
export class Figures {
  private readonly frameTimes: number[] = [];
  private readonly drawTimes: number[] = [];
  private readonly stepTimes: number[] = [];
  private onTime = 0;
  private due = 0;

  /** A picture took `drawing` ms; it came `interval` ms after the one before, if there was one in this trial. */
  frame(interval: number | undefined, drawing: number): void {
    if (interval !== undefined) this.frameTimes.push(interval);
    this.drawTimes.push(drawing);
  }

  /** A step took `time` ms; before it, `missed` others were due and weren't done. */
  step(time: number, punctual: boolean, missed: number): void {
    this.stepTimes.push(time);
    this.due += 1 + missed;
    if (punctual) this.onTime += 1;
  }

  /** What was collected in so much time (ms). */
  trial(agents: number, build: number, limit: number, elapsed: number, must: Must): Trial {
    const frame = median(this.frameTimes);
    const enough = this.drawTimes.length >= (LEAST_FRAMES * elapsed) / limit;
    const share = this.due === 0 ? 0 : this.onTime / this.due;
    return {
      agents,
      holds: (must === "steps" || (enough && frame <= limit)) && share >= LEAST_ON_TIME,
      step_ms: median(this.stepTimes),
      steps_per_second: (1000 * this.stepTimes.length) / elapsed,
      frames_per_second: (1000 * this.drawTimes.length) / elapsed,
      frame_ms: frame,
      draw_ms: median(this.drawTimes),
      steps_on_time: share,
      frames: this.drawTimes.length,
      steps: this.stepTimes.length,
      measured_ms: elapsed,
      build_ms: build,
    };
  }
}

/** The middle one of some numbers; not a number without any. */
export function median(values: number[]): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
