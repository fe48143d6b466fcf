/** @import { Frame } from "sidestep" */

/**
 * How a frame's numbers lie, as in the package.
 *
 * @type {typeof import("sidestep").AGENT_STRIDE}
 */
export const AGENT_STRIDE = 10;
/** @type {typeof import("sidestep").OBSTACLE_STRIDE} */
export const OBSTACLE_STRIDE = 3;
/** @type {typeof import("sidestep").AgentFlag} */
export const AgentFlag = { PRESENT: 1, BLOCKED: 2, AIRBORNE: 4, ARRIVED: 8, TOUCHING: 16, NEAR: 32 };

/**
 * An agent in the world: its place (m), where it faces, its speed (m/s), radius (m), group and flags.
 *
 * @typedef {{ x: number, y: number, facingX: number, facingY: number, speed: number, radius: number, group: number, flags: number }} AgentNow
 */

/**
 * What a frame says about an agent, or `null` if it isn't in the world.
 *
 * @param {Frame} frame
 * @param {number} agent
 * @returns {AgentNow | null}
 */
export function agentIn({ agents }, agent) {
  const at = agent * AGENT_STRIDE;
  if (!(agents[at + 7] & AgentFlag.PRESENT)) return null;
  const [x, y, facingX, facingY, speed, radius, group, flags] = agents.subarray(at, at + AGENT_STRIDE);
  return { x, y, facingX, facingY, speed, radius, group, flags };
}
