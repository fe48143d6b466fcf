import { AGENT_STRIDE, type Explanation, type Frame } from "sidestep";
import type { Camera } from "./camera";
import { drawForces } from "./forces";
import type { Label } from "./labels";
import { drawMarks } from "./marks";
import type { Palette } from "./palette";
import type { Pen } from "./pen";

/** All that one agent considers: its marks, and the forces on top. Returns the words to them. */
export function drawExplanation(
  pen: Pen, camera: Camera, palette: Palette, frame: Frame, agent: number, explanation: Explanation, largest: number,
): Label[] {
  const at = agent * AGENT_STRIDE;
  const [x, y, radius] = [frame.agents[at], frame.agents[at + 1], frame.agents[at + 5]];
  if (x === undefined || y === undefined || radius === undefined) return [];
  const body = { x: camera.screenX(x), y: camera.screenY(y), radius: Math.max(2, radius * camera.scale) };
  const words = drawMarks(pen, camera, palette, body, explanation.marks);
  return [...drawForces(pen, camera, palette, body, explanation, largest), ...words];
}
