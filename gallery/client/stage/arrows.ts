import type { Pen } from "./pen";

export type Head = "triangle" | "open" | "diamond" | "circle" | "square" | "hollow" | "bar";

/** How an arrow looks: head and dash tell it apart without colour. */
export interface ArrowStyle {
  colour: number;
  width: number;
  head: Head;
  dash: readonly number[];
  size?: number;
  alpha?: number;
}

/** An arrow from a point, on a halo of the ground's colour. */
export function drawArrow(pen: Pen, x: number, y: number, dx: number, dy: number, style: ArrowStyle, ground: number): void {
  const length = Math.hypot(dx, dy);
  if (length < 1) return;
  const size = style.size ?? 10;
  const solid = style.head !== "open" && style.head !== "bar";
  const shaft = Math.max(0, length - (solid ? size * 0.7 : 0)) / length;
  const line = [x, y, x + dx * shaft, y + dy * shaft];
  const alpha = style.alpha ?? 1;
  pen.line(line, { colour: ground, width: style.width + 3, alpha });
  pen.line(line, { colour: style.colour, width: style.width, dash: style.dash, alpha });
  drawHead(pen, style.head, x + dx, y + dy, Math.atan2(dy, dx), size, style.colour, ground, alpha);
}

export function drawHead(
  pen: Pen, head: Head, x: number, y: number, angle: number, size: number, colour: number, ground: number, alpha = 1,
): void {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // Points along the arrow and to its side, in sizes of the head.
  const placed = (...points: number[]): number[] => points.map((_, index) => {
    const [along, aside] = [points[index - (index % 2)] as number, points[index - (index % 2) + 1] as number];
    return index % 2 === 0 ? x + (along * cos - aside * sin) * size : y + (along * sin + aside * cos) * size;
  });
  const line = { colour, width: 1.8, alpha };
  switch (head) {
    case "diamond":
      return pen.area(placed(0.4, 0, -0.4, 0.5, -1.2, 0, -0.4, -0.5), colour, alpha);
    case "circle":
      return pen.disc(x - 0.3 * size * cos, y - 0.3 * size * sin, size * 0.5, colour, alpha);
    case "square":
      return pen.area(placed(-0.8, -0.45, 0.1, -0.45, 0.1, 0.45, -0.8, 0.45), colour, alpha);
    case "bar":
      return pen.line(placed(0, -0.6, 0, 0.6), { ...line, width: 2.4 });
    case "open":
      return pen.line(placed(-1, -0.55, 0.1, 0, -1, 0.55), line);
    case "hollow": {
      const points = placed(-1, -0.55, 0.1, 0, -1, 0.55);
      pen.area(points, ground, alpha);
      return pen.line(points, { ...line, closed: true });
    }
    case "triangle":
      return pen.area(placed(-1, -0.55, 0.1, 0, -1, 0.55), colour, alpha);
  }
}
