import type { Model } from "./model";
import type { Point } from "./scene_data";
import type { Shape } from "./thing";

/** What a tool may know of the drawing. */
export interface Drawing {
  readonly model: Model;
  /** Distance (m) within which something counts as pointed at. */
  readonly reach: number;
  /** Whether new obstacles are crates. */
  readonly crates: boolean;
  /** The nearest place of the grid. */
  snapped(at: Point): Point;
  /** Says in words what happened. */
  say(message: string): void;
}

/** A way to draw or to move things, the same for pointer and keys. */
export interface Tool {
  readonly name: string;
  readonly label: string;
  /** The key that takes it. */
  readonly key: string;
  /** What to do with it, in a line. */
  readonly hint: string;
  /** A click, or Enter at the cursor. */
  press(at: Point, drawing: Drawing, by: "pointer" | "keys"): void;
  /** The pointer or the cursor has moved there. */
  move(at: Point, drawing: Drawing): void;
  /** The pointer was let go, after a drag or at the place where it was pressed. */
  release(at: Point, drawing: Drawing, dragged: boolean): void;
  /** Gives up what was begun. Returns whether there was something. */
  cancel(drawing: Drawing): boolean;
  /** What would come of it if it ended now. */
  draft(): Shape[];
}

/** Nearer than this (m), two points are the same. */
const SAME = 0.001;

/** A tool that collects points: each is a click, the two ends of a drag, or Enter at the cursor. */
export abstract class PointsTool implements Tool {
  abstract readonly name: string;
  abstract readonly label: string;
  abstract readonly key: string;
  abstract readonly hint: string;
  /** How many points end it; without end, the last point placed twice does. */
  protected abstract readonly needed: number;

  protected points: Point[] = [];
  protected cursor: Point | undefined;

  press(at: Point, drawing: Drawing): void {
    this.place(at, drawing);
  }

  move(at: Point): void {
    this.cursor = at;
  }

  release(at: Point, drawing: Drawing, dragged: boolean): void {
    if (dragged && this.points.length > 0) this.place(at, drawing);
  }

  cancel(): boolean {
    const begun = this.points.length > 0;
    this.points = [];
    return begun;
  }

  draft(): Shape[] {
    if (this.points.length === 0) return [];
    const cursor = this.cursor ?? this.points[0];
    return cursor ? this.preview([...this.points, cursor]) : [];
  }

  /** Makes the thing; says what is missing if it can't. */
  protected abstract finish(points: Point[], drawing: Drawing): void;
  protected abstract preview(points: Point[]): Shape[];

  private place(at: Point, drawing: Drawing): void {
    this.cursor = at;
    const last = this.points.at(-1);
    const twice = last !== undefined && Math.hypot(at[0] - last[0], at[1] - last[1]) < SAME;
    if (!twice) this.points.push(at);
    const complete = this.points.length >= this.needed;
    if (!complete && !(twice && this.needed === Number.POSITIVE_INFINITY)) {
      drawing.say(twice ? "Choose another place for the other end." : `Point ${this.points.length} placed.`);
      return;
    }
    const points = this.points;
    this.points = [];
    this.finish(points, drawing);
  }
}
