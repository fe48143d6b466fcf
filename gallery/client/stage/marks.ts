import type { Explanation, MarkKind, MarkShape } from "sidestep";
import { drawHead } from "./arrows";
import type { Camera } from "./camera";
import { outward, type Body } from "./forces";
import type { Label } from "./labels";
import { polylineLabel } from "./mark_labels";
import { drawPointSign } from "./mark_signs";
import { groupColour, type Palette } from "./palette";
import { circlePoints, type Pen } from "./pen";

type Mark = Explanation["marks"][number];

/** What each kind of mark is called, in the order of the legend. */
export const MARK_NAMES: Record<MarkKind, string> = {
  "chosen-way": "way round that is taken", way: "other way round", "sub-goal": "sub-goal", cluster: "outline of a cluster", terminator: "end at a wall",
  path: "path", probe: "probe", ray: "ray", threat: "threat", tangent: "tangent", aim: "aim", braking: "braking way", "half-plane": "half-plane",
  velocity: "velocity (1 m for 1 m/s)", "separating-line": "line between two agents",
};

const DASHES: Partial<Record<MarkKind, readonly number[]>> = {
  ray: [9, 5], tangent: [12, 4, 2, 4], braking: [2, 3], "half-plane": [14, 3, 2, 3], "separating-line": [6, 3, 2, 3, 2, 3], threat: [6, 3], aim: [3, 3],
  way: [7, 6], path: [15, 5],
};
const COLOURS: Record<MarkKind, number> = {
  threat: 1, tangent: 3, aim: 0, probe: 4, ray: 7, braking: 6, "half-plane": 5, velocity: 2, "separating-line": 5,
  cluster: 7, way: 0, "chosen-way": 2, "sub-goal": 2, terminator: 1, path: 3,
};
// What lies lower is drawn first.
const LOWER: MarkKind[] = ["half-plane", "cluster", "path", "way", "chosen-way"];
// From afar the other words would hide what they name; the panel has them.
const NAMED_FROM_AFAR = new Set<MarkKind>(["threat", "way", "chosen-way", "terminator"]);
const LEAST_RADIUS_FOR_ALL_NAMES = 7;

function level(kind: MarkKind): number {
  const index = LOWER.indexOf(kind);
  return index < 0 ? LOWER.length : index;
}

export function markColour(kind: MarkKind, palette: Palette): number {
  return groupColour(palette, COLOURS[kind] ?? 7);
}

/** Draws what an agent looked at; returns the words. */
export function drawMarks(pen: Pen, camera: Camera, palette: Palette, body: Body, marks: Mark[]): Label[] {
  const labels: Label[] = [];
  const said = new Set<string>();
  for (const mark of [...marks].sort((a, b) => level(a.kind) - level(b.kind))) {
    const { kind } = mark;
    const shape = onCanvas(camera, mark.shape);
    drawMark(pen, kind, shape, palette, [camera.width, camera.height]);
    if (body.radius < LEAST_RADIUS_FOR_ALL_NAMES && !NAMED_FROM_AFAR.has(kind)) continue;
    const text = mark.label || MARK_NAMES[kind];
    // The parts of a cluster have one name, and rays are many.
    if (said.has(`${kind} ${text}`)) continue;
    said.add(`${kind} ${text}`);
    // What it goes for first is its aim, too.
    if (kind === "aim" && marks.some((other) => other.kind === "sub-goal" && samePlace(other, mark))) continue;
    labels.push(markLabel(kind, shape, text, body, markColour(kind, palette)));
  }
  return labels;
}

function markLabel(kind: MarkKind, shape: MarkShape, text: string, body: Body, colour: number): Label {
  if (shape.shape === "polyline") {
    const rank = kind === "chosen-way" ? 0.2 : kind === "cluster" ? 2 : 1;
    return { text, colour, rank, ...polylineLabel(kind, shape.points.flat()) };
  }
  const [x, y] = shape.shape === "line" ? shape.to : shape.shape === "circle" ? shape.center : shape.at;
  const lift = shape.shape === "circle" ? Math.max(3, shape.radius) * 0.72 : 0;
  const aside = kind === "terminator" ? 8 : lift;
  return { ...outward(text, body.x, body.y, x - body.x + (x < body.x ? -aside : aside), y - body.y - lift, colour), rank: 1 };
}

function samePlace(a: Mark, b: Mark): boolean {
  return a.shape.shape === "point" && b.shape.shape === "point"
    && Math.hypot(a.shape.at[0] - b.shape.at[0], a.shape.at[1] - b.shape.at[1]) < 0.02;
}

function onCanvas(camera: Camera, shape: MarkShape): MarkShape {
  const place = ([x, y]: readonly [number, number]): [number, number] => [camera.screenX(x), camera.screenY(y)];
  switch (shape.shape) {
    case "point":
      return { shape: "point", at: place(shape.at) };
    case "line":
      return { shape: "line", from: place(shape.from), to: place(shape.to) };
    case "circle":
      return { shape: "circle", center: place(shape.center), radius: Math.max(3, shape.radius * camera.scale) };
    case "polyline":
      return { shape: "polyline", points: shape.points.map(place) };
  }
}

/** One mark, its shape given in CSS pixels. `size` is that of the canvas: signs beyond it are left out. */
export function drawMark(pen: Pen, kind: MarkKind, shape: MarkShape, palette: Palette, size: [number, number]): void {
  const colour = markColour(kind, palette);
  const dash = DASHES[kind] ?? [];
  const width = kind === "threat" ? 2.6 : 1.8;
  switch (shape.shape) {
    case "polyline":
      return drawPolyline(pen, kind, shape.points.flat(), palette, size);
    case "point":
      return drawPointSign(pen, kind, shape.at[0], shape.at[1], colour, palette.ground);
    case "circle": {
      const [x, y] = shape.center;
      if (kind === "cluster") return drawPolyline(pen, kind, circlePoints(x, y, shape.radius), palette, size);
      pen.circle(x, y, shape.radius, { colour: palette.ground, width: width + 2, alpha: 0.8 });
      return pen.circle(x, y, shape.radius, { colour, width, dash });
    }
    case "line": {
      const line = [...shape.from, ...shape.to];
      // They come by the dozen: without halo and ends, so that what they rule out can still be seen.
      if (kind === "half-plane") return pen.line(line, { colour, width: 1.3, dash, alpha: 0.75 });
      pen.line(line, { colour: palette.ground, width: width + 2.4, alpha: 0.8 });
      pen.line(line, { colour, width, dash });
      return drawLineEnd(pen, kind, line as [number, number, number, number], palette);
    }
  }
}

// What the end of a line looks like tells its kind: an arrow for a velocity, strokes to the forbidden side, a bar for lengths.
function drawLineEnd(pen: Pen, kind: MarkKind, [fromX, fromY, toX, toY]: [number, number, number, number], palette: Palette): void {
  const colour = markColour(kind, palette);
  const angle = Math.atan2(toY - fromY, toX - fromX);
  if (kind === "velocity") return drawHead(pen, "hollow", toX, toY, angle, 9, colour, palette.ground);
  if (kind === "ray") return pen.disc(toX, toY, 3, colour);
  if (kind === "probe") {
    pen.disc(toX, toY, 4, palette.ground);
    return pen.circle(toX, toY, 4, { colour, width: 1.8 });
  }
  const [x, y] = [5 * Math.sin(angle), -5 * Math.cos(angle)];
  pen.line([toX - x, toY - y, toX + x, toY + y], { colour, width: 1.8 });
}

function drawPolyline(pen: Pen, kind: MarkKind, points: number[], palette: Palette, size: [number, number]): void {
  const colour = markColour(kind, palette);
  const chosen = kind === "chosen-way";
  pen.line(points, { colour: palette.ground, width: chosen ? 7 : 4 });
  pen.line(points, { colour, width: chosen ? 3.6 : kind === "cluster" ? 1.4 : 2, dash: DASHES[kind] ?? [] });
  if (kind === "cluster") {
    // A fence: short bars outwards. Outlines go round what they enclose with that on the left.
    alongLine(points, 9, size, (x, y, dx, dy) => pen.line([x, y, x - dy * 5, y + dx * 5], { colour, width: 1.4 }));
  } else if (kind === "path") {
    for (let index = 2; index < points.length; index += 2) {
      const [x, y] = [points[index] as number, points[index + 1] as number];
      const square = [x - 3.5, y - 3.5, x + 3.5, y - 3.5, x + 3.5, y + 3.5, x - 3.5, y + 3.5];
      pen.area(square, palette.ground);
      pen.line(square, { colour, width: 1.8, closed: true });
    }
  } else {
    const spacing = Math.min(80, Math.max(24, lineLength(points) / 2));
    alongLine(points, spacing, size, (x, y, dx, dy) => {
      drawHead(pen, chosen ? "triangle" : "open", x + dx * 5, y + dy * 5, Math.atan2(dy, dx), chosen ? 12 : 9, colour, palette.ground);
    });
  }
}

/** Visits points along a line at even distances that lie on the canvas, the first after half a distance. */
function alongLine(points: number[], spacing: number, [width, height]: [number, number], visit: (x: number, y: number, dx: number, dy: number) => void): void {
  let left = spacing / 2;
  for (let index = 2; index < points.length; index += 2) {
    const [fromX, fromY, toX, toY] = points.slice(index - 2, index + 2) as [number, number, number, number];
    const length = Math.hypot(toX - fromX, toY - fromY);
    if (length === 0) continue;
    const [dx, dy] = [(toX - fromX) / length, (toY - fromY) / length];
    for (; left <= length; left += spacing) {
      const [x, y] = [fromX + dx * left, fromY + dy * left];
      if (x > -20 && y > -20 && x < width + 20 && y < height + 20) visit(x, y, dx, dy);
    }
    left -= length;
  }
}

function lineLength(points: number[]): number {
  let length = 0;
  for (let index = 2; index < points.length; index += 2) {
    length += Math.hypot((points[index] as number) - (points[index - 2] as number), (points[index + 1] as number) - (points[index - 1] as number));
  }
  return length;
}
