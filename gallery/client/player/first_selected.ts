import { AGENT_STRIDE, AgentFlag, type GoalSetting, type Pair } from "sidestep";
import { sceneExtent } from "../stage/extent";
import type { Player } from "./player";

/** Nearer than this to its start (m) a goal isn't somewhere else. */
const SOMEWHERE = 1;

/** The agent that is selected before anybody has clicked: nearest to the middle among those who go somewhere, or among all where nobody does. */
export function firstSelected({ simulation, setting }: Player): number | null {
  const { min, max } = sceneExtent(setting);
  const { agents } = simulation.frame();
  const best = [Infinity, Infinity];
  const found: (number | null)[] = [null, null];
  setting.agents.forEach(({ start, goals }, agent) => {
    const at = agent * AGENT_STRIDE;
    if (!(agents[at + 7]! & AgentFlag.PRESENT)) return;
    const distance = Math.hypot(agents[at]! - (min[0] + max[0]) / 2, agents[at + 1]! - (min[1] + max[1]) / 2);
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
