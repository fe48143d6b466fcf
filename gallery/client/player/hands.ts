import { AGENT_STRIDE, OBSTACLE_STRIDE, type Outline, type Pair } from "sidestep";
import type { Drag, Handler, Point } from "../stage/gestures";
import type { Overlay } from "../stage/stage";
import { Crates } from "./crates";
import type { Player } from "./player";

export type Touch = "goal" | "crates" | "none";

const MILLISECONDS_WITHOUT_A_FINGER = 6000;
const MILLISECONDS_BETWEEN_QUESTIONS = 100;
/** A crate that was kicked slides so far (m), and comes to rest in about so long (s). */
const KICKED_METRES = 4;
const KICKED_SECONDS = 1.2;

/** A crate that would stand somewhere. */
interface Planned {
  outline: Outline;
  /** How many agents it would leave without a way. */
  closes: number;
}

/** What hands do to a scene that runs: take agents, obstacles and walls, be the goal, drop crates. */
export class Hands implements Handler {
  readonly crates: Crates;
  /** What a click on free ground does where crates can be dropped. */
  tool: "drop" | "remove" = "drop";

  private goal: Pair | null = null;
  private cursor: Pair | null = null;
  private handles: Pair[] = [];
  private waiting = 0;
  private held: (() => void) | null = null;
  private planned: Planned | null = null;
  private askedAt = -Infinity;
  private kicks: { crate: number; from: Pair; direction: Pair; at: number }[] = [];

  constructor(private readonly player: Player, readonly touch: Touch) {
    this.crates = new Crates(player);
  }

  /** What is held stays where it is held, whatever the agents want. */
  beforeSteps(): void {
    this.held?.();
    this.slide();
  }

  /** Lets a crate slide away in a direction (length 1). */
  kick(crate: number, direction: Pair): void {
    const { obstacles } = this.player.simulation.frame();
    const at = crate * OBSTACLE_STRIDE;
    this.kicks.push({ crate, from: [obstacles[at]!, obstacles[at + 1]!], direction, at: this.player.simulation.time });
  }

  private slide(): void {
    const { time } = this.player.simulation;
    this.kicks = this.kicks.filter(({ crate, from, direction, at }) => {
      const way = KICKED_METRES * (1 - Math.exp((-4 * (time - at)) / KICKED_SECONDS));
      const done = this.player.attempt((simulation) => simulation.moveObstacle(crate, from[0] + way * direction[0], from[1] + way * direction[1]));
      return done && time - at < KICKED_SECONDS;
    });
  }

  /** Asks whether a crate would close somebody's way where it would stand; `insteadOf` is the one that is dragged there. */
  private plan(outline: Outline, insteadOf?: number): void {
    if (performance.now() < this.askedAt + MILLISECONDS_BETWEEN_QUESTIONS && this.planned) {
      this.planned = { ...this.planned, outline };
      return;
    }
    this.askedAt = performance.now();
    try {
      this.planned = { outline, closes: this.player.simulation.wouldClose(outline, true, insteadOf).length };
    } catch {
      // What the engine refuses it says when it is dropped.
      this.planned = null;
    }
  }

  overlay(): Overlay {
    return {
      pointerGoal: this.goal,
      handles: this.handles,
      cursor: this.cursor ? { at: this.cursor, text: "Enter drops a crate, Delete removes one" } : null,
      planned: this.planned,
    };
  }

  grab(point: Point): Drag | null {
    const { simulation } = this.player;
    const agent = simulation.agentAt(point.x, point.y, point.reach);
    if (agent >= 0) return this.dragAgent(agent, point);
    const wall = simulation.wallAt(point.x, point.y, point.reach);
    const end = wall >= 0 ? this.nearEnd(wall, point) : -1;
    if (end >= 0) return this.dragWall(wall, point, end);
    const obstacle = simulation.obstacleAt(point.x, point.y, point.touch ? point.reach / 2 : 0);
    if (obstacle >= 0) return this.dragObstacle(obstacle, point);
    if (wall >= 0) return this.dragWall(wall, point, -1);
    if (this.touch === "goal" && point.touch) return { move: (to) => this.moveGoal([to.x, to.y]), end: () => this.letGoSoon() };
    return null;
  }

  tap(point: Point): void {
    const { simulation } = this.player;
    this.planned = null;
    const crate = this.touch === "crates" ? this.crates.at(point.x, point.y) : -1;
    if (crate >= 0 && this.tool === "remove") {
      this.crates.remove(crate);
      return;
    }
    const agent = simulation.agentAt(point.x, point.y, point.reach);
    if (agent >= 0) this.player.select(agent);
    else if (this.touch === "goal") {
      this.moveGoal([point.x, point.y]);
      if (point.touch) this.letGoSoon();
    } else if (this.touch === "crates" && this.tool === "drop" && crate < 0) this.crates.drop([point.x, point.y]);
    else this.player.select(null);
  }

  hold(point: Point): boolean {
    const crate = this.touch === "crates" ? this.crates.at(point.x, point.y) : -1;
    if (crate >= 0) this.crates.remove(crate);
    return crate >= 0;
  }

  hover(point: Point | null): void {
    const { simulation } = this.player;
    const agent = point ? simulation.agentAt(point.x, point.y, point.reach) : -1;
    const wall = point && agent < 0 ? simulation.wallAt(point.x, point.y, point.reach) : -1;
    this.player.hovered = agent >= 0 ? agent : null;
    this.handles = wall >= 0 ? simulation.wall(wall) : [];
    if (point && !point.touch && this.touch === "goal") this.moveGoal([point.x, point.y]);
    if (!point && this.touch === "goal") this.letGo();
    const drops = point && !point.touch && this.touch === "crates" && this.tool === "drop" && this.pointer(point) === "crosshair";
    if (drops) this.plan(this.crates.next([point.x, point.y]));
    else this.planned = null;
    this.player.onStale.emit();
  }

  pointer(point: Point): string {
    const { simulation } = this.player;
    if (simulation.agentAt(point.x, point.y, point.reach) >= 0) return "pointer";
    if (simulation.obstacleAt(point.x, point.y, 0) >= 0 || simulation.wallAt(point.x, point.y, point.reach) >= 0) return "grab";
    return this.touch === "none" ? "" : "crosshair";
  }

  /** Moves what the keyboard moves: the goal, the cursor for crates, or the picture. */
  arrow(dx: number, dy: number): void {
    const { stage } = this.player;
    const step = 24 / stage.camera.scale;
    const from = (place: Pair | null): Pair => place ?? [stage.camera.centerX, stage.camera.centerY];
    const within = ([x, y]: Pair): Pair => {
      const [left, top] = stage.toWorld(0, 0);
      const [right, bottom] = stage.toWorld(stage.camera.width, stage.camera.height);
      return [Math.min(right, Math.max(left, x + dx * step)), Math.min(top, Math.max(bottom, y + dy * step))];
    };
    if (this.touch === "goal") this.moveGoal(within(from(this.goal)));
    else if (this.touch === "crates") {
      this.cursor = within(from(this.cursor));
      this.plan(this.crates.next(this.cursor));
    }
    else stage.camera.pan(-dx * 40, dy * 40);
    this.player.onStale.emit();
  }

  /** Moves the selected agent a little. Returns whether there is one. */
  nudge(dx: number, dy: number): boolean {
    const agent = this.player.selected;
    if (agent === null) return false;
    const { agents } = this.player.simulation.frame();
    const [x, y] = [agents[agent * AGENT_STRIDE] as number, agents[agent * AGENT_STRIDE + 1] as number];
    return this.player.attempt((simulation) => simulation.placeAgent(agent, x + dx * 0.25, y + dy * 0.25));
  }

  /** Enter at the keyboard's cursor. Returns whether there is one. */
  dropAtCursor(): boolean {
    if (!this.cursor) return false;
    this.crates.drop(this.cursor);
    this.planned = null;
    return true;
  }

  /** Delete: the crate at the keyboard's cursor, or else the last one dropped. */
  removeAtCursor(): boolean {
    if (this.touch !== "crates") return false;
    const here = this.cursor ? this.crates.at(...this.cursor) : -1;
    const crate = here >= 0 ? here : this.crates.last();
    if (crate >= 0) this.crates.remove(crate);
    return crate >= 0;
  }

  /** Puts the keyboard's cursor away. Returns whether there was one. */
  hideCursor(): boolean {
    const shown = this.cursor !== null;
    this.cursor = null;
    this.planned = null;
    return shown;
  }

  /** Those who were led go their own ways again. Returns whether anybody was. */
  letGo(): boolean {
    window.clearTimeout(this.waiting);
    const led = this.goal !== null;
    this.goal = null;
    if (led) this.player.attempt((simulation) => simulation.letGo());
    return led;
  }

  /** The scene has begun anew, and with it everybody's own goals. */
  forget(): void {
    window.clearTimeout(this.waiting);
    this.kicks = [];
    this.planned = null;
    this.goal = null;
  }

  private moveGoal(to: Pair): void {
    window.clearTimeout(this.waiting);
    this.goal = to;
    this.player.attempt((simulation) => simulation.lead(...to));
  }

  // A finger that has left the glass isn't there any more; what it has called still comes for a moment.
  private letGoSoon(): void {
    window.clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => {
      if (!this.player.ended.aborted) this.letGo();
    }, MILLISECONDS_WITHOUT_A_FINGER);
  }

  private dragAgent(agent: number, start: Point): Drag {
    const { agents } = this.player.simulation.frame();
    const off: Pair = [(agents[agent * AGENT_STRIDE] as number) - start.x, (agents[agent * AGENT_STRIDE + 1] as number) - start.y];
    return this.dragging((to) => this.player.attempt((simulation) => simulation.placeAgent(agent, to.x + off[0], to.y + off[1])));
  }

  private dragObstacle(obstacle: number, start: Point): Drag {
    const { obstacles } = this.player.simulation.frame();
    const at = obstacle * OBSTACLE_STRIDE;
    const moved: Pair = [obstacles[at] as number, obstacles[at + 1] as number];
    const kind = this.player.setting.obstacles[obstacle]!;
    const drag = this.dragging((to) => this.player.attempt((simulation) =>
      simulation.moveObstacle(obstacle, moved[0] + to.x - start.x, moved[1] + to.y - start.y)));
    if (!kind.temporary || this.touch !== "crates") return drag;
    // It is only put down where it is let go: until then it is told what it would do there.
    let last: Point | null = null;
    return {
      move: (to) => {
        last = to;
        this.plan(shifted(kind.outline, [moved[0] + to.x - start.x, moved[1] + to.y - start.y]), obstacle);
        this.player.onStale.emit();
      },
      end: (point, cancelled) => {
        this.planned = null;
        if (last && !cancelled) drag.move(last);
        drag.end(point, cancelled);
      },
    };
  }

  // `end` is 0 or 1 for one of its ends, −1 for all of it.
  private dragWall(wall: number, start: Point, end: number): Drag {
    const ends = this.player.simulation.wall(wall);
    return this.dragging((to) => this.player.attempt((simulation) => {
      const placed = ends.map(([x, y], index): Pair =>
        (end < 0 || end === index ? [x + to.x - start.x, y + to.y - start.y] : [x, y])) as [Pair, Pair];
      simulation.moveWall(wall, ...placed);
      this.handles = placed;
    }));
  }

  private nearEnd(wall: number, point: Point): number {
    const distances = this.player.simulation.wall(wall).map(([x, y]) => Math.hypot(x - point.x, y - point.y));
    const nearest = distances[0]! <= distances[1]! ? 0 : 1;
    return distances[nearest]! <= Math.max(point.reach * 1.5, 0.2) ? nearest : -1;
  }

  // What was refused is tried no more until the pointer moves on.
  private dragging(place: (to: Point) => boolean): Drag {
    let last: Point | null = null;
    const again = (): void => {
      if (last && !place(last)) last = null;
    };
    return {
      move: (point) => {
        last = point;
        this.held = null;
        if (place(point)) this.held = again;
      },
      end: () => {
        this.held = null;
      },
    };
  }
}

function shifted(outline: Outline, [dx, dy]: Pair): Outline {
  if (outline.kind === "circle") return { ...outline, center: [outline.center[0] + dx, outline.center[1] + dy] };
  return { ...outline, points: outline.points.map(([x, y]) => [x + dx, y + dy]) };
}
