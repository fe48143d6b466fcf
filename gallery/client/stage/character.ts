import { drawRing, Ring, type Body } from "drawing/agents";
import { groupColour, type Palette } from "drawing/palette";
import { turned, type Pen } from "drawing/pen";
import { AGENT_STRIDE, AgentFlag } from "sidestep";
import type { Gait, Gaits } from "./gaits";

/** Smaller ones, in CSS pixels of radius, nobody could tell from dots. */
export const LEAST_RADIUS_FOR_CHARACTERS = 6.5;
/** With more agents than this they would hold up the picture. */
export const MOST_CHARACTERS = 250;

const CORNERS = 14;

/** Somebody seen from above: feet that step, shoulders that swing, and a head; all of it leans. It keeps within the body's disc. */
export function drawCharacter(pen: Pen, { x, y, radius }: Body, facing: readonly [number, number], gait: Gait, colour: number, { ground, ink }: Palette): void {
  const swing = Math.sin(gait.phase) * gait.stride;
  const place = (along: number, aside: number): [number, number] => turned(x, y, facing, radius, [along, aside]) as [number, number];
  const oval = (along: number, aside: number, long: number, wide: number, twist = 0): number[] => {
    const points: number[] = [];
    for (let corner = 0; corner < CORNERS; corner += 1) {
      const angle = (2 * Math.PI * corner) / CORNERS;
      const [u, v] = [Math.cos(angle) * long, Math.sin(angle) * wide];
      points.push(along + u * Math.cos(twist) - v * Math.sin(twist), aside + u * Math.sin(twist) + v * Math.cos(twist));
    }
    return turned(x, y, facing, radius, points);
  };
  // On the canvas y goes down: what is to the left of it has a negative `aside`.
  const [forward, aside] = [0.14 * gait.forward, -0.16 * gait.left];
  for (const foot of [-1, 1]) pen.area(oval(0.62 * swing * foot, 0.38 * foot, 0.3, 0.2), ink, 0.75);
  const twist = -0.3 * swing;
  pen.area(oval(forward, aside, 0.56, 1, twist), ground);
  pen.area(oval(forward, aside, 0.48, 0.92, twist), colour);
  const [headX, headY] = place(0.12 + 1.8 * forward, 1.8 * aside);
  const [noseX, noseY] = place(0.5 + 1.8 * forward, 1.8 * aside);
  pen.disc(noseX, noseY, 0.14 * radius, ground);
  pen.disc(headX, headY, 0.42 * radius, ground);
  pen.disc(headX, headY, 0.27 * radius, colour);
}

/** All agents of a frame as characters, those that `bodyAt` has a place for, with the rings round those who touch, fly or are blocked. */
export function drawCharacters(
  pen: Pen, agents: Float32Array, gaits: Gaits, bodyAt: (x: number, y: number, radius: number) => Body | null, palette: Palette,
): void {
  for (let at = 0; at < agents.length; at += AGENT_STRIDE) {
    const flags = agents[at + 7]!;
    if (!(flags & AgentFlag.PRESENT)) continue;
    const body = bodyAt(agents[at]!, agents[at + 1]!, agents[at + 5]!);
    if (!body) continue;
    drawCharacter(pen, body, [agents[at + 2]!, -agents[at + 3]!], gaits.of(at / AGENT_STRIDE, agents[at + 4]!), groupColour(palette, agents[at + 6]!), palette);
    if (flags & AgentFlag.TOUCHING) drawRing(pen, body, Ring.Touching, palette);
    if (flags & AgentFlag.AIRBORNE) drawRing(pen, body, Ring.Airborne, palette);
    if (flags & AgentFlag.BLOCKED) drawRing(pen, body, Ring.Blocked, palette);
  }
}
