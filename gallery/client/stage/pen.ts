import type { Graphics } from "pixi.js";

/** How a line looks. Lengths are in CSS pixels. */
export interface Line {
  colour: number;
  width: number;
  alpha?: number;
  /** Lengths of strokes and gaps by turns. */
  dash?: readonly number[];
  closed?: boolean;
}

/** Draws lines and areas, on the stage or in a legend's picture: so both show the same signs. */
export interface Pen {
  /** A line through points, given as x, y, x, y … */
  line(points: readonly number[], line: Line): void;
  /** Many solid lines at once, which is quicker than one after the other. */
  lines(all: readonly (readonly number[])[], line: Line): void;
  circle(x: number, y: number, radius: number, line: Line): void;
  area(points: readonly number[], colour: number, alpha?: number): void;
  disc(x: number, y: number, radius: number, colour: number, alpha?: number): void;
}

/** Draws into a PixiJS `Graphics`. */
export class StagePen implements Pen {
  constructor(private readonly graphics: Graphics) {}

  line(points: readonly number[], line: Line): void {
    if (points.length < 4) return;
    const all = line.closed ? [...points, points[0] as number, points[1] as number] : points;
    if (line.dash && line.dash.length > 0) {
      dashes(all, line.dash, (fromX, fromY, toX, toY) => this.graphics.moveTo(fromX, fromY).lineTo(toX, toY));
    } else {
      this.graphics.moveTo(points[0] as number, points[1] as number);
      for (let index = 2; index < points.length; index += 2) {
        this.graphics.lineTo(points[index] as number, points[index + 1] as number);
      }
      if (line.closed) this.graphics.closePath();
    }
    this.graphics.stroke({ color: line.colour, width: line.width, alpha: line.alpha ?? 1, join: "round", cap: "butt" });
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
    }
    if (any) this.graphics.stroke({ color: line.colour, width: line.width, alpha: line.alpha ?? 1, join: "round", cap: "butt" });
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
}

/** Draws into a plain canvas, for pictures beside text. */
export class PicturePen implements Pen {
  constructor(private readonly context: CanvasRenderingContext2D) {}

  line(points: readonly number[], line: Line): void {
    this.context.beginPath();
    for (let index = 0; index < points.length; index += 2) {
      this.context.lineTo(points[index] as number, points[index + 1] as number);
    }
    if (line.closed) this.context.closePath();
    this.stroke(line);
  }

  lines(all: readonly (readonly number[])[], line: Line): void {
    for (const points of all) this.line(points, line);
  }

  circle(x: number, y: number, radius: number, line: Line): void {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.stroke(line);
  }

  area(points: readonly number[], colour: number, alpha = 1): void {
    this.context.beginPath();
    for (let index = 0; index < points.length; index += 2) {
      this.context.lineTo(points[index] as number, points[index + 1] as number);
    }
    this.fill(colour, alpha);
  }

  disc(x: number, y: number, radius: number, colour: number, alpha = 1): void {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.fill(colour, alpha);
  }

  private fill(colour: number, alpha: number): void {
    this.context.globalAlpha = alpha;
    this.context.fillStyle = cssColour(colour);
    this.context.fill();
    this.context.globalAlpha = 1;
  }

  private stroke({ colour, width, alpha = 1, dash = [] }: Line): void {
    this.context.globalAlpha = alpha;
    this.context.strokeStyle = cssColour(colour);
    this.context.lineWidth = width;
    this.context.lineJoin = "round";
    this.context.setLineDash([...dash]);
    this.context.stroke();
    this.context.setLineDash([]);
    this.context.globalAlpha = 1;
  }
}

export function cssColour(colour: number): string {
  return `#${colour.toString(16).padStart(6, "0")}`;
}

/** Points of a circle, counter-clockwise on the screen's picture turned up, closed. */
export function circlePoints(x: number, y: number, radius: number): number[] {
  const count = Math.max(24, Math.min(160, Math.ceil(radius * 1.2)));
  const points: number[] = [];
  for (let step = 0; step <= count; step += 1) {
    const angle = (-step * 2 * Math.PI) / count;
    points.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  }
  return points;
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
