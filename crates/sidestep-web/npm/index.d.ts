/**
 * Steering, obstacle avoidance and crowds, compiled to WebAssembly: the same engine as the Rust library, with the same
 * results bit for bit. Metres, seconds, radians, kilograms, newtons; x to the right, y up.
 *
 * Call {@link load} once and wait for it; everything else works from then on.
 */

/** Where the WebAssembly comes from. */
export type Source =
  | BufferSource
  | WebAssembly.Module
  | URL
  | string
  | Request
  | Response
  | Promise<Response>;

/**
 * Loads the WebAssembly; a second call does nothing.
 *
 * @param source Bytes, a compiled module, an address or a response. Without it, the file beside this one: fetched in a
 * browser, read from disk in Node.
 */
export function load(source?: Source): Promise<void>;

/** A scene that comes with the engine. */
export interface SceneInfo {
  name: string;
  /** One line for people. */
  title: string;
  description: string;
}

/** An avoidance method. */
export interface MethodInfo {
  name: string;
  /** One line on what it does. */
  description: string;
}

/** The scenes that come with the engine, the default one first. */
export function builtInScenes(): SceneInfo[];
/** The TOML of a scene that comes with the engine. Throws if there is none of that name. */
export function builtInScene(name: string): string;
/** All avoidance methods, the default first. */
export function methods(): MethodInfo[];

/** The content of a scene file as plain data, with the keys of the TOML format (see `docs/scene-format.md`). */
export type SceneData = Record<string, unknown>;
/** Reads TOML to plain data. Throws with line, column and how to mend it. */
export function readScene(toml: string): SceneData;
/** Writes plain data as TOML that every part of Sidestep reads. Throws if it is no scene. */
export function writeScene(data: SceneData): string;

/** A point or a direction. */
export type Pair = [number, number];

export type Bounds = { kind: "open" } | { kind: "walled" | "torus"; min: Pair; max: Pair };
export type Outline =
  | { kind: "circle"; center: Pair; radius: number }
  | { kind: "polygon"; points: Pair[] };
export type GoalSetting =
  | { kind: "point"; point: Pair; radius: number }
  | { kind: "target"; target: number; radius: number }
  | { kind: "agent"; id: number; radius: number }
  | { kind: "region"; min: Pair; max: Pair };

/** What stays the same from step to step, until something is edited. */
export interface Setting {
  scene: string;
  title: string;
  method: string;
  seed: number;
  /** Time step (s). */
  dt: number;
  bounds: Bounds;
  /** Each wall as the two ends of a line, or the four corners of a box (m). A removed one is empty. */
  walls: Pair[][];
  /** Obstacles in the pose in which they appear; a frame says how far they have moved and which are there. */
  obstacles: { outline: Outline; temporary: boolean }[];
  agents: {
    id: number;
    /** Index into `groups`. */
    group: number;
    radius: number;
    mass: number;
    max_speed: number;
    start: Pair;
    goals: GoalSetting[];
  }[];
  groups: string[];
  /** Names of the moving targets. */
  targets: string[];
}

/** Numbers for each agent in {@link Frame.agents}. */
export const AGENT_STRIDE: 10;
/** Numbers for each obstacle in {@link Frame.obstacles}. */
export const OBSTACLE_STRIDE: 3;
/** Bits of an agent's flags. */
export const AgentFlag: {
  /** In the world. */
  readonly PRESENT: 1;
  /** Finds no way. */
  readonly BLOCKED: 2;
  /** On a jump. */
  readonly AIRBORNE: 4;
  /** Has reached its last goal, or come as near to it as it can. */
  readonly ARRIVED: 8;
  /** Touches another agent, an obstacle or a wall by more than 1 mm just now. */
  readonly TOUCHING: 16;
  /** Has come as near to its last goal as others who rest there let it. */
  readonly NEAR: 32;
};

/**
 * What is to be drawn now. The arrays are views of the engine's memory: nothing is copied, and they are valid until the
 * next call of anything of this package. Positions are interpolated between the last two steps.
 */
export interface Frame {
  /**
   * {@link AGENT_STRIDE} numbers an agent: x, y (m), the direction it faces as x, y (length 1), speed (m/s), radius (m),
   * index of its group, flags ({@link AgentFlag}), velocity as x, y (m/s): who turns or is pushed aside faces another way than it moves.
   */
  agents: Float32Array;
  /** {@link OBSTACLE_STRIDE} numbers an obstacle: how far it has moved from its pose in the setting (x, y in m), 1 if present. */
  obstacles: Float32Array;
  /** Positions of the moving targets: x, y (m). */
  targets: Float32Array;
}

export type MarkKind =
  | "probe" | "ray" | "threat" | "tangent" | "aim" | "braking" | "velocity" | "separating-line" | "half-plane"
  | "cluster" | "way" | "chosen-way" | "terminator" | "sub-goal" | "path";
export type MarkShape =
  | { shape: "point"; at: Pair }
  | { shape: "line"; from: Pair; to: Pair }
  | { shape: "circle"; center: Pair; radius: number }
  | { shape: "polyline"; points: Pair[] };

/** Everything that one agent considers in the step to come. */
export interface Explanation {
  forces: { name: string; weight: number; wanted: Pair; given: Pair }[];
  /** The force that will be applied (N). */
  total: Pair;
  marks: { kind: MarkKind; shape: MarkShape; label: string }[];
  /** Why, in words, one reason a line. */
  reasons: string[];
}

/** A body in a question: m, m/s. */
export interface AskedBody { position: Pair; velocity: Pair; radius: number; max_speed: number }
/** Parameters by their names in scene files, those that aren't to be the usual ones. */
export type AskedParameters = Record<string, number | boolean>;
/** Velocities that run into somebody within a time: a cone with a rounded tip. Each leg is a velocity and a unit vector. */
export interface VelocityCone { center: Pair; radius: number; left: [Pair, Pair]; right: [Pair, Pair] }

export interface ProbesAnswer {
  /** The far point, the one half way, and the body's own place if that is tested (m). */
  points: Pair[];
  /** Whether each is inside an obstacle. */
  inside: boolean[];
  /** The obstacle that pushes, as its place in the question. */
  threat: number | null;
  /** The push (N). */
  force: Pair;
}

export interface LookAheadAnswer {
  /** How far it looks (m). */
  reach: number;
  /** What the swept disc meets first: where the disc is then, after how many metres and seconds, and the touched place. */
  contact: { at: Pair; distance: number; time: number; point: Pair; normal: Pair } | null;
  /** The ways past, as a point in the direction (m). */
  ways: { to: Pair; label: string; taken: boolean }[];
  velocity: Pair;
  side: "left" | "right" | null;
  reasons: string[];
}

export interface ClosestApproachAnswer {
  /** When the two are nearest (s), how far apart their centres are then (m), and where each is. */
  time: number;
  miss: number;
  places: [Pair, Pair];
  /** When they touch (s), if they do within the horizon, and where each is then. */
  contact: number | null;
  touching: [Pair, Pair] | null;
}

export interface VelocityCostsAnswer {
  /** The costs (m/s) in the middle of each cell, row by row from the lower left. */
  costs: number[];
  preferred: Pair;
  chosen: Pair;
  /** Each velocity that was looked at: x, y and its cost (m/s). */
  looked_at: [number, number, number][];
  /** Who would be touched first at the wish, as the place in the question, and when (s). */
  threat: number | null;
  contact: number | null;
  /** Of each of the others; `null` for who overlaps. */
  cones: (VelocityCone | null)[];
}

export interface HalfPlanesAnswer {
  /** What is on the left of each line is allowed. `change` is what would keep the two apart, half of it is ours (m/s). */
  planes: { point: Pair; direction: Pair; other: number; change: Pair }[];
  /** Corners of what all of them allow (m/s); none if that is nothing. */
  allowed: Pair[];
  velocity: Pair;
  /** Whether all allow it. */
  feasible: boolean;
  cones: (VelocityCone | null)[];
}

export interface WhiskersAnswer {
  /** Where each whisker would end with nothing in its way, where it ends, and the normal where it hits. */
  rays: { end: Pair; to: Pair; normal: Pair | null }[];
  /** The whisker whose hit is nearest. */
  nearest: number | null;
  /** How strongly that pushes (m/s²), and in which direction by each way to read it. */
  strength: number;
  hit_normal: Pair;
  additive: Pair;
  cross: Pair;
  /** The place off the wall that the first way goes for (m). */
  aim: Pair | null;
}

export interface DetourAnswer {
  outcome: "clear" | "around" | "blocked";
  side: "left" | "right" | null;
  /** Length of the whole way (m). */
  length: number | null;
  sub_goal: Pair | null;
  /** The crates of the cluster in the way, as places in the question. */
  members: number[];
  marks: Explanation["marks"];
  reasons: string[];
}

export interface BlendAnswer {
  /** What each force is given (N). */
  given: Pair[];
  total: Pair;
  /** All by their weights, before anything is cut (N). */
  sum: Pair;
}

/** A way that a body goes, followed for 8 s. */
export interface AskedWay {
  /** The first force, as far as the body has it (N). */
  force: Pair;
  /** Where it is, every tenth of a second (m). */
  places: Pair[];
  /** How far it gets beyond the point after it has been there (m). */
  overshoot: number;
  /** How far off it is at the end (m), and its largest speed in the last second (m/s). */
  off: number;
  speed_at_the_end: number;
}

/** A hunt: where the hunter is, every tenth of a second (m), and when it has the quarry (s), if it does within 12 s. */
export interface AskedHunt { places: Pair[]; caught: number | null }

export interface SlotsAnswer {
  /** Where each member belongs (m). */
  slots: Pair[];
  /** Where the leader has walked, as far as the group remembers (m), the newest last. */
  trail: Pair[];
}

export interface OverTheEdgeAnswer {
  /** The image of the other that is nearest (m). */
  image: Pair;
  /** Whether the classic form sees it as somebody that it will meet, and its velocity a quarter of a second later (m/s). */
  seen: boolean;
  velocity: Pair;
  /** When they touch if neither turns (s), and where we are then (m); `null` if not within 10 s. */
  contact: number | null;
  touching: Pair | null;
}

/** One method, asked once, without a scene: what its drawings show. Each throws if the question makes no sense. */
export const ask: {
  /** F. Bevilacqua's probes. `third` tests the body's own place, too; `scaled` makes the distance follow the speed. */
  probes(question: {
    body: AskedBody; obstacles: Outline[]; distance: number; max_avoid_force: number; third: boolean; scaled: boolean;
  }): ProbesAnswer;
  /** The swept disc. */
  lookAhead(question: { body: AskedBody; wish: Pair; obstacles: Outline[]; parameters?: AskedParameters }): LookAheadAnswer;
  /** When and how two movers come nearest. */
  closestApproach(question: { body: AskedBody; other: AskedBody; horizon: number }): ClosestApproachAnswer;
  /** What velocities cost, on a square grid up to `extent` m/s along either axis. */
  velocityCosts(question: {
    body: AskedBody; wish: Pair; others: AskedBody[]; extent: number; cells: number; parameters?: AskedParameters;
  }): VelocityCostsAnswer;
  /** ORCA's half-planes. */
  halfPlanes(question: { body: AskedBody; wish: Pair; others: AskedBody[]; parameters?: AskedParameters }): HalfPlanesAnswer;
  /** Whiskers and the three ways to read a hit. */
  whiskers(question: {
    body: AskedBody; walls: Outline[]; decay: number; cap: number; parameters?: AskedParameters;
  }): WhiskersAnswer;
  /**
   * The way round temporary obstacles: by a tight string, by the furthest tangents of the cluster that is met, as M. Mononen has it, or by those of
   * all obstacles together, which he warns of.
   */
  detour(question: {
    from: Pair; to: Pair; radius: number; crates: Outline[]; walls: Outline[]; by?: "string" | "tangents-of-cluster" | "tangents-of-all";
    parameters?: AskedParameters;
  }): DetourAnswer;
  /** Several forces as one, the most important first. */
  blend(question: {
    forces: { force: Pair; weight: number }[]; max_force: number; blend: "weighted-sum" | "prioritised" | "priority";
  }): BlendAnswer;
  /** The way to a point at up to `speed` m/s, by who brakes for it and by who always runs at it. */
  arrive(question: { body: AskedBody; target: Pair; speed: number; max_acceleration: number }): { arrive: AskedWay; seek: AskedWay };
  /** A hunt for somebody who goes straight on: to where they will be (`meeting`, m), and to where they are. */
  pursue(question: { hunter: AskedBody; quarry: AskedBody; horizon: number }): { meeting: Pair; pursue: AskedHunt; seek: AskedHunt };
  /** Where the members of a group belong whose leader has walked a way, all of one radius; walls narrow it. */
  slots(question: {
    way: Pair[]; members: number; spacing: number; radius: number; walls: Outline[];
    pattern: { abreast: { columns: number } } | { ring: { radius: number } } | "file" | "wedge" | "queue";
  }): SlotsAnswer;
  /** Two in a world that wraps, from `min` to `max` (m), by rocketman's form; `over` says whether it looks over the edges. */
  overTheEdge(question: { body: AskedBody; other: AskedBody; min: Pair; max: Pair; look_ahead: number; over: boolean }): OverTheEdgeAnswer;
};

/** The figures so far, with the keys of `summary.json`, and those of this moment. */
export interface Measures {
  agents: number;
  steps: number;
  sim_seconds: number;
  arrived: number;
  stuck: number;
  blocked: number;
  agent_overlaps: number;
  overlap_pair_seconds: number;
  max_overlap_m: number;
  obstacle_overlaps: number;
  wall_contacts: number;
  escaped: number;
  mean_travel_seconds: number | null;
  mean_path_ratio: number | null;
  mean_abs_turn_rate: number | null;
  direction_flips_per_minute: number | null;
  energy_j: number | null;
  side_changes: number;
  trajectory_hash: string;
  /** Turns to the other side within 0.5 s, so far. */
  direction_flips: number;
  /** Agents that touch another agent, an obstacle or a wall by more than 1 mm at this moment. */
  touching_now: number;
  /** Mean speed of those who are in the world, now (m/s). */
  mean_speed_now: number;
  [key: string]: number | string | null;
}

export interface Options {
  /** What messages call the scene, mostly a file's name; `scene` if not given. */
  name?: string;
  /** Values to set, as with the command's `--set`: `"method=orca"`, `"seed=7"`, `"agents.0.radius=0.3"`. */
  set?: string[];
  /** Number of agents in all, as the command's `--agents`: groups grow and shrink in proportion. */
  agents?: number;
  /** Whether figures are taken at each step; `true` if not given. Without them crowds step faster. */
  measures?: boolean;
}

/** A scene while it runs. Free it when it is no longer needed. */
export class Simulation {
  /** Builds the world of a scene in TOML. Throws an `Error` that says what is wrong, where, and how to mend it. */
  constructor(toml: string, options?: Options);
  /** Builds a scene that comes with the engine. */
  static builtIn(name: string, options?: Options): Simulation;

  /** Does this many steps (1 if not given), even beyond the scene's duration. */
  step(count?: number): void;
  /**
   * Lets this much time pass (s): as many whole steps as fit are done, but at most `most` (8 if not given); time beyond that is
   * dropped, so that a slow machine falls behind instead of standing still. The rest is kept, and positions
   * are interpolated. Returns the number of steps done.
   */
  advance(seconds: number, most?: number): number;
  /** Starts again from the scene as it was given, edits and all, with its seed. */
  restart(): void;
  /** Starts again from the scene as it was first given, without edits and without values that were set since. */
  reset(): void;

  /** Simulated time after the last step (s). */
  readonly time: number;
  /** Number of steps done. */
  readonly steps: number;
  /** Time step (s). */
  readonly timeStep: number;
  /** How long the scene runs (s). */
  readonly duration: number;
  /** Whether the scene's time is up, or all have arrived and it stops then. */
  readonly over: boolean;
  readonly agentCount: number;
  readonly obstacleCount: number;
  /** Grows with every change of the setting. */
  readonly version: number;

  frame(): Frame;
  setting(): Setting;
  measures(): Measures;
  /** Hash of the raw bits of every position and velocity so far; equal on every machine. */
  hash(): string;
  /** What an agent would decide in the next step, or `null` if it isn't in the world. */
  explain(agent: number): Explanation | null;
  /** Everything that the engine was told about an agent, defaults included, as the Rust library's `AgentSpec`. */
  spec(agent: number): Record<string, any> | null;
  /** Index of the agent whose body is nearest to a point and within `reach` (m) of it, or −1. */
  agentAt(x: number, y: number, reach: number): number;
  /** Index of the obstacle that is there and within `reach` (m) of a point, or −1. */
  obstacleAt(x: number, y: number, reach: number): number;
  /** Index of the wall within `reach` (m) of a point, or −1. */
  wallAt(x: number, y: number, reach: number): number;

  /**
   * Sets values of the scene while it runs, as `--set` does: the agents keep their places, speeds and goals. Only `seed`, and what changes
   * who and what is in the scene, starts it again. Throws, and changes nothing, if a value is refused.
   */
  set(values: string[]): void;
  /** Puts an agent somewhere else (m), at rest. */
  placeAgent(agent: number, x: number, y: number): void;
  /** Gives an agent, or with −1 all of them, a point to go to (m) instead of their goals. */
  setGoal(agent: number, x: number, y: number): void;
  /** Moves a target (m); from then on it stays where it is put. */
  moveTarget(target: number, x: number, y: number): void;
  /**
   * Leads all to a point (m) until `letGo`: the first target is there, or, where there is none, all have it as their goal. How the scene begins
   * stays as it is.
   */
  lead(x: number, y: number): void;
  /** Lets those who are led go their own ways again. */
  letGo(): void;
  /** Adds an agent like the others of its group, going where they go. Returns its index. */
  insertAgent(group: number, x: number, y: number): number;
  removeAgent(agent: number): void;
  /** Adds an obstacle. Throws if the shape makes no sense. Returns its index. */
  insertObstacle(outline: Outline, temporary: boolean): number;
  /** Says how far an obstacle is from its pose in the setting (m); from then on it stays there. */
  moveObstacle(obstacle: number, x: number, y: number): void;
  removeObstacle(obstacle: number): void;
  /** Adds a straight wall (m). Returns its index. */
  insertWall(from: Pair, to: Pair, thickness?: number): number;
  /** Puts the ends of a wall somewhere else (m). */
  moveWall(wall: number, from: Pair, to: Pair): void;
  removeWall(wall: number): void;
  /** The two ends of a wall's middle line (m). */
  wall(wall: number): [Pair, Pair];
  /** The scene as it stands, in TOML: with the values that were set, and with what was added, moved and removed. */
  scene(): string;

  /** What has happened since this was asked last, in order of time: at most the last 10,000 events. */
  events(): AgentEvent[];
  /** The agents that find no way, with what closes it. */
  blocked(): BlockedAgent[];
  /**
   * Tells a blocked agent how to go on: not to be listed for some seconds, or to look for another path through walkable space. Other answers are
   * {@link jump}, {@link placeAgent}, {@link removeObstacle} and {@link moveObstacle}.
   */
  answerBlocked(agent: number, answer: { answer: "wait"; seconds: number } | { answer: "replan" }): void;
  /** Lets an agent jump over everything to a place (m), in 1 s if not told otherwise. Events say when it takes off and lands. */
  jump(agent: number, to: Pair, options?: { seconds?: number }): void;
  /** Moves an agent by a velocity (m/s) from now on, as a player does; with `null` it walks by itself again. Others make room for it. */
  drive(agent: number, velocity: Pair | null): void;
  /**
   * Indices of the agents that an obstacle would leave without a way to their goals, if it stood there; `insteadOf` is one that would be gone then,
   * such as the one that is dragged. Nothing changes by asking.
   */
  wouldClose(outline: Outline, temporary?: boolean, insteadOf?: number): number[];

  /** Gives the memory back. Any later use throws an error that says so. */
  free(): void;
}

/** Something that happened to an agent: its index in a {@link Simulation}, its id in a {@link World}. */
export type AgentEvent = { time: number; agent: number } & (
  | { kind: "goal-reached" | "goal-reached-near"; goal: number }
  | { kind: "stuck"; reason: "enclosed" | "obstacle" | "crowded" }
  | {
      kind:
        | "arrived" | "arrived-near" | "left" | "unstuck" | "blocked" | "unblocked" | "took-off" | "landed" | "target-gone"
        | "unsound";
    }
);

/** An agent that finds no way. */
export interface BlockedAgent {
  agent: number;
  /** Since when (s of simulated time). */
  since: number;
  /** What closes its way: with any one of them gone there is one, or, where no single one opens it, all must go. */
  by: ({ kind: "agent" | "obstacle" | "wall"; index: number } | { kind: "edge" })[];
  /** Where it wants to go (m). */
  goal: Pair;
  /** Where the case could be resolved (m): the place on what closes its way that is nearest to it. `null` if nothing of that is there any more. */
  place: Pair | null;
  /** The place past all that closes its way, straight towards its goal (m): where a jump or a teleport may lead. */
  beyond: Pair | null;
}

/** A wall between two points (m). */
export interface WallShape { from: Pair; to: Pair }

/** Somebody who comes into a {@link World}. */
export interface NewAgent {
  /** Where (m). */
  position: Pair;
  /** Of its body (m). */
  radius: number;
  /** Its largest speed (m/s), at which it walks. */
  speed: number;
  /** Points to go to (m), one after the other. */
  goals?: Pair[];
  /** How near to a point it has to come (m): half its radius if not given. */
  arrival?: number;
  /** Whether the game moves it from the start: see {@link World.drive}. */
  driven?: boolean;
}

/** Agents and obstacles without a scene: a game says who comes and goes. Free it when it is no longer needed. */
export class World {
  /** `settle` says whether who overlaps is pushed apart (`true`); `torus` is the box of a world that wraps (m). */
  constructor(settings?: { seed?: number; settle?: boolean; torus?: [Pair, Pair] });
  /** Moves everything by so much time (s). The same calls give the same results, bit for bit, on every machine. */
  step(seconds: number): void;
  /** Simulated time (s). */
  readonly time: number;
  readonly agentCount: number;
  /**
   * {@link AGENT_STRIDE} numbers an agent, in order of id, as in {@link Frame.agents}, with its id where that has the group. A view of the engine's
   * memory: valid until the next call of anything of this package.
   */
  agents(): Float32Array;
  /** Returns its id. */
  insertAgent(agent: NewAgent): number;
  removeAgent(agent: number): void;
  /** Everything that the engine was told about an agent, or `null` if it isn't there. */
  spec(agent: number): Record<string, any> | null;
  /** Sets the speed at which an agent walks (m/s). */
  setSpeed(agent: number, speed: number): void;
  setGoals(agent: number, points: Pair[], arrival?: number): void;
  /** Puts an agent somewhere else (m), at rest. */
  placeAgent(agent: number, to: Pair): void;
  /** As {@link Simulation.drive}. */
  drive(agent: number, velocity: Pair | null): void;
  /** As {@link Simulation.jump}. */
  jump(agent: number, to: Pair, options?: { seconds?: number }): void;
  /** A blocked agent isn't listed for so many seconds. */
  letWait(agent: number, seconds: number): void;
  /** Adds an obstacle; one that is temporary is walked round as a whole. Returns its id. */
  insertObstacle(shape: Outline | WallShape, temporary?: boolean): number;
  /** Lets the next step take an obstacle's centre to a place (m), turned by an angle (rad): a door, a cart. */
  moveObstacle(obstacle: number, to: Pair, angle?: number): void;
  removeObstacle(obstacle: number): void;
  /** As {@link Simulation.wouldClose}, with ids. */
  wouldClose(shape: Outline | WallShape, temporary?: boolean, insteadOf?: number): number[];
  /** As {@link Simulation.events}, with ids. */
  events(): AgentEvent[];
  /** Who finds no way, with ids. */
  blocked(): { agent: number; since: number; by: { kind: "agent" | "obstacle"; id: number }[]; goal: Pair; place: Pair | null; beyond: Pair | null }[];
  /** What an agent would decide in a step of so many seconds (1/60 if not given), or `null` if it isn't there. */
  explain(agent: number, seconds?: number): Explanation | null;
  /** Hash of everything that the steps to come depend on: equal on every machine that was told the same. */
  stateHash(): string;
  /** Gives the memory back. Any later use throws an error that says so. */
  free(): void;
}
