import { draw, make, newId } from "../markup";
import { drawShape, drawThing } from "./drawing_of_shapes";
import { extentOf } from "./extent";
import type { Model } from "./model";
import { type Point, roundedPoint } from "./scene_data";
import { thingOf, thingsOf } from "./things";
import type { Drawing, Tool } from "./tool";
import { View } from "./view";

/** How near (pixels) counts as pointed at: more for fingers than for a mouse. */
const REACH_OF_MOUSE = 9;
const REACH_OF_FINGER = 22;

/** The sheet that is drawn on: the scene, a grid, handles, and the cursor of the keys. */
export class Board implements Drawing {
  readonly view = new View();
  readonly element: HTMLElement;
  /** Distance of the grid's points that things are placed on (m); 0 for anywhere. */
  snap = 0.5;
  crates = false;
  /** Where the keys draw. */
  cursor: Point = [0, 0];
  finger = false;

  private readonly drawing = draw("svg", { "aria-hidden": "true" });
  private readonly grid = draw("path", { class: "grid" });
  private readonly things = draw("g", { class: "things" });
  private readonly draft = draw("g", { class: "draft" });
  private readonly handles = draw("g", { class: "handles" });
  private readonly cross = draw("g", { class: "cursor" });
  private readonly where = make("p", { class: "where", "aria-hidden": "true" });
  private fitted = false;

  constructor(
    readonly model: Model,
    public tool: Tool,
    readonly say: (message: string) => void,
  ) {
    const hint = newId("hint");
    this.element = make(
      "div",
      { class: "board", role: "application", tabindex: 0, "aria-label": "Drawing of the scene", "aria-describedby": hint },
      this.drawing,
      this.where,
      make("p", { id: hint, class: "unseen" }, "Arrows move the cursor, Enter places or takes, Escape gives up. Letters take the tools; their buttons name them."),
    );
    this.cross.append(draw("path", { d: "M-14 0H-4M4 0H14M0 -14V-4M0 4V14" }), draw("circle", { r: 2 }));
    this.drawing.append(this.grid, this.things, this.draft, this.handles, this.cross);
    model.listen(() => this.show());
    new ResizeObserver(() => this.resize()).observe(this.element);
  }

  get reach(): number {
    return (this.finger ? REACH_OF_FINGER : REACH_OF_MOUSE) / this.view.scale;
  }

  /** The nearest place that things are placed on. */
  snapped([x, y]: Point): Point {
    if (this.snap === 0) return roundedPoint([x, y]);
    return roundedPoint([Math.round(x / this.snap) * this.snap, Math.round(y / this.snap) * this.snap]);
  }

  take(tool: Tool): void {
    this.tool.cancel(this);
    this.tool = tool;
    this.showDraft();
  }

  fit(): void {
    this.view.fit(extentOf(this.model.scene));
    this.look();
  }

  show(): void {
    const selected = this.model.selected;
    this.things.replaceChildren(...thingsOf(this.model.scene).map((thing) => drawThing(thing, thing.key === selected)));
    this.look();
  }

  /** After the view has moved. */
  look(): void {
    const { view } = this;
    const [x, y] = view.toScreen([0, 0]);
    for (const layer of [this.things, this.draft]) {
      layer.setAttribute("transform", `translate(${x} ${y}) scale(${view.scale} ${-view.scale})`);
    }
    this.grid.setAttribute("d", this.gridLines());
    this.showHandles();
    this.showDraft();
  }

  showDraft(): void {
    this.draft.replaceChildren(...this.tool.draft().map(drawShape));
    const [x, y] = this.view.toScreen(this.cursor);
    this.cross.setAttribute("transform", `translate(${x} ${y})`);
    this.where.textContent = `x ${this.cursor[0].toFixed(2)}  y ${this.cursor[1].toFixed(2)}`;
  }

  private showHandles(): void {
    const thing = thingOf(this.model.scene, this.model.selected);
    const marks = (thing?.handles ?? []).map((handle) => {
      const [x, y] = this.view.toScreen(handle.at);
      return handle.label === "turn"
        ? draw("circle", { cx: x, cy: y, r: 6 })
        : draw("rect", { x: x - 5, y: y - 5, width: 10, height: 10 });
    });
    this.handles.replaceChildren(...marks);
  }

  private gridLines(): string {
    const { view } = this;
    const step = view.gridStep(this.snap || 0.5);
    const [left, top] = view.toWorld([0, 0]);
    const [right, bottom] = view.toWorld([view.width, view.height]);
    let path = "";
    for (let x = Math.ceil(left / step) * step; x <= right; x += step) path += `M${view.toScreen([x, 0])[0].toFixed(1)} 0V${view.height}`;
    for (let y = Math.ceil(bottom / step) * step; y <= top; y += step) path += `M0 ${view.toScreen([0, y])[1].toFixed(1)}H${view.width}`;
    return path;
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth === 0) return;
    this.view.width = clientWidth;
    this.view.height = clientHeight;
    if (this.fitted) this.look();
    else this.fit();
    this.fitted = true;
  }
}
