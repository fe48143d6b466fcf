import { AGENT_STRIDE, AgentFlag, type GoalSetting, type Pair } from "sidestep";
import { sceneExtent } from "../stage/extent";
import type { Player } from "./player";

/** Nearer than this to its start (m) a goal isn't somewhere else. */
const SOMEWHERE = 1;

/** Who is nearer than this (m) to what the picture goes with is soon there, and in the thick of it. */
const UNDER_WAY = 6;

/**
 * The agent that is selected before anybody has clicked: nearest to the middle among those who go somewhere, or among all where nobody
 * does. Where the picture goes with a moving target, that is its middle.
 */
export function firstSelected({ simulation, setting, stage: { followed } }: Player): number | null {
  const { min, max } = sceneExtent(setting);
  const { agents, targets } = simulation.frame();
  const middle: Pair = followed === null ? [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2] : [targets[2 * followed]!, targets[2 * followed + 1]!];
  const best = [Infinity, Infinity];
  const found: (number | null)[] = [null, null];
  setting.agents.forEach(({ start, goals }, agent) => {
    const at = agent * AGENT_STRIDE;
    if (!(agents[at + 7]! & AgentFlag.PRESENT)) return;
    const distance = Math.hypot(agents[at]! - middle[0], agents[at + 1]! - middle[1]);
    if (followed !== null && distance < UNDER_WAY) return;
    for (const rank of goals.some((goal) => isElsewhere(goal, start)) ? [0, 1] : [1]) {
      if (distance < best[rank]!) [found[rank], best[rank]] = [agent, distance];
    }
  });
  return found[0] ?? found[1] ?? null;
}

function isElsewhere(goal: GoalSetting, [x, y]: Pair): boolean {
  if (goal.kind === "point") return Math.hypot(goal.point[0] - x, goal.point[1] - y) > SOMEWHERE;
  if (goal.kind === "region") return x < goal.min[0] || y < goal.min[1] || x > goal.max[0] || y > goal.max[1];
  return true;
}
