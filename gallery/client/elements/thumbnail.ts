import { AGENT_STRIDE, AgentFlag, OBSTACLE_STRIDE, Simulation, type Pair, type Setting } from "sidestep";
import { cssColour, groupColour, readPalette, type Palette } from "drawing/palette";
import { CanvasPen } from "drawing/pen";
import { ready } from "../core";
import { inTurn } from "../live/turns";
import { make } from "../markup";
import { sceneText } from "../scenes";
import { drawCharacters, LEAST_RADIUS_FOR_CHARACTERS, MOST_CHARACTERS } from "../stage/character";
import { sceneExtent } from "../stage/extent";
import { Gaits } from "../stage/gaits";
import { watchTheme } from "../stage/theme";

const MILLISECONDS_BETWEEN = 50;
const LONGEST_TICK = 0.1;
/** So much closer than the whole scene, for people to be seen. */
const CLOSER = 1.6;
/** Where the picture begins at the soonest and at the latest (s): the first moment has nothing to tell. */
const SOONEST = 3;
const LATEST = 10;
/** It begins as soon as so many of those who are there are in it. */
const SHARE_IN_SIGHT = 0.5;

/** `<sidestep-thumbnail scene="…">`: a small picture of a scene that runs while it is seen. It says nothing that isn't said beside it. */
class ThumbnailElement extends HTMLElement {
  private readonly canvas = make("canvas", { "aria-hidden": "true" });
  private readonly ending = new AbortController();
  private readonly gaits = new Gaits();
  private simulation: Simulation | null = null;
  private setting: Setting | null = null;
  private palette: Palette | null = null;
  private seen = false;
  private last = 0;

  connectedCallback(): void {
    if (this.canvas.isConnected) return;
    this.replaceChildren(this.canvas);
    void inTurn(() => this.start()).catch(() => this.remove());
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.ending.abort();
      this.simulation?.free();
      this.simulation = null;
    });
  }

  private async start(): Promise<void> {
    await ready();
    if (this.ending.signal.aborted) return;
    const name = this.getAttribute("scene") ?? "forest";
    this.simulation = new Simulation(sceneText(name), { name, measures: false });
    this.setting = this.simulation.setting();
    this.palette = readPalette(this);
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    this.begin();
    const observer = new IntersectionObserver((entries) => {
      this.seen = entries.at(-1)?.isIntersecting ?? true;
      if (this.seen && !still.matches) requestAnimationFrame(tick);
    });
    const tick = (now: number): void => {
      if (!this.simulation || !this.seen || document.hidden) return;
      if (now - this.last >= MILLISECONDS_BETWEEN) {
        const passed = Math.min(LONGEST_TICK, (now - this.last) / 1000);
        this.last = now;
        if (this.simulation.over) {
          this.simulation.restart();
          this.begin();
        }
        this.simulation.advance(passed);
        this.draw();
      }
      requestAnimationFrame(tick);
    };
    observer.observe(this);
    const sizes = new ResizeObserver(() => this.draw());
    sizes.observe(this.canvas);
    const unwatch = watchTheme(() => {
      this.palette = readPalette(this);
      this.draw();
    });
    this.ending.signal.addEventListener("abort", () => {
      observer.disconnect();
      sizes.disconnect();
      unwatch();
    });
    this.draw();
  }

  /** Steps to where there is something to see. */
  private begin(): void {
    const { simulation, setting, canvas } = this;
    if (!simulation || !setting) return;
    const { width, height, place } = this.view(setting);
    const enough = (): boolean => {
      const { agents } = simulation.frame();
      let [there, inSight] = [0, 0];
      for (let at = 0; at < agents.length; at += AGENT_STRIDE) {
        if (!(agents[at + 7]! & AgentFlag.PRESENT)) continue;
        const [x, y] = place([agents[at]!, agents[at + 1]!]);
        there += 1;
        if (x > 0 && x < width && y > 0 && y < height) inSight += 1;
      }
      return inSight >= SHARE_IN_SIGHT * there;
    };
    while (simulation.time < SOONEST) simulation.step();
    if (canvas.clientWidth === 0) return;
    while (simulation.time < LATEST && !enough()) simulation.step();
  }

  /** The size of the picture, with the scale (px/m) and where places of the world (m) are in it (px). */
  private view(setting: Setting): { width: number; height: number; scale: number; place: (at: Pair) => Pair } {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const { min, max } = sceneExtent(setting);
    // Cropped rather than small: what matters is in the middle.
    const scale = Math.max(width / (max[0] - min[0]), height / (max[1] - min[1])) * CLOSER;
    const place = ([x, y]: Pair): Pair => [width / 2 + (x - (min[0] + max[0]) / 2) * scale, height / 2 - (y - (min[1] + max[1]) / 2) * scale];
    return { width, height, scale, place };
  }

  private draw(): void {
    const { canvas, simulation, setting, palette } = this;
    const context = canvas.getContext("2d");
    if (!context || !simulation || !setting || !palette || canvas.clientWidth === 0) return;
    const { width, height, scale, place } = this.view(setting);
    const ratio = Math.min(2, devicePixelRatio || 1);
    if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
    if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const { agents, obstacles } = simulation.frame();
    const line = (points: Pair[], closed: boolean): void => {
      context.beginPath();
      for (const point of points) context.lineTo(...place(point));
      if (closed) context.closePath();
    };
    context.lineWidth = 1.2;
    context.fillStyle = cssColour(palette.stone);
    context.strokeStyle = cssColour(palette.stoneEdge);
    for (const points of setting.walls) {
      line(points, points.length > 2);
      if (points.length > 2) context.fill();
      context.stroke();
    }
    setting.obstacles.forEach(({ outline }, index) => {
      const [dx, dy, there] = obstacles.subarray(index * OBSTACLE_STRIDE, (index + 1) * OBSTACLE_STRIDE);
      if (!there) return;
      const moved = ([x, y]: Pair): Pair => [x + dx!, y + dy!];
      if (outline.kind === "circle") {
        context.beginPath();
        context.arc(...place(moved(outline.center)), outline.radius * scale, 0, 2 * Math.PI);
      } else line(outline.points.map(moved), true);
      context.fill();
      context.stroke();
    });
    this.gaits.follow(simulation.time, agents);
    let largest = 0;
    for (let at = 5; at < agents.length; at += AGENT_STRIDE) largest = Math.max(largest, agents[at]!);
    if (largest * scale >= LEAST_RADIUS_FOR_CHARACTERS && agents.length <= MOST_CHARACTERS * AGENT_STRIDE) {
      const bodyAt = (wx: number, wy: number, radius: number) => {
        const [x, y] = place([wx, wy]);
        return { x, y, radius: radius * scale };
      };
      drawCharacters(new CanvasPen(context), agents, this.gaits, bodyAt, palette);
      return;
    }
    for (let at = 0; at < agents.length; at += AGENT_STRIDE) {
      if (!(agents[at + 7]! & AgentFlag.PRESENT)) continue;
      const [x, y] = place([agents[at]!, agents[at + 1]!]);
      const radius = Math.max(2.2, agents[at + 5]! * scale);
      context.fillStyle = cssColour(groupColour(palette, agents[at + 6]!));
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
      context.strokeStyle = cssColour(palette.ground);
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + agents[at + 2]! * radius, y - agents[at + 3]! * radius);
      context.stroke();
    }
  }
}

customElements.define("sidestep-thumbnail", ThumbnailElement);
