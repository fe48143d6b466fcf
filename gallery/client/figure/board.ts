import type { Outline, Pair } from "sidestep";
import { draw } from "../markup";
import { Handle, type HandleOptions } from "./handle";
import type { View } from "./views";

export interface Look {
  /** How it looks: a class of `figure.css`. */
  class?: string;
  /** The symbol of the page that it stands for: each lights up with the other. */
  part?: string;
}

/** A drawing in the units of the world, y up. What is on it is drawn anew at each change; handles stay. */
export class Board {
  readonly element: SVGSVGElement;
  private readonly content = draw("g");
  private readonly grips = draw("g");
  private readonly handles: Handle[] = [];
  private scale = 1;

  constructor(readonly view: View, label: string) {
    this.element = draw("svg", { class: "figure-board", role: "group", "aria-label": label }, this.content, this.grips);
    this.element.style.aspectRatio = `${view.x[1] - view.x[0]} / ${view.y[1] - view.y[0]}`;
  }

  /** Takes the size that the page gives it. Returns whether it is another one. */
  fit(): boolean {
    const width = this.element.clientWidth;
    if (width === 0) return false;
    const scale = width / (this.view.x[1] - this.view.x[0]);
    if (Math.abs(scale - this.scale) < 1e-6) return false;
    this.scale = scale;
    this.element.setAttribute("viewBox", `0 0 ${width} ${scale * (this.view.y[1] - this.view.y[0])}`);
    return true;
  }

  /** Where a point of the world is drawn. */
  at([x, y]: Pair): Pair {
    return [(x - this.view.x[0]) * this.scale, (this.view.y[1] - y) * this.scale];
  }

  /** What point of the world is under the pointer. */
  under(event: PointerEvent): Pair {
    const box = this.element.getBoundingClientRect();
    const scale = box.width / (this.view.x[1] - this.view.x[0]);
    return [this.view.x[0] + (event.clientX - box.left) / scale, this.view.y[1] - (event.clientY - box.top) / scale];
  }

  /** The nearest point that is shown, a little inside the edge. */
  inside([x, y]: Pair): Pair {
    const edge = 8 / this.scale;
    return [Math.min(this.view.x[1] - edge, Math.max(this.view.x[0] + edge, x)), Math.min(this.view.y[1] - edge, Math.max(this.view.y[0] + edge, y))];
  }

  /** Something to take hold of. */
  handle(options: HandleOptions): void {
    const handle = new Handle(this, options);
    this.handles.push(handle);
    this.grips.append(handle.element);
  }

  /** Takes off all that is drawn, and puts the handles where they are now. */
  begin(): void {
    this.content.replaceChildren();
    for (const handle of this.handles) handle.place();
  }

  circle(center: Pair, radius: number, look: Look = {}): void {
    const [cx, cy] = this.at(center);
    this.add(draw("circle", { cx, cy, r: Math.max(0, radius * this.scale) }), look);
  }

  /** A point, as large at any size of the drawing. */
  dot(at: Pair, look: Look = {}, radius = 4.5): void {
    const [cx, cy] = this.at(at);
    this.add(draw("circle", { cx, cy, r: radius }), { ...look, class: `dot ${look.class ?? ""}` });
  }

  /** A cross, as large at any size of the drawing. */
  cross(at: Pair, look: Look = {}): void {
    const [x, y] = this.at(at);
    this.add(draw("path", { d: `M${x - 6} ${y - 6}l12 12m0-12l-12 12` }), look);
  }

  line(from: Pair, to: Pair, look: Look = {}): void {
    this.path([from, to], look);
  }

  path(points: Pair[], look: Look = {}, closed = false): void {
    const places = points.map((point) => this.at(point).map((value) => value.toFixed(2)).join(" "));
    if (places.length > 0) this.add(draw("path", { d: `M${places.join("L")}${closed ? "Z" : ""}` }), { ...look, class: `${closed ? "area" : "line"} ${look.class ?? ""}` });
  }

  outline(outline: Outline, look: Look = {}): void {
    if (outline.kind === "circle") this.circle(outline.center, outline.radius, look);
    else this.path(outline.points, look, true);
  }

  /** The area that a disc sweeps on a straight way. */
  capsule(from: Pair, to: Pair, radius: number, look: Look = {}): void {
    const [[x, y], [u, v]] = [this.at(from), this.at(to)];
    const length = Math.hypot(u - x, v - y) || 1;
    const r = radius * this.scale;
    const [nx, ny] = [(-(v - y) / length) * r, ((u - x) / length) * r];
    this.add(draw("path", { d: `M${x + nx} ${y + ny}A${r} ${r} 0 0 1 ${x - nx} ${y - ny}L${u - nx} ${v - ny}A${r} ${r} 0 0 1 ${u + nx} ${v + ny}Z` }), look);
  }

  /** An arrow; one without length isn't there. */
  arrow(from: Pair, to: Pair, look: Look = {}): void {
    const [[x, y], [u, v]] = [this.at(from), this.at(to)];
    const length = Math.hypot(u - x, v - y);
    if (length < 1) return;
    const head = Math.min(10, length * 0.6);
    const [dx, dy] = [(u - x) / length, (v - y) / length];
    const [bx, by] = [u - dx * head, v - dy * head];
    const side = head * 0.48;
    this.add(draw("g", {},
      draw("path", { class: "shaft", d: `M${x} ${y}L${u - dx * head * 0.7} ${v - dy * head * 0.7}` }),
      draw("path", { class: "head", d: `M${u} ${v}L${bx - dy * side} ${by + dx * side}L${bx + dy * side} ${by - dx * side}Z` })),
    { ...look, class: `arrow ${look.class ?? ""}` });
  }

  /** Words beside a point, moved by so many pixels; kept within the drawing. */
  text(at: Pair, words: string, look: Look & { dx?: number; dy?: number; anchor?: "start" | "middle" | "end" } = {}): void {
    const [x, y] = this.at(at);
    const node = draw("text", { x: x + (look.dx ?? 8), y: y + (look.dy ?? -8), "text-anchor": look.anchor ?? "start" }, words);
    this.add(node, { ...look, class: `words ${look.class ?? ""}` });
    const [width, height] = [this.element.clientWidth, this.scale * (this.view.y[1] - this.view.y[0])];
    const box = node.getBBox();
    const by = (start: number, size: number, room: number): number => Math.max(4, Math.min(start, room - size - 4)) - start;
    const [right, down] = [by(box.x, box.width, width), by(box.y, box.height, height)];
    if (right !== 0 || down !== 0) node.setAttribute("transform", `translate(${right} ${down})`);
  }

  image(href: string): void {
    const [x, y] = this.at([this.view.x[0], this.view.y[1]]);
    const [u, v] = this.at([this.view.x[1], this.view.y[0]]);
    this.add(draw("image", { href, x, y, width: u - x, height: v - y, preserveAspectRatio: "none" }), {});
  }

  /** Lines at whole units, every `step`. */
  grid(step = 1): void {
    const { x, y } = this.view;
    for (let at = Math.ceil(x[0] / step) * step; at <= x[1]; at += step) this.line([at, y[0]], [at, y[1]], { class: at === 0 ? "axis" : "grid" });
    for (let at = Math.ceil(y[0] / step) * step; at <= y[1]; at += step) this.line([x[0], at], [x[1], at], { class: at === 0 ? "axis" : "grid" });
  }

  private add(node: SVGElement, look: Look): void {
    if (look.class) node.setAttribute("class", `${node.getAttribute("class") ?? ""} ${look.class}`.trim());
    if (look.part) node.dataset["part"] = look.part;
    this.content.append(node);
  }
}
