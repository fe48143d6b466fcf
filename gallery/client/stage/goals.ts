import { AGENT_STRIDE, type Frame, type GoalSetting, type Pair, type Setting } from "sidestep";
import type { Camera } from "./camera";
import type { Label } from "./labels";
import type { Palette } from "./palette";
import type { Pen } from "./pen";

interface Place {
  x: number;
  y: number;
  radius: number;
  box?: { min: Pair; max: Pair };
}

/** Where a goal is now, or `null` if nobody can tell. */
export function goalPlace(goal: GoalSetting, setting: Setting, frame: Frame): Place | null {
  switch (goal.kind) {
    case "point":
      return { x: goal.point[0], y: goal.point[1], radius: goal.radius };
    case "region":
      return { x: (goal.min[0] + goal.max[0]) / 2, y: (goal.min[1] + goal.max[1]) / 2, radius: 0, box: goal };
    case "target": {
      const [x, y] = [frame.targets[2 * goal.target], frame.targets[2 * goal.target + 1]];
      return x === undefined || y === undefined ? null : { x, y, radius: goal.radius };
    }
    case "agent": {
      const at = setting.agents.findIndex((agent) => agent.id === goal.id) * AGENT_STRIDE;
      const [x, y] = [frame.agents[at], frame.agents[at + 1]];
      return x === undefined || y === undefined ? null : { x, y, radius: goal.radius };
    }
  }
}

/** The goals of some agents: a cross, and how near counts as there. The same goal is drawn once. */
export function drawGoals(pen: Pen, camera: Camera, setting: Setting, frame: Frame, agents: number[], strong: boolean, palette: Palette): void {
  const drawn = new Set<string>();
  const colour = strong ? palette.ink : palette.quiet;
  for (const agent of agents) {
    for (const goal of setting.agents[agent]?.goals ?? []) {
      const key = JSON.stringify(goal);
      const place = drawn.has(key) ? null : goalPlace(goal, setting, frame);
      drawn.add(key);
      if (!place || !Number.isFinite(place.x) || !Number.isFinite(place.y)) continue;
      const [x, y] = [camera.screenX(place.x), camera.screenY(place.y)];
      const dash = { colour, width: 1.2, dash: [3, 3], alpha: strong ? 1 : 0.8 };
      if (place.box) {
        const { min, max } = place.box;
        const [left, top, right, bottom] = [camera.screenX(min[0]), camera.screenY(max[1]), camera.screenX(max[0]), camera.screenY(min[1])];
        pen.line([left, top, right, top, right, bottom, left, bottom], { ...dash, closed: true });
      } else {
        pen.circle(x, y, Math.max(7, place.radius * camera.scale), dash);
      }
      drawCross(pen, x, y, 4, colour, palette);
    }
  }
}

export function drawCross(pen: Pen, x: number, y: number, size: number, colour: number, palette: Palette): void {
  for (const [ink, width] of [[palette.ground, 4], [colour, 1.8]] as const) {
    pen.line([x - size, y - size, x + size, y + size], { colour: ink, width });
    pen.line([x + size, y - size, x - size, y + size], { colour: ink, width });
  }
}

/** Moving targets: two rings, and the name. */
export function drawTargets(pen: Pen, camera: Camera, setting: Setting, frame: Frame, palette: Palette): Label[] {
  return setting.targets.flatMap((name, index) => {
    const [x, y] = [camera.screenX(frame.targets[2 * index] ?? NaN), camera.screenY(frame.targets[2 * index + 1] ?? NaN)];
    if (!Number.isFinite(x) || !Number.isFinite(y)) return [];
    drawTarget(pen, x, y, palette);
    return [{ text: name, x: x + 14, y, colour: palette.ink, rank: 3 }];
  });
}

export function drawTarget(pen: Pen, x: number, y: number, palette: Palette): void {
  for (const radius of [3.5, 9]) {
    pen.circle(x, y, radius, { colour: palette.ground, width: 4.5 });
    pen.circle(x, y, radius, { colour: palette.ink, width: 2 });
  }
}
