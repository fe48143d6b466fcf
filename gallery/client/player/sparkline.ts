import { cssColour, readPalette } from "drawing/palette";
import { make } from "../markup";

const MOST = 240;

/** A small plot of one figure over time, with the same in words for those who can't see it. */
export class Sparkline {
  readonly element = make("canvas", { class: "sparkline", role: "img" });
  private values: number[] = [];
  private readonly name: string;

  constructor(name: string) {
    this.name = name;
    this.clear();
  }

  clear(): void {
    this.values = [];
    this.element.setAttribute("aria-label", `${this.name} over time: nothing yet`);
  }

  add(value: number): void {
    this.values.push(value);
    // Older moments are thinned out, so that the whole run stays in sight.
    if (this.values.length > MOST) this.values = this.values.filter((_, index) => index % 2 === 0);
  }

  draw(text: (value: number) => string): void {
    const canvas = this.element;
    const [width, height] = [canvas.clientWidth || 96, canvas.clientHeight || 28];
    const ratio = Math.min(2, devicePixelRatio || 1);
    if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
    if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
    const context = canvas.getContext("2d");
    if (!context || this.values.length === 0) return;
    const palette = readPalette(canvas);
    const [first, last, largest] = [this.values[0]!, this.values.at(-1)!, Math.max(...this.values)];
    canvas.setAttribute("aria-label", `${this.name} over time: from ${text(first)} to ${text(last)}, at most ${text(largest)}`);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const x = (index: number): number => 2 + ((width - 6) * index) / Math.max(1, this.values.length - 1);
    const y = (value: number): number => height - 3 - ((height - 7) * value) / (largest || 1);
    context.strokeStyle = cssColour(palette.line);
    context.beginPath();
    context.moveTo(0, height - 2.5);
    context.lineTo(width, height - 2.5);
    context.stroke();
    context.strokeStyle = cssColour(palette.accent);
    context.lineWidth = 1.6;
    context.lineJoin = "round";
    context.beginPath();
    this.values.forEach((value, index) => context.lineTo(x(index), y(value)));
    context.stroke();
    context.fillStyle = cssColour(palette.accent);
    context.beginPath();
    context.arc(x(this.values.length - 1), y(last), 2.4, 0, 2 * Math.PI);
    context.fill();
  }
}
