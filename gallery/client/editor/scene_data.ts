/** The parts of a scene's data that the editor draws. Whatever else is in it stays as it is. */

export type Point = [number, number];

export interface Region {
  min: Point;
  max: Point;
}

type Rest = { [key: string]: unknown };

export type BoundsData = { kind?: "open" | "walled" | "torus"; min?: Point; max?: Point } & Rest;
export type WallData = { points: Point[]; closed?: boolean; thickness?: number } & Rest;
export type ObstacleData = {
  circle?: { center: Point; radius: number };
  box?: { center: Point; size: Point; angle?: number };
  polygon?: { points: Point[] };
  temporary?: boolean;
  path?: Point[];
} & Rest;
export type ScatterData = { count: number; radius: unknown; region: Region } & Rest;
export type TargetData = { name: string; path: Point[]; speed: number; closed?: boolean } & Rest;
export type LinkData = { from: Point; to: Point; seconds: number } & Rest;
export type GoalData = {
  point?: Point;
  offset?: Point;
  mirror?: Point;
  flee?: Point;
  region?: Region;
  random?: Region;
  radius?: number;
} & Rest;
export type GroupData = {
  name?: string;
  count?: number;
  region?: Region;
  circle?: { center: Point; radius: number };
  positions?: Point[];
  radius?: unknown;
  goals?: GoalData[];
} & Rest;

export type SceneDraft = {
  name?: string;
  bounds?: BoundsData;
  walls?: WallData[];
  obstacles?: ObstacleData[];
  scatter?: ScatterData[];
  targets?: TargetData[];
  links?: LinkData[];
  agents?: GroupData[];
} & Rest;

/** Coordinates are kept to the millimetre: nobody draws finer, and texts stay short. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000 + 0;
}

export function roundedPoint([x, y]: Point): Point {
  return [rounded(x), rounded(y)];
}

/** The box with these two corners; never thinner than a millimetre. */
export function regionBetween([ax, ay]: Point, [bx, by]: Point): Region {
  const min: Point = roundedPoint([Math.min(ax, bx), Math.min(ay, by)]);
  const max: Point = roundedPoint([Math.max(ax, bx), Math.max(ay, by)]);
  return { min, max: [Math.max(max[0], rounded(min[0] + 0.001)), Math.max(max[1], rounded(min[1] + 0.001))] };
}

/** A number, or the largest of a range. */
export function largest(value: unknown, otherwise: number): number {
  if (typeof value === "number") return value;
  const max = (value as { max?: unknown } | undefined)?.max;
  return typeof max === "number" ? max : otherwise;
}
