import type { Container } from "pixi.js";
import type { Bounds } from "sidestep";
import type { Camera } from "./camera";
import type { Palette } from "./palette";

/** Draws all agents from the numbers of a frame. There is one for WebGL and one for the plain canvas. */
export interface AgentLayer {
  readonly view: Container;
  setPalette(palette: Palette): void;
  /** `plain` leaves out everything but a disc for each. */
  draw(agents: Float32Array, camera: Camera, bounds: Bounds, plain: boolean): void;
  destroy(): void;
}

/** Discs are drawn no smaller than this, in CSS pixels, so that none gets lost. */
export const LEAST_RADIUS = 1.5;
/** Smaller discs, in CSS pixels, carry no signs: nobody could tell them apart. */
export const LEAST_RADIUS_FOR_SIGNS = 4;
