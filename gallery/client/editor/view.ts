import type { Point, Region } from "./scene_data";

const CLOSEST = 200;
const FURTHEST = 0.5;
const MARGIN = 24;

/** Which part of the plane is drawn: between metres, y up, and pixels, y down. */
export class View {
  width = 1;
  height = 1;
  /** Pixels for a metre. */
  scale = 20;
  center: Point = [0, 0];

  toScreen([x, y]: Point): Point {
    return [this.width / 2 + (x - this.center[0]) * this.scale, this.height / 2 - (y - this.center[1]) * this.scale];
  }

  toWorld([x, y]: Point): Point {
    return [this.center[0] + (x - this.width / 2) / this.scale, this.center[1] - (y - this.height / 2) / this.scale];
  }

  fit({ min, max }: Region): void {
    this.center = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2];
    const wide = (this.width - 2 * MARGIN) / Math.max(1, max[0] - min[0]);
    const high = (this.height - 2 * MARGIN) / Math.max(1, max[1] - min[1]);
    this.scale = within(Math.min(wide, high));
  }

  pan(dx: number, dy: number): void {
    this.center = [this.center[0] - dx / this.scale, this.center[1] + dy / this.scale];
  }

  /** Larger or smaller; what is at a point of the screen stays there. */
  zoom(factor: number, at: Point = [this.width / 2, this.height / 2]): void {
    const fixed = this.toWorld(at);
    this.scale = within(this.scale * factor);
    const now = this.toWorld(at);
    this.center = [this.center[0] + fixed[0] - now[0], this.center[1] + fixed[1] - now[1]];
  }

  /** Moves no further than is needed to see a point. */
  reveal(point: Point): void {
    const [x, y] = this.toScreen(point);
    this.pan(MARGIN > x ? MARGIN - x : Math.min(0, this.width - MARGIN - x), 0);
    this.pan(0, MARGIN > y ? MARGIN - y : Math.min(0, this.height - MARGIN - y));
  }

  /** Distance between lines of the grid that are easy to tell apart (m). */
  gridStep(finest: number): number {
    let step = finest;
    for (const factor of [2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2]) {
      if (step * this.scale >= 12) break;
      step *= factor;
    }
    return step;
  }
}

function within(scale: number): number {
  return Math.min(CLOSEST, Math.max(FURTHEST, scale));
}
