import { agentIn } from "./frame.js";
import { boundsOnCanvas } from "./ground.js";
/** @import { Frame, GoalSetting, Setting } from "sidestep" */
/** @import { Camera, Extent } from "./camera.js" */
/** @import { Label } from "./labels.js" */
/** @import { Palette } from "./palette.js" */
/** @import { Pen } from "./pen.js" */

/**
 * Where a goal is now, or `null` if nobody can tell.
 *
 * @param {GoalSetting} goal
 * @param {Setting} setting
 * @param {Frame} frame
 * @returns {{ x: number, y: number, radius: number, box?: Extent } | null}
 */
export function goalPlace(goal, setting, frame) {
  switch (goal.kind) {
    case "point":
      return { x: goal.point[0], y: goal.point[1], radius: goal.radius };
    case "region":
      return { x: (goal.min[0] + goal.max[0]) / 2, y: (goal.min[1] + goal.max[1]) / 2, radius: 0, box: goal };
    case "target": {
      const [x, y] = frame.targets.subarray(2 * goal.target);
      return Number.isFinite(x) && Number.isFinite(y) ? { x, y, radius: goal.radius } : null;
    }
    case "agent": {
      const other = agentIn(frame, setting.agents.findIndex((agent) => agent.id === goal.id));
      return other && { x: other.x, y: other.y, radius: goal.radius };
    }
  }
}

/**
 * The goals of some agents: a cross, and how near counts as there. The same goal is drawn once.
 *
 * @param {Pen} pen
 * @param {Camera} camera
 * @param {Setting} setting
 * @param {Frame} frame
 * @param {number[]} agents
 * @param {boolean} strong
 * @param {Palette} palette
 */
export function drawGoals(pen, camera, setting, frame, agents, strong, palette) {
  const drawn = new Set();
  const colour = strong ? palette.ink : palette.quiet;
  for (const goal of agents.flatMap((agent) => setting.agents[agent]?.goals ?? [])) {
    const key = JSON.stringify(goal);
    const place = drawn.has(key) ? null : goalPlace(goal, setting, frame);
    drawn.add(key);
    if (!place) continue;
    const [x, y] = [camera.screenX(place.x), camera.screenY(place.y)];
    const dash = { colour, width: 1.2, dash: [3, 3], alpha: strong ? 1 : 0.8 };
    if (place.box) pen.line(boundsOnCanvas(camera, place.box), { ...dash, closed: true });
    else pen.circle(x, y, Math.max(7, place.radius * camera.scale), dash);
    for (const [ink, width] of [[palette.ground, 4], [colour, 1.8]]) {
      pen.line([x - 4, y - 4, x + 4, y + 4], { colour: ink, width });
      pen.line([x + 4, y - 4, x - 4, y + 4], { colour: ink, width });
    }
  }
}

/**
 * Moving targets: two rings, and the name.
 *
 * @param {Pen} pen
 * @param {Camera} camera
 * @param {Setting} setting
 * @param {Frame} frame
 * @param {Palette} palette
 * @returns {Label[]}
 */
export function drawTargets(pen, camera, setting, frame, palette) {
  return setting.targets.flatMap((text, index) => {
    const [x, y] = [camera.screenX(frame.targets[2 * index]), camera.screenY(frame.targets[2 * index + 1])];
    if (!Number.isFinite(x) || !Number.isFinite(y)) return [];
    drawTarget(pen, x, y, palette);
    return [{ text, x: x + 14, y, colour: palette.ink, rank: 3 }];
  });
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {Palette} palette
 */
export function drawTarget(pen, x, y, palette) {
  for (const radius of [3.5, 9]) {
    pen.circle(x, y, radius, { colour: palette.ground, width: 4.5 });
    pen.circle(x, y, radius, { colour: palette.ink, width: 2 });
  }
}
