import type { Camera } from "drawing/camera";
import { groupColour, type Palette } from "drawing/palette";
import type { Pen } from "drawing/pen";
import { AGENT_STRIDE, AgentFlag } from "sidestep";

const SECONDS_BETWEEN = 0.1;
const KEPT = 24;
// Nobody walks further than this between two remembered moments (m).
const LONGEST_STRIDE = 1.5;
const SLICES = 4;
/** With more agents than this, trails would be a tangle, and slow. */
export const MOST_AGENTS_WITH_TRAILS = 400;

/** Where the agents were in the last seconds, as lines that fade. */
export class Trails {
  private readonly places: Float32Array[] = [];
  private last = -Infinity;

  clear(): void {
    this.places.length = 0;
    this.last = -Infinity;
  }

  /** Remembers where everybody is, if it is time to. */
  record(time: number, agents: Float32Array): void {
    if (time < this.last || agents.length !== (this.places[0]?.length ?? agents.length)) this.clear();
    if (time - this.last < SECONDS_BETWEEN) return;
    this.last = time;
    this.places.push(agents.slice());
    if (this.places.length > KEPT) this.places.shift();
  }

  draw(pen: Pen, camera: Camera, agents: Float32Array, palette: Palette): void {
    if (this.places.length === 0) return;
    const frames = [...this.places, agents];
    const size = Math.max(1, Math.ceil((frames.length - 1) / SLICES));
    for (let slice = 0; slice < SLICES; slice += 1) {
      const part = frames.slice(slice * size, slice * size + size + 1);
      const groups = new Map<number, number[][]>();
      for (let at = 0; at < agents.length; at += AGENT_STRIDE) {
        const colour = groupColour(palette, agents[at + 6] as number);
        const lines = groups.get(colour) ?? [];
        groups.set(colour, lines);
        addTrail(lines, part, at, camera);
      }
      for (const [colour, lines] of groups) pen.lines(lines, { colour, width: 1.6, alpha: 0.15 + 0.12 * slice });
    }
  }
}

// Whoever was put somewhere else, or went over an edge of a torus, didn't walk there: the line is broken.
function addTrail(lines: number[][], frames: Float32Array[], at: number, camera: Camera): void {
  let points: number[] = [];
  for (const frame of frames) {
    if (!((frame[at + 7] as number) & AgentFlag.PRESENT)) continue;
    const [x, y] = [camera.screenX(frame[at] as number), camera.screenY(frame[at + 1] as number)];
    const jumped = points.length > 0 && Math.hypot(x - (points.at(-2) as number), y - (points.at(-1) as number)) > LONGEST_STRIDE * camera.scale;
    if (jumped) {
      lines.push(points);
      points = [];
    }
    points.push(x, y);
  }
  lines.push(points);
}
