import { AGENT_STRIDE, AgentFlag } from "sidestep";

/** How somebody walks just now. */
export interface Gait {
  /** Where in its stride it is (rad): it grows with the way, so that feet don't slide. */
  phase: number;
  /** How far it puts its feet, from 0 (it stands) to 1 (full strides). */
  stride: number;
  /** How far it leans forward (backward if below 0) and to the left, from −1 to 1: as it speeds up, brakes and turns. */
  forward: number;
  left: number;
}

/** Nobody walks further than this between two pictures (m): whoever does was put somewhere else. */
const LONGEST_STEP = 1.5;
/** A full stride, of both feet (radii of the body). */
const STRIDE = 4.2;
/** Speed of full strides (m/s), and acceleration of full lean (m/s²). */
const FULL_SPEED = 1.2;
const FULL_LEAN = 3;
/** Within so long leaning follows (s). */
const LEANS_WITHIN = 0.15;
const NUMBERS = 7;

/** How all agents of a scene walk, told by where they have been from picture to picture. */
export class Gaits {
  // For each agent: x, y, velocity x, y, phase, lean forward and left.
  private kept = new Float32Array(0);
  private last = -Infinity;

  /** Goes on to a moment (s). What is drawn again without time passing stays as it is. */
  follow(time: number, agents: Float32Array): void {
    const count = agents.length / AGENT_STRIDE;
    const anew = time < this.last || this.kept.length !== count * NUMBERS;
    if (anew) this.kept = new Float32Array(count * NUMBERS);
    const passed = time - this.last;
    if (!anew && passed <= 0) return;
    this.last = time;
    const { kept } = this;
    for (let agent = 0; agent < count; agent += 1) {
      const [from, at] = [agent * AGENT_STRIDE, agent * NUMBERS];
      const [x, y, headingX, headingY] = [agents[from]!, agents[from + 1]!, agents[from + 2]!, agents[from + 3]!];
      const [radius, velocityX, velocityY] = [agents[from + 5]!, agents[from + 8]!, agents[from + 9]!];
      const present = (agents[from + 7]! & AgentFlag.PRESENT) !== 0;
      const way = Math.hypot(x - kept[at]!, y - kept[at + 1]!);
      if (anew || !present || way > LONGEST_STEP) {
        // Not all begin with the same foot.
        kept.set([x, y, velocityX, velocityY, anew ? agent * 2.4 : kept[at + 4]!, 0, 0], at);
        continue;
      }
      const [aX, aY] = [(velocityX - kept[at + 2]!) / passed, (velocityY - kept[at + 3]!) / passed];
      const share = 1 - Math.exp(-passed / LEANS_WITHIN);
      const lean = (wanted: number, before: number): number => before + (Math.max(-1, Math.min(1, wanted / FULL_LEAN)) - before) * share;
      const phase = (kept[at + 4]! + (2 * Math.PI * way) / (STRIDE * radius)) % (2 * Math.PI);
      const [forward, left] = [lean(aX * headingX + aY * headingY, kept[at + 5]!), lean(aY * headingX - aX * headingY, kept[at + 6]!)];
      kept.set([x, y, velocityX, velocityY, phase, forward, left], at);
    }
  }

  /** How one agent walks, of those whom `follow` has seen. */
  of(agent: number, speed: number): Gait {
    const at = agent * NUMBERS;
    return { phase: this.kept[at + 4] ?? 0, stride: Math.min(1, speed / FULL_SPEED), forward: this.kept[at + 5] ?? 0, left: this.kept[at + 6] ?? 0 };
  }
}
