import type { Extent } from "drawing/camera";
import { AGENT_STRIDE, AgentFlag, type Setting } from "sidestep";
import { sceneExtent } from "./extent";

/** So much more room (m) than somebody needs who leaves the picture, so that it doesn't change at every step. */
const SPARE = 1;
/** How far beyond its sides a scene is followed, as a share of its longer side: whoever runs away for ever would make it a dot. */
const FARTHEST = 0.5;

/** The box that a picture shows: the scene, and in the open as much round it as its agents have needed so far. */
export class ViewExtent {
  private extent: Extent;
  private readonly farthest: Extent;
  private readonly open: boolean;
  /** Grows with every change. */
  version = 0;

  constructor(setting: Setting) {
    this.extent = sceneExtent(setting);
    this.open = setting.bounds.kind === "open";
    const { min, max } = this.extent;
    const room = FARTHEST * Math.max(max[0] - min[0], max[1] - min[1]);
    this.farthest = { min: [min[0] - room, min[1] - room], max: [max[0] + room, max[1] + room] };
  }

  get box(): Extent {
    return this.extent;
  }

  /** Takes in who has left it; nobody can leave walls or a plane that wraps. */
  follow(agents: Float32Array): void {
    if (!this.open) return;
    const { min, max } = this.extent;
    const wanted: Extent = { min: [min[0], min[1]], max: [max[0], max[1]] };
    let left = false;
    for (let at = 0; at < agents.length; at += AGENT_STRIDE) {
      if (!(agents[at + 7]! & AgentFlag.PRESENT)) continue;
      const radius = agents[at + 5]!;
      for (const axis of [0, 1] as const) {
        const [low, high] = [agents[at + axis]! - radius, agents[at + axis]! + radius];
        const [least, most] = [this.farthest.min[axis], this.farthest.max[axis]];
        if (low < wanted.min[axis] && low >= least) wanted.min[axis] = Math.max(least, low - SPARE);
        if (high > wanted.max[axis] && high <= most) wanted.max[axis] = Math.min(most, high + SPARE);
        left ||= wanted.min[axis] < min[axis] || wanted.max[axis] > max[axis];
      }
    }
    if (!left) return;
    this.extent = wanted;
    this.version += 1;
  }
}
