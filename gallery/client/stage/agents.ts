import type { Camera } from "drawing/camera";
import type { Palette } from "drawing/palette";
import type { Container } from "pixi.js";
import type { Bounds } from "sidestep";

/** Draws all agents from the numbers of a frame. There is one for WebGL and one for the plain canvas. */
export interface AgentLayer {
  readonly view: Container;
  setPalette(palette: Palette): void;
  /** `plain` leaves out everything but a disc for each. */
  draw(agents: Float32Array, camera: Camera, bounds: Bounds, plain: boolean): void;
  destroy(): void;
}
