import { drawHead } from "./arrows.js";
import { markLabel } from "./mark_labels.js";
import { drawPointSign } from "./mark_signs.js";
import { groupColour } from "./palette.js";
import { circlePoints } from "./pen.js";
/** @import { Explanation, MarkKind, MarkShape, Pair } from "sidestep" */
/** @import { Body } from "./agents.js" */
/** @import { Camera } from "./camera.js" */
/** @import { Label } from "./labels.js" */
/** @import { Palette } from "./palette.js" */
/** @import { Pen } from "./pen.js" */

/** @typedef {Explanation["marks"][number]} Mark */

/**
 * What each kind of mark is called, in the order of the legend, the group whose colour it has, how its lines are dashed, and the
 * shape that stands for it where there is none at hand. Each differs from the others by line or sign; colour only helps.
 *
 * @type {Record<MarkKind, { name: string, colour: number, dash?: number[], shape: MarkShape["shape"] }>}
 */
export const MARKS = {
  "chosen-way": { name: "way round that is taken", colour: 2, shape: "polyline" },
  "way": { name: "other way round", colour: 0, dash: [7, 6], shape: "polyline" },
  "sub-goal": { name: "sub-goal", colour: 2, shape: "point" },
  "cluster": { name: "outline of a cluster", colour: 7, shape: "polyline" },
  "terminator": { name: "end at a wall", colour: 1, shape: "point" },
  "path": { name: "path", colour: 3, dash: [15, 5], shape: "polyline" },
  "probe": { name: "probe", colour: 4, shape: "point" },
  "ray": { name: "ray", colour: 7, dash: [9, 5], shape: "line" },
  "threat": { name: "threat", colour: 1, dash: [6, 3], shape: "circle" },
  "tangent": { name: "tangent", colour: 3, dash: [12, 4, 2, 4], shape: "line" },
  "aim": { name: "aim", colour: 0, dash: [3, 3], shape: "point" },
  "braking": { name: "braking way", colour: 6, dash: [2, 3], shape: "line" },
  "half-plane": { name: "half-plane", colour: 5, dash: [14, 3, 2, 3], shape: "line" },
  "velocity": { name: "velocity (1 m for 1 m/s)", colour: 2, shape: "line" },
  "separating-line": { name: "line between two agents", colour: 5, dash: [6, 3, 2, 3, 2, 3], shape: "line" },
};

/**
 * What lies lower is drawn first.
 *
 * @type {MarkKind[]}
 */
const LOWER_MARKS = ["half-plane", "cluster", "path", "way", "chosen-way"];
/**
 * From afar the other words would hide what they name; the panel has them.
 *
 * @type {MarkKind[]}
 */
const NAMED_FROM_AFAR = ["threat", "way", "chosen-way", "terminator"];
const LEAST_RADIUS_FOR_ALL_NAMES = 7;

/** @param {MarkKind} kind */
function markLevel(kind) {
  const index = LOWER_MARKS.indexOf(kind);
  return index < 0 ? LOWER_MARKS.length : index;
}

/**
 * Draws what an agent looked at; returns the words.
 *
 * @param {Pen} pen
 * @param {Camera} camera
 * @param {Palette} palette
 * @param {Body} body
 * @param {Mark[]} marks
 */
export function drawMarks(pen, camera, palette, body, marks) {
  /** @type {Label[]} */
  const labels = [];
  const said = new Set();
  for (const mark of [...marks].sort((a, b) => markLevel(a.kind) - markLevel(b.kind))) {
    const { kind } = mark;
    const shape = shapeOnCanvas(camera, mark.shape);
    drawMark(pen, kind, shape, palette, [camera.width, camera.height]);
    if (body.radius < LEAST_RADIUS_FOR_ALL_NAMES && !NAMED_FROM_AFAR.includes(kind)) continue;
    const text = mark.label || MARKS[kind].name;
    // The parts of a cluster have one name, and rays are many.
    if (said.has(`${kind} ${text}`)) continue;
    said.add(`${kind} ${text}`);
    // What it goes for first is its aim, too.
    if (kind === "aim" && marks.some((other) => other.kind === "sub-goal" && samePlace(other, mark))) continue;
    labels.push(markLabel(kind, shape, text, body, groupColour(palette, MARKS[kind].colour)));
  }
  return labels;
}

/**
 * @param {Mark} a
 * @param {Mark} b
 */
function samePlace({ shape: a }, { shape: b }) {
  return a.shape === "point" && b.shape === "point" && Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]) < 0.02;
}

/**
 * @param {Camera} camera
 * @param {MarkShape} shape
 * @returns {MarkShape}
 */
function shapeOnCanvas(camera, shape) {
  const placed = movedShape(shape, ([x, y]) => [camera.screenX(x), camera.screenY(y)]);
  return placed.shape === "circle" ? { ...placed, radius: Math.max(3, placed.radius * camera.scale) } : placed;
}

/**
 * A shape all of whose points are somewhere else. `place` is told the index of each, too.
 *
 * @param {MarkShape} shape
 * @param {(point: Pair, index: number) => Pair} place
 * @returns {MarkShape}
 */
export function movedShape(shape, place) {
  switch (shape.shape) {
    case "point":
      return { ...shape, at: place(shape.at, 0) };
    case "line":
      return { ...shape, from: place(shape.from, 0), to: place(shape.to, 1) };
    case "circle":
      return { ...shape, center: place(shape.center, 0) };
    case "polyline":
      return { ...shape, points: shape.points.map(place) };
  }
}

/**
 * One mark, its shape given in CSS pixels. `size` is that of the canvas: signs beyond it are left out.
 *
 * @param {Pen} pen
 * @param {MarkKind} kind
 * @param {MarkShape} shape
 * @param {Palette} palette
 * @param {Pair} size
 */
export function drawMark(pen, kind, shape, palette, size) {
  const colour = groupColour(palette, MARKS[kind].colour);
  const { dash = [] } = MARKS[kind];
  const width = kind === "threat" ? 2.6 : 1.8;
  switch (shape.shape) {
    case "polyline":
      return drawPolyline(pen, kind, shape.points.flat(), colour, palette.ground, size);
    case "point":
      return drawPointSign(pen, kind, shape.at[0], shape.at[1], colour, palette.ground);
    case "circle": {
      const [x, y] = shape.center;
      if (kind === "cluster") return drawPolyline(pen, kind, circlePoints(x, y, shape.radius), colour, palette.ground, size);
      pen.circle(x, y, shape.radius, { colour: palette.ground, width: width + 2, alpha: 0.8 });
      return pen.circle(x, y, shape.radius, { colour, width, dash });
    }
    case "line": {
      const line = [...shape.from, ...shape.to];
      // They come by the dozen: without halo and ends, so that what they rule out can still be seen.
      if (kind === "half-plane") return pen.line(line, { colour, width: 1.3, dash, alpha: 0.75 });
      pen.line(line, { colour: palette.ground, width: width + 2.4, alpha: 0.8 });
      pen.line(line, { colour, width, dash });
      return drawLineEnd(pen, kind, shape.from, shape.to, colour, palette.ground);
    }
  }
}

/**
 * What the end of a line looks like tells its kind: an arrow for a velocity, discs for what is tested, a bar for lengths.
 *
 * @param {Pen} pen
 * @param {MarkKind} kind
 * @param {Pair} from
 * @param {Pair} to
 * @param {number} colour
 * @param {number} ground
 */
function drawLineEnd(pen, kind, [fromX, fromY], [x, y], colour, ground) {
  const angle = Math.atan2(y - fromY, x - fromX);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  if (kind === "velocity") return drawHead(pen, "hollow", x, y, [cos, sin], 9, colour, ground);
  if (kind === "ray") return pen.disc(x, y, 3, colour);
  if (kind === "probe") {
    pen.disc(x, y, 4, ground);
    return pen.circle(x, y, 4, { colour, width: 1.8 });
  }
  pen.line([x - 5 * sin, y + 5 * cos, x + 5 * sin, y - 5 * cos], { colour, width: 1.8 });
}

/**
 * @param {Pen} pen
 * @param {MarkKind} kind
 * @param {number[]} points
 * @param {number} colour
 * @param {number} ground
 * @param {Pair} size
 */
function drawPolyline(pen, kind, points, colour, ground, size) {
  const chosen = kind === "chosen-way";
  pen.line(points, { colour: ground, width: chosen ? 7 : 4 });
  pen.line(points, { colour, width: chosen ? 3.6 : kind === "cluster" ? 1.4 : 2, dash: MARKS[kind].dash ?? [] });
  if (kind === "cluster") {
    // A fence: short bars outwards. Outlines go round what they enclose with that on the left.
    alongLine(points, 9, size, (x, y, dx, dy) => pen.line([x, y, x - dy * 5, y + dx * 5], { colour, width: 1.4 }));
  } else if (kind === "path") {
    for (let index = 2; index < points.length; index += 2) {
      const [x, y] = [points[index], points[index + 1]];
      const square = [x - 3.5, y - 3.5, x + 3.5, y - 3.5, x + 3.5, y + 3.5, x - 3.5, y + 3.5];
      pen.area(square, ground);
      pen.line(square, { colour, width: 1.8, closed: true });
    }
  } else {
    const spacing = Math.min(80, Math.max(24, lineLength(points) / 2));
    alongLine(points, spacing, size, (x, y, dx, dy) => {
      drawHead(pen, chosen ? "triangle" : "open", x + dx * 5, y + dy * 5, [dx, dy], chosen ? 12 : 9, colour, ground);
    });
  }
}

/**
 * Visits points along a line at even distances that lie on the canvas, the first after half a distance.
 *
 * @param {number[]} points
 * @param {number} spacing
 * @param {Pair} size
 * @param {(x: number, y: number, dx: number, dy: number) => void} visit
 */
function alongLine(points, spacing, [width, height], visit) {
  let left = spacing / 2;
  for (let index = 2; index < points.length; index += 2) {
    const [fromX, fromY, toX, toY] = points.slice(index - 2, index + 2);
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

/** @param {number[]} points */
function lineLength(points) {
  let length = 0;
  for (let index = 2; index < points.length; index += 2) {
    length += Math.hypot(points[index] - points[index - 2], points[index + 1] - points[index - 1]);
  }
  return length;
}
