/** @import { Pair } from "sidestep" */

/**
 * A box that lies along the axes (m).
 *
 * @typedef {{ min: Pair, max: Pair }} Extent
 */

// CSS pixels for a metre, unless all of the scene is shown by more.
const CLOSEST = 2000;

/** Where a picture looks: between metres, y up, and CSS pixels of the canvas, y down. */
export class Camera {
  /** Size of the canvas in CSS pixels. */
  width = 1;
  height = 1;
  /** CSS pixels for a metre. */
  scale = 20;
  /** The scale that shows all. */
  fitted = 20;
  /** What is in the middle (m). */
  centerX = 0;
  centerY = 0;
  /** Grows with every change, so that what hangs on it can tell. */
  version = 0;
  /** Whether somebody has moved it since it was last fitted. */
  moved = false;
  /** @type {Extent} */
  extent = { min: [-10, -10], max: [10, 10] };

  /** @param {number} x */
  screenX(x) {
    return this.width / 2 + (x - this.centerX) * this.scale;
  }

  /** @param {number} y */
  screenY(y) {
    return this.height / 2 - (y - this.centerY) * this.scale;
  }

  /** @param {number} x */
  worldX(x) {
    return this.centerX + (x - this.width / 2) / this.scale;
  }

  /** @param {number} y */
  worldY(y) {
    return this.centerY - (y - this.height / 2) / this.scale;
  }

  /**
   * Another size of the canvas. What was fitted stays so.
   *
   * @param {number} width
   * @param {number} height
   */
  resize(width, height) {
    if (width === this.width && height === this.height) return;
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    if (this.moved) this.version += 1;
    else this.fit();
  }

  /** Shows all of a box, with a margin. */
  fit(extent = this.extent) {
    this.extent = extent;
    const [wide, high] = [extent.max[0] - extent.min[0], extent.max[1] - extent.min[1]];
    const margin = Math.min(28, 0.06 * Math.min(this.width, this.height));
    const all = Math.min((this.width - 2 * margin) / Math.max(wide, 0.5), (this.height - 2 * margin) / Math.max(high, 0.5));
    this.fitted = Math.max(all, 0.01);
    this.look((extent.min[0] + extent.max[0]) / 2, (extent.min[1] + extent.max[1]) / 2, this.fitted);
    this.moved = false;
  }

  /**
   * Puts a point (m) in the middle.
   *
   * @param {number} x
   * @param {number} y
   */
  look(x, y, scale = this.scale) {
    this.centerX = x;
    this.centerY = y;
    this.scale = scale;
    this.moved = true;
    this.version += 1;
  }

  /**
   * Moves what is seen by pixels.
   *
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.look(this.centerX - dx / this.scale, this.centerY + dy / this.scale);
  }

  /**
   * Makes everything larger or smaller; the point under (x, y), in pixels, stays where it is.
   *
   * @param {number} factor
   */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const [worldX, worldY] = [this.worldX(x), this.worldY(y)];
    const scale = Math.min(Math.max(CLOSEST, 4 * this.fitted), Math.max(this.fitted / 8, this.scale * factor));
    this.look(worldX - (x - this.width / 2) / scale, worldY + (y - this.height / 2) / scale, scale);
  }

  /**
   * Looks as another camera does.
   *
   * @param {Camera} other
   */
  follow(other) {
    if (this.scale === other.scale && this.centerX === other.centerX && this.centerY === other.centerY) return;
    this.look(other.centerX, other.centerY, other.scale);
    this.moved = other.moved;
  }
}
