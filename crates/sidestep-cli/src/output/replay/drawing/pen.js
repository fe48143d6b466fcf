import { cssColour } from "./palette.js";

/**
 * How a line looks. Lengths are in CSS pixels; `dash` holds those of strokes and gaps by turns.
 *
 * @typedef {{ colour: number, width: number, alpha?: number, dash?: readonly number[], closed?: boolean }} Line
 */

/**
 * What draws lines and areas, whatever the engine. Points are given as x, y, x, y … in CSS pixels.
 *
 * @typedef {object} Pen
 * @property {(points: readonly number[], line: Line) => void} line
 * @property {(all: readonly (readonly number[])[], line: Line) => void} lines Many solid lines at once: quicker than one after the other.
 * @property {(x: number, y: number, radius: number, line: Line) => void} circle
 * @property {(points: readonly number[], colour: number, alpha?: number) => void} area
 * @property {(x: number, y: number, radius: number, colour: number, alpha?: number) => void} disc
 */

/**
 * Draws into a plain canvas.
 *
 * @implements {Pen}
 */
export class CanvasPen {
  /** @param {CanvasRenderingContext2D} context */
  constructor(context) {
    this.context = context;
  }

  /**
   * @param {readonly number[]} points
   * @param {Line} line
   */
  line(points, line) {
    this.lines([points], line);
  }

  /**
   * @param {readonly (readonly number[])[]} all
   * @param {Line} line
   */
  lines(all, line) {
    this.context.beginPath();
    for (const points of all) this.trace(points, line.closed);
    this.stroke(line);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   * @param {Line} line
   */
  circle(x, y, radius, line) {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.stroke(line);
  }

  /**
   * @param {readonly number[]} points
   * @param {number} colour
   * @param {number} [alpha]
   */
  area(points, colour, alpha = 1) {
    this.context.beginPath();
    this.trace(points);
    this.fill(colour, alpha);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   * @param {number} colour
   * @param {number} [alpha]
   */
  disc(x, y, radius, colour, alpha = 1) {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.fill(colour, alpha);
  }

  /**
   * @param {readonly number[]} points
   * @param {boolean} [closed]
   */
  trace(points, closed = false) {
    for (let index = 0; index < points.length; index += 2) {
      if (index === 0) this.context.moveTo(points[0], points[1]);
      else this.context.lineTo(points[index], points[index + 1]);
    }
    if (closed) this.context.closePath();
  }

  /**
   * @param {number} colour
   * @param {number} alpha
   */
  fill(colour, alpha) {
    this.context.globalAlpha = alpha;
    this.context.fillStyle = cssColour(colour);
    this.context.fill();
    this.context.globalAlpha = 1;
  }

  /** @param {Line} line */
  stroke({ colour, width, alpha = 1, dash = [] }) {
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

/**
 * Points of a circle, counter-clockwise on the screen's picture turned up, closed.
 *
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
export function circlePoints(x, y, radius) {
  const count = Math.max(24, Math.min(160, Math.ceil(radius * 1.2)));
  const points = [];
  for (let step = 0; step <= count; step += 1) {
    const angle = (-step * 2 * Math.PI) / count;
    points.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  }
  return points;
}

/**
 * Points that are given from a place along a direction and to its right, in sizes.
 *
 * @param {number} x
 * @param {number} y
 * @param {readonly [number, number]} direction Of length 1.
 * @param {number} size
 * @param {readonly number[]} points
 */
export function turned(x, y, [dirX, dirY], size, points) {
  const placed = [];
  for (let index = 0; index < points.length; index += 2) {
    const [along, aside] = [points[index], points[index + 1]];
    placed.push(x + (along * dirX - aside * dirY) * size, y + (along * dirY + aside * dirX) * size);
  }
  return placed;
}
