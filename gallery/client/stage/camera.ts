import type { Pair } from "sidestep";

/** A box that lies along the axes (m). */
export interface Extent {
  min: Pair;
  max: Pair;
}

const CLOSEST = 400;

/** Where the stage looks: between metres, y up, and CSS pixels of the canvas, y down. */
export class Camera {
  /** Size of the canvas in CSS pixels. */
  width = 1;
  height = 1;
  /** CSS pixels for a metre. */
  scale = 20;
  /** What is in the middle (m). */
  centerX = 0;
  centerY = 0;
  /** Grows with every change, so that what hangs on it can tell. */
  version = 0;
  /** Whether somebody has moved it since it was last fitted. */
  moved = false;

  private extent: Extent = { min: [-10, -10], max: [10, 10] };
  private fitted = 20;

  screenX(x: number): number {
    return this.width / 2 + (x - this.centerX) * this.scale;
  }

  screenY(y: number): number {
    return this.height / 2 - (y - this.centerY) * this.scale;
  }

  worldX(x: number): number {
    return this.centerX + (x - this.width / 2) / this.scale;
  }

  worldY(y: number): number {
    return this.centerY - (y - this.height / 2) / this.scale;
  }

  /** Another size of the canvas. What was fitted stays so. */
  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    if (this.moved) this.version += 1;
    else this.fit(this.extent);
  }

  /** Shows all of a box, with a margin. */
  fit(extent: Extent = this.extent): void {
    this.extent = extent;
    const [wide, high] = [extent.max[0] - extent.min[0], extent.max[1] - extent.min[1]];
    const margin = Math.min(28, 0.06 * Math.min(this.width, this.height));
    this.scale = Math.min(
      (this.width - 2 * margin) / Math.max(wide, 0.5),
      (this.height - 2 * margin) / Math.max(high, 0.5),
      120,
    );
    this.scale = Math.max(this.scale, 0.01);
    this.fitted = this.scale;
    this.centerX = (extent.min[0] + extent.max[0]) / 2;
    this.centerY = (extent.min[1] + extent.max[1]) / 2;
    this.moved = false;
    this.version += 1;
  }

  /** Moves what is seen by pixels. */
  pan(dx: number, dy: number): void {
    this.centerX -= dx / this.scale;
    this.centerY += dy / this.scale;
    this.moved = true;
    this.version += 1;
  }

  /** Makes everything larger or smaller; the point under (x, y), in pixels, stays where it is. */
  zoom(factor: number, x = this.width / 2, y = this.height / 2): void {
    const [worldX, worldY] = [this.worldX(x), this.worldY(y)];
    this.scale = Math.min(CLOSEST, Math.max(this.fitted / 8, this.scale * factor));
    this.centerX = worldX - (x - this.width / 2) / this.scale;
    this.centerY = worldY + (y - this.height / 2) / this.scale;
    this.moved = true;
    this.version += 1;
  }

  /** Looks as another camera does. */
  follow(other: Camera): void {
    if (this.scale === other.scale && this.centerX === other.centerX && this.centerY === other.centerY) return;
    this.scale = other.scale;
    this.centerX = other.centerX;
    this.centerY = other.centerY;
    this.moved = other.moved;
    this.version += 1;
  }
}
