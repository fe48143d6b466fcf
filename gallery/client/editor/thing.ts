import type { Point, Region } from "./scene_data";

/** What a thing looks like, in metres. */
export type Shape =
  | { shape: "line"; points: Point[]; closed: boolean; width: number }
  | { shape: "circle"; center: Point; radius: number }
  | { shape: "polygon"; points: Point[] }
  | { shape: "region"; region: Region }
  | { shape: "discs"; at: Point[]; radius: number }
  | { shape: "cross"; at: Point; radius: number }
  | { shape: "arrow"; from: Point; to: Point };

/** A corner, an end, a middle: a point of a thing that can be moved by itself. */
export interface Handle {
  label: string;
  at: Point;
  /** Changes the scene that the thing was made from. */
  move(to: Point): void;
}

export type Kind = "edges" | "wall" | "obstacle" | "crate" | "scatter" | "target" | "link" | "agents" | "goal";

/** Something of a scene that is drawn. Its methods change the scene that it was made from. */
export interface Thing {
  /** Where it stands in the scene's data: `walls.0`, `agents.1.goals.0`. */
  key: string;
  kind: Kind;
  label: string;
  /** Index of the group whose colour it has. */
  group?: number;
  shapes: Shape[];
  handles: Handle[];
  translate?(by: Point): void;
  remove?(): void;
}

export function moved([x, y]: Point, [dx, dy]: Point): Point {
  return [x + dx, y + dy];
}

export function between([ax, ay]: Point, [bx, by]: Point): Point {
  return [(ax + bx) / 2, (ay + by) / 2];
}

/** The four corners of a box, and what moving one of them does. */
export function regionHandles(region: Region): Handle[] {
  const corner = (label: string, x: "min" | "max", y: "min" | "max"): Handle => ({
    label,
    at: [region[x][0], region[y][1]],
    move([toX, toY]) {
      region[x][0] = toX;
      region[y][1] = toY;
      // A corner that is drawn past the opposite one changes places with it.
      for (const axis of [0, 1] as const) {
        const [low, high] = [region.min[axis], region.max[axis]];
        region.min[axis] = Math.min(low, high);
        region.max[axis] = Math.max(low, high, Math.min(low, high) + 0.001);
      }
    },
  });
  return [
    corner("lower left corner", "min", "min"),
    corner("lower right corner", "max", "min"),
    corner("upper right corner", "max", "max"),
    corner("upper left corner", "min", "max"),
  ];
}

export function translateRegion(region: Region, by: Point): void {
  region.min = moved(region.min, by);
  region.max = moved(region.max, by);
}

export function pointHandles(points: Point[], name: string): Handle[] {
  return points.map((at, index) => ({
    label: `${name} ${index + 1}`,
    at,
    move: (to) => void (points[index] = to),
  }));
}
