import { bodyOnCanvas, drawHalo } from "drawing/agents";
import { Camera } from "drawing/camera";
import { drawExplanation } from "drawing/explanation";
import { drawForces } from "drawing/forces";
import { agentIn } from "drawing/frame";
import { drawGoals, drawTargets } from "drawing/goals";
import { drawGround } from "drawing/ground";
import type { Box, Label } from "drawing/labels";
import { readPalette, type Palette } from "drawing/palette";
import type { Pen } from "drawing/pen";
import { drawObstacles, drawWalls } from "drawing/solids";
import { Container, Graphics } from "pixi.js";
import { AGENT_STRIDE, AgentFlag, type Explanation, type Frame, type Outline, type Pair, type Setting } from "sidestep";
import type { AgentLayer } from "./agents";
import { CanvasAgents } from "./agents_canvas";
import { WebGLAgents } from "./agents_webgl";
import { drawCharacters, LEAST_RADIUS_FOR_CHARACTERS, MOST_CHARACTERS } from "./character";
import { Gaits } from "./gaits";
import { Gestures } from "./gestures";
import { Labels } from "./labels";
import { StagePen } from "./pen";
import { createRenderer, pixelRatio, type RendererChoice, type RendererKind } from "./renderer";
import { watchTheme } from "./theme";
import { drawCursor, drawHandles, drawPlanned, drawPointerGoal } from "./tools";
import { MOST_AGENTS_WITH_TRAILS, Trails } from "./trails";
import { ViewExtent } from "./view_extent";

/** What is drawn over the world. All parts may be left out. */
export interface Overlay {
  selected?: number | null;
  hovered?: number | null;
  explanation?: Explanation | null;
  /** What of it is told beside the picture. */
  told?: Explanation | null;
  /** What others consider, whose forces are shown too. */
  forcesOfAll?: [agent: number, explanation: Explanation][];
  /** The largest force of the last moments (N), so that arrows keep their scale. */
  largestForce?: number;
  /** Agents whose goals are shown. */
  goals?: number[];
  /** Simulated time (s), for trails; without it there are none. */
  time?: number;
  /** Where the pointer is the goal. */
  pointerGoal?: Pair | null;
  /** Where the keyboard's cursor is, and what it does there. */
  cursor?: { at: Pair; text: string } | null;
  /** A crate that would be put somewhere, and how many agents it would leave without a way. */
  planned?: { outline: Outline; closes: number } | null;
  /** Ends of walls that can be taken. */
  handles?: Pair[];
  /** Anything else, in CSS pixels; returns the words to it. */
  sketch?(pen: Pen, camera: Camera, palette: Palette): Label[];
}

export interface StageOptions {
  renderer?: RendererChoice;
  /** Only a disc for each agent, no signs, no trails: for very many. */
  plain?: boolean;
}

/** So much larger than the smallest people are those whom the camera follows. */
const NEAR_ENOUGH = 1.05;
/** Which part of the way to what it follows the camera goes for each picture. */
const FOLLOWING = 0.08;

/** Words leave up to so many agents free where they can. */
const MOST_SPARED = 120;

class Layer {
  readonly graphics = new Graphics();
  private readonly pen = new StagePen(this.graphics);

  /** The pen for this layer, with nothing drawn. */
  cleared(): Pen {
    this.graphics.clear();
    return this.pen;
  }
}

/** A picture of a world that moves, in an element of the page. */
export class Stage {
  readonly camera = new Camera();
  readonly gestures: Gestures;
  palette: Palette;
  /** Whether agents are drawn as people who walk, where they are few and large enough for it. */
  characters = false;
  /** The moving target, by its place in the frame, that the camera stays near to, until somebody moves the camera; `null` shows all. */
  followed: number | null = null;
  /** Called when the picture is out of date though the world hasn't moved. */
  onStale: () => void = () => {};

  private readonly root = new Container();
  private readonly ground = new Layer();
  private readonly obstacles = new Layer();
  private readonly below = new Layer();
  private readonly people = new Layer();
  private readonly above = new Layer();
  private readonly labels = new Labels();
  private readonly trails = new Trails();
  private readonly gaits = new Gaits();
  private readonly observer: ResizeObserver;
  private readonly stopWatching: () => void;
  private setting: Setting | null = null;
  private extent: ViewExtent | null = null;
  private fittedExtent = -1;
  private drawnGround = "";
  private drawnObstacles = "";
  private scaleLabel: Label | null = null;
  private destroyed = false;

  private constructor(
    /** The element that holds the canvas. */
    readonly host: HTMLElement,
    readonly kind: RendererKind,
    private readonly renderer: Awaited<ReturnType<typeof createRenderer>>["renderer"],
    private readonly agents: AgentLayer,
    private readonly plain: boolean,
  ) {
    this.palette = readPalette(host);
    this.agents.setPalette(this.palette);
    const { ground, obstacles, below, people, above } = this;
    this.root.addChild(ground.graphics, obstacles.graphics, below.graphics, agents.view, people.graphics, above.graphics);
    renderer.canvas.setAttribute("aria-hidden", "true");
    host.append(renderer.canvas, this.labels.element);
    host.dataset["renderer"] = kind;
    this.gestures = new Gestures(host, this.camera, () => this.onStale());
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(host);
    this.stopWatching = watchTheme(() => this.changeTheme());
    this.resize();
  }

  static async create(host: HTMLElement, { renderer = "auto", plain = false }: StageOptions = {}): Promise<Stage> {
    const made = await createRenderer(renderer, Math.max(1, host.clientWidth), Math.max(1, host.clientHeight));
    const agents = made.kind === "webgl" ? new WebGLAgents() : new CanvasAgents();
    return new Stage(host, made.kind, made.renderer, agents, plain);
  }

  /** The world that is shown. The camera goes to it if it is another scene, or `fit` says so. */
  setSetting(setting: Setting, fit = setting.scene !== this.setting?.scene): void {
    this.setting = setting;
    this.drawnGround = "";
    this.drawnObstacles = "";
    if (fit) {
      this.trails.clear();
      this.extent = new ViewExtent(setting);
      this.fitExtent();
    }
  }

  /** Shows the same box as another picture of the same scene, whoever leaves it in either. */
  shareExtent(other: Stage): void {
    this.extent = other.extent;
    this.fitExtent();
  }

  /** Shows the whole world again. */
  fit(): void {
    this.followed = null;
    this.fitExtent();
    this.onStale();
  }

  private fitExtent(): void {
    if (!this.extent) return;
    this.fittedExtent = this.extent.version;
    this.camera.fit(this.extent.box);
  }

  /** Goes after the target that is followed, as near as people can be told from dots, and looks at nothing beyond the scene. */
  private followTarget({ agents, targets }: Frame): void {
    const { camera, extent, followed } = this;
    if (followed === null || !extent) return;
    const [x, y] = [targets[2 * followed], targets[2 * followed + 1]];
    if (camera.moved || x === undefined || y === undefined) {
      this.followed = null;
      return;
    }
    const begins = camera.scale === camera.fitted;
    const scale = Math.max(camera.fitted, (NEAR_ENOUGH * LEAST_RADIUS_FOR_CHARACTERS) / largestRadius(agents));
    const centre = (axis: 0 | 1, wanted: number, now: number, size: number): number => {
      const [least, most] = [extent.box.min[axis] + size / 2 / scale, extent.box.max[axis] - size / 2 / scale];
      if (least >= most) return (least + most) / 2;
      const aim = Math.min(most, Math.max(least, wanted));
      return begins ? aim : now + FOLLOWING * (aim - now);
    };
    camera.look(centre(0, x, camera.centerX, camera.width), centre(1, y, camera.centerY, camera.height), scale);
    // It wasn't anybody's hand.
    camera.moved = false;
  }

  /** Forgets where the agents came from. */
  clearTrails(): void {
    this.trails.clear();
  }

  /** Position of a point of the world (m) in CSS pixels of the canvas. */
  toScreen(x: number, y: number): Pair {
    return [this.camera.screenX(x), this.camera.screenY(y)];
  }

  /** Position (m) of a point of the canvas in CSS pixels. */
  toWorld(x: number, y: number): Pair {
    return [this.camera.worldX(x), this.camera.worldY(y)];
  }

  draw(frame: Frame, overlay: Overlay = {}): void {
    const { setting, camera, palette } = this;
    if (!setting || this.destroyed) return;
    if (!this.gestures.held) {
      this.extent?.follow(frame.agents);
      if (!camera.moved && this.extent?.version !== this.fittedExtent) this.fitExtent();
      if (!overlay.pointerGoal) this.followTarget(frame);
    }
    this.drawStill(setting, frame);
    const [below, above] = [this.below.cleared(), this.above.cleared()];
    const labels: Label[] = this.scaleLabel ? [this.scaleLabel] : [];
    if (overlay.time !== undefined && !this.plain && frame.agents.length / AGENT_STRIDE <= MOST_AGENTS_WITH_TRAILS) {
      this.trails.record(overlay.time, frame.agents);
      this.trails.draw(below, camera, frame.agents, palette);
    }
    drawGoals(below, camera, setting, frame, overlay.goals ?? [], false, palette);
    labels.push(...drawTargets(below, camera, setting, frame, palette));
    this.drawAgents(setting, frame, overlay.time);
    const [hovered, selected] = [overlay.hovered, overlay.selected].map((agent) => agentIn(frame, agent ?? -1));
    const keepFree: Box[] = [];
    this.drawForcesOfAll(above, frame, overlay);
    if (hovered) keepFree.push(drawHalo(above, bodyOnCanvas(camera, hovered), palette.quiet, palette));
    if (selected) keepFree.push(drawHalo(above, bodyOnCanvas(camera, selected), palette.accent, palette));
    if (typeof overlay.selected === "number") drawGoals(above, camera, setting, frame, [overlay.selected], true, palette);
    if (selected && overlay.explanation) {
      const words = drawExplanation(above, camera, palette, bodyOnCanvas(camera, selected), overlay.explanation, overlay.largestForce ?? 0, overlay.told ?? null);
      labels.push(...words.labels);
      keepFree.push(...words.keepFree);
    }
    drawHandles(above, camera, overlay.handles ?? [], palette);
    if (overlay.pointerGoal) drawPointerGoal(above, camera, overlay.pointerGoal, palette);
    if (overlay.planned) labels.push(...drawPlanned(above, camera, overlay.planned, palette));
    if (overlay.cursor) labels.push(drawCursor(above, camera, overlay.cursor, palette));
    labels.push(...(overlay.sketch?.(above, camera, palette) ?? []));
    this.labels.show(labels, camera.width, camera.height, keepFree, labels.length > 1 ? this.boxesOf(frame) : []);
    this.renderer.render({ container: this.root, clearColor: palette.ground });
  }

  private drawAgents({ bounds }: Setting, { agents }: Frame, time: number | undefined): void {
    const { camera } = this;
    const pen = this.people.cleared();
    this.gaits.follow(time ?? 0, agents);
    // Across the edges of a torus only discs are drawn twice.
    const drawn = this.characters && time !== undefined && bounds.kind !== "torus" && this.hasCharacters(agents);
    this.agents.view.visible = !drawn;
    if (!drawn) return this.agents.draw(agents, camera, bounds, this.plain);
    const bodyAt = (x: number, y: number, radius: number) => {
      const body = bodyOnCanvas(camera, { x, y, radius });
      const seen = body.x > -body.radius && body.y > -body.radius && body.x < camera.width + body.radius && body.y < camera.height + body.radius;
      return seen ? body : null;
    };
    drawCharacters(pen, agents, this.gaits, bodyAt, this.palette);
  }

  /** Where agents are, for words that had better not hide them; none in crowds, where words would find no place. */
  private boxesOf({ agents }: Frame): Box[] {
    if (agents.length > MOST_SPARED * AGENT_STRIDE) return [];
    const boxes: Box[] = [];
    for (let at = 0; at < agents.length; at += AGENT_STRIDE) {
      if (!(agents[at + 7]! & AgentFlag.PRESENT)) continue;
      const { x, y, radius } = bodyOnCanvas(this.camera, { x: agents[at]!, y: agents[at + 1]!, radius: agents[at + 5]! });
      boxes.push({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius });
    }
    return boxes;
  }

  private hasCharacters(agents: Float32Array): boolean {
    return agents.length <= MOST_CHARACTERS * AGENT_STRIDE && largestRadius(agents) * this.camera.scale >= LEAST_RADIUS_FOR_CHARACTERS;
  }

  // Without words, and all on one scale.
  private drawForcesOfAll(pen: Pen, frame: Frame, { forcesOfAll = [], selected }: Overlay): void {
    const largest = Math.max(0, ...forcesOfAll.map(([, { total }]) => Math.hypot(...total)));
    for (const [agent, explanation] of forcesOfAll) {
      const body = agent === selected ? null : agentIn(frame, agent);
      if (body) drawForces(pen, this.camera, this.palette, bodyOnCanvas(this.camera, body), explanation, 2.5 * largest);
    }
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.gestures.destroy();
    this.observer.disconnect();
    this.stopWatching();
    this.labels.element.remove();
    this.agents.destroy();
    this.root.destroy({ children: true });
    this.renderer.destroy({ removeView: true });
  }

  // What doesn't move is drawn anew only when it, or the camera, has changed.
  private drawStill(setting: Setting, frame: Frame): void {
    const ground = String(this.camera.version);
    if (ground !== this.drawnGround) {
      const pen = this.ground.cleared();
      this.scaleLabel = drawGround(pen, this.camera, setting.bounds, this.palette);
      drawWalls(pen, this.camera, setting, this.palette);
    }
    const obstacles = `${ground} ${frame.obstacles.join(" ")}`;
    if (obstacles !== this.drawnObstacles) {
      drawObstacles(this.obstacles.cleared(), this.camera, setting, frame, this.palette);
    }
    this.drawnGround = ground;
    this.drawnObstacles = obstacles;
  }

  private resize(): void {
    const [width, height] = [this.host.clientWidth, this.host.clientHeight];
    if (width < 1 || height < 1 || this.destroyed) return;
    this.renderer.resize(width, height, pixelRatio());
    this.camera.resize(width, height);
    this.onStale();
  }

  private changeTheme(): void {
    this.palette = readPalette(this.host);
    this.agents.setPalette(this.palette);
    this.drawnGround = "";
    this.drawnObstacles = "";
    this.onStale();
  }
}

/** The radius of the largest agent of a frame (m), 0 without any. */
function largestRadius(agents: Float32Array): number {
  let largest = 0;
  for (let at = 5; at < agents.length; at += AGENT_STRIDE) largest = Math.max(largest, agents[at]!);
  return largest;
}
