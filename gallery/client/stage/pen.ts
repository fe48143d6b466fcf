import { circlePoints, type Line, type Pen } from "drawing/pen";
import type { Graphics } from "pixi.js";

/** Draws into a PixiJS `Graphics`. */
export class StagePen implements Pen {
  constructor(private readonly graphics: Graphics) {}

  line(points: readonly number[], line: Line): void {
    if (points.length < 4) return;
    if (!line.dash?.length) {
      this.lines([points], line);
      return;
    }
    const all = line.closed ? [...points, points[0] as number, points[1] as number] : points;
    dashes(all, line.dash, (fromX, fromY, toX, toY) => this.graphics.moveTo(fromX, fromY).lineTo(toX, toY));
    this.stroke(line);
  }

  lines(all: readonly (readonly number[])[], line: Line): void {
    let any = false;
    for (const points of all) {
      if (points.length < 4) continue;
      any = true;
      this.graphics.moveTo(points[0] as number, points[1] as number);
      for (let index = 2; index < points.length; index += 2) {
        this.graphics.lineTo(points[index] as number, points[index + 1] as number);
      }
      if (line.closed) this.graphics.closePath();
    }
    if (any) this.stroke(line);
  }

  circle(x: number, y: number, radius: number, line: Line): void {
    if (line.dash && line.dash.length > 0) {
      this.line(circlePoints(x, y, radius), line);
      return;
    }
    this.graphics.circle(x, y, radius).stroke({ color: line.colour, width: line.width, alpha: line.alpha ?? 1 });
  }

  area(points: readonly number[], colour: number, alpha = 1): void {
    if (points.length < 6) return;
    this.graphics.poly(points as number[], true).fill({ color: colour, alpha });
  }

  disc(x: number, y: number, radius: number, colour: number, alpha = 1): void {
    this.graphics.circle(x, y, radius).fill({ color: colour, alpha });
  }

  private stroke({ colour, width, alpha = 1 }: Line): void {
    this.graphics.stroke({ color: colour, width, alpha, join: "round", cap: "butt" });
  }
}

// A line seen from very near has more dashes than anyone can see.
const MOST_DASHES = 2000;

function dashes(
  points: readonly number[],
  pattern: readonly number[],
  stroke: (fromX: number, fromY: number, toX: number, toY: number) => void,
): void {
  let [part, left, count] = [0, pattern[0] as number, 0];
  for (let index = 2; index < points.length && count < MOST_DASHES; index += 2) {
    let [x, y] = [points[index - 2] as number, points[index - 1] as number];
    const [toX, toY] = [points[index] as number, points[index + 1] as number];
    let rest = Math.hypot(toX - x, toY - y);
    if (rest === 0 || !Number.isFinite(rest)) continue;
    const [dx, dy] = [(toX - x) / rest, (toY - y) / rest];
    while (rest > 0 && count < MOST_DASHES) {
      const length = Math.min(left, rest);
      if (part % 2 === 0) {
        stroke(x, y, x + dx * length, y + dy * length);
        count += 1;
      }
      x += dx * length;
      y += dy * length;
      rest -= length;
      left -= length;
      if (left <= 1e-9) {
        part = (part + 1) % pattern.length;
        left = pattern[part] as number;
      }
    }
  }
}
