import { AGENT_STRIDE, AgentFlag } from "sidestep";
import type { Camera } from "./camera";
import { groupColour, type Palette } from "./palette";
import type { Pen } from "./pen";

const SECONDS_BETWEEN = 0.1;
const KEPT = 24;
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
    for (let at = 0; at < agents.length; at += AGENT_STRIDE) {
      for (let slice = 0; slice < SLICES; slice += 1) {
        const points: number[] = [];
        for (const frame of frames.slice(slice * size, slice * size + size + 1)) {
          const [x, y] = [camera.screenX(frame[at] as number), camera.screenY(frame[at + 1] as number)];
          // Whoever was put somewhere else, or went over an edge of a torus, didn't walk there.
          const jumped = points.length > 0 && Math.hypot(x - (points.at(-2) as number), y - (points.at(-1) as number)) > 1.5 * camera.scale;
          if (jumped) points.length = 0;
          if ((frame[at + 7] as number) & AgentFlag.PRESENT) points.push(x, y);
        }
        pen.line(points, { colour: groupColour(palette, agents[at + 6] as number), width: 1.6, alpha: 0.15 + 0.12 * slice });
      }
    }
  }
}
