import type { Extent } from "drawing/camera";
import { outlineBox } from "drawing/solids";
import type { Pair, Setting } from "sidestep";

/** The box that holds all that a scene is about: its bounds, or, in the open, everything in it. */
export function sceneExtent(setting: Setting): Extent {
  if (setting.bounds.kind !== "open") return { min: setting.bounds.min, max: setting.bounds.max };
  const [min, max]: [Pair, Pair] = [[Infinity, Infinity], [-Infinity, -Infinity]];
  const add = (x: number, y: number, margin: number): void => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    min[0] = Math.min(min[0], x - margin);
    min[1] = Math.min(min[1], y - margin);
    max[0] = Math.max(max[0], x + margin);
    max[1] = Math.max(max[1], y + margin);
  };
  for (const wall of setting.walls) for (const [x, y] of wall) add(x, y, 0.2);
  for (const { outline } of setting.obstacles) {
    const [left, bottom, right, top] = outlineBox(outline);
    add(left, bottom, 0);
    add(right, top, 0);
  }
  for (const agent of setting.agents) {
    add(agent.start[0], agent.start[1], agent.radius * 2);
    for (const goal of agent.goals) {
      if (goal.kind === "point") add(goal.point[0], goal.point[1], Math.min(goal.radius, 1));
      if (goal.kind === "region") {
        add(goal.min[0], goal.min[1], 0);
        add(goal.max[0], goal.max[1], 0);
      }
    }
  }
  if (min[0] > max[0]) return { min: [-10, -10], max: [10, 10] };
  // Whoever walks about alone needs some room.
  const short = Math.max(0, 6 - Math.max(max[0] - min[0], max[1] - min[1])) / 2;
  return { min: [min[0] - short, min[1] - short], max: [max[0] + short, max[1] + short] };
}
