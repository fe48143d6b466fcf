// Marks as signs and lines. Each differs from the others by its line or shape; colour only helps.

const MARK_LINES = {
  ray: [9, 5], tangent: [12, 4, 2, 4], braking: [2, 3], "half-plane": [14, 3, 2, 3], velocity: [], "separating-line": [6, 3, 2, 3, 2, 3], threat: [6, 3], probe: [], aim: [3, 3],
  cluster: [], way: [7, 6], "chosen-way": [], path: [15, 5],
};
// In the order of the legend.
const MARK_NAMES = {
  "chosen-way": "way round that is taken", way: "other way round", "sub-goal": "sub-goal", cluster: "outline of a cluster", terminator: "end at a wall",
  path: "path", probe: "probe", ray: "ray", threat: "threat", tangent: "tangent", aim: "aim", braking: "braking way", "half-plane": "half-plane",
  velocity: "velocity (1 m for 1 m/s)", "separating-line": "line between two agents",
};
const NAMED_FROM_AFAR = new Set(["threat", "way", "chosen-way", "terminator"]);
// Lines whose first point is the agent.
const STARTS_AT_AGENT = new Set(["way", "chosen-way", "path"]);
const LOWER_MARKS = ["cluster", "path", "way", "chosen-way"];

// What lies lower is drawn first.
function markLevel(kind) {
  const level = LOWER_MARKS.indexOf(kind);
  return level < 0 ? LOWER_MARKS.length : level;
}

function markColour(kind) {
  const index = {
    threat: 1, tangent: 3, aim: 0, probe: 4, ray: 7, braking: 6, "half-plane": 5, velocity: 2, "separating-line": 5,
    cluster: 7, way: 0, "chosen-way": 2, "sub-goal": 2, terminator: 1, path: 3,
  }[kind] ?? 7;
  return colours.groups[index];
}

function pointSign(context, kind, x, y) {
  context.beginPath();
  if (kind === "aim") {
    context.arc(x, y, 6, 0, 2 * Math.PI);
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      context.moveTo(x + dx * 3, y + dy * 3);
      context.lineTo(x + dx * 9, y + dy * 9);
    }
  } else if (kind === "sub-goal") {
    // A flag that stands on the place.
    context.moveTo(x, y);
    context.lineTo(x, y - 17);
    context.lineTo(x + 11, y - 12.5);
    context.lineTo(x, y - 8);
    context.fillStyle = context.strokeStyle;
    context.fill();
  } else if (kind === "terminator") {
    // A stop sign with a bar.
    for (let corner = 0; corner < 8; corner += 1) {
      const angle = (corner + 0.5) * Math.PI / 4;
      context.lineTo(x + 8 * Math.cos(angle), y + 8 * Math.sin(angle));
    }
    context.closePath();
    context.fillStyle = colours.ground;
    context.fill();
    context.moveTo(x - 4.5, y);
    context.lineTo(x + 4.5, y);
  } else if (kind === "threat") {
    context.moveTo(x, y - 7);
    context.lineTo(x + 7, y + 5);
    context.lineTo(x - 7, y + 5);
    context.closePath();
  } else {
    context.moveTo(x, y - 5);
    context.lineTo(x + 5, y);
    context.lineTo(x, y + 5);
    context.lineTo(x - 5, y);
    context.closePath();
  }
  context.stroke();
}

function circlePoints(x, y, radius) {
  const points = [];
  for (let step = 0; step <= 40; step += 1) {
    const angle = -step * Math.PI / 20;
    points.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  }
  return points;
}

// Calls `visit(x, y, directionX, directionY)` along a line every `spacing` pixels, the first time after half of that.
function alongLine(numbers, spacing, visit) {
  let left = spacing / 2;
  for (let index = 2; index < numbers.length; index += 2) {
    const [fromX, fromY, toX, toY] = numbers.slice(index - 2, index + 2);
    const length = Math.hypot(toX - fromX, toY - fromY);
    if (length === 0) continue;
    const [dx, dy] = [(toX - fromX) / length, (toY - fromY) / length];
    // Lines can be very long when seen from near.
    for (; left <= length; left += spacing) {
      const [x, y] = [fromX + dx * left, fromY + dy * left];
      if (x > -20 && y > -20 && x < camera.width + 20 && y < camera.height + 20) visit(x, y, dx, dy);
    }
    left -= length;
  }
}

function lineLength(numbers) {
  let length = 0;
  for (let index = 2; index < numbers.length; index += 2) {
    length += Math.hypot(numbers[index] - numbers[index - 2], numbers[index + 1] - numbers[index - 1]);
  }
  return length;
}

function drawPolyline(context, kind, numbers) {
  const colour = markColour(kind);
  const chosen = kind === "chosen-way";
  const line = () => {
    context.beginPath();
    for (let index = 0; index < numbers.length; index += 2) context.lineTo(numbers[index], numbers[index + 1]);
    context.stroke();
  };
  context.lineJoin = "round";
  context.setLineDash([]);
  context.strokeStyle = colours.ground;
  context.lineWidth = chosen ? 7 : 4;
  line();
  context.strokeStyle = colour;
  context.lineWidth = chosen ? 3.6 : kind === "cluster" ? 1.4 : 2;
  context.setLineDash(MARK_LINES[kind] ?? []);
  line();
  context.setLineDash([]);
  if (kind === "cluster") {
    // A fence: short bars outwards. Outlines go round what they enclose with that on the left.
    context.beginPath();
    alongLine(numbers, 9, (x, y, dx, dy) => {
      context.moveTo(x, y);
      context.lineTo(x - dy * 5, y + dx * 5);
    });
    context.stroke();
  } else if (kind === "path") {
    for (let index = 2; index < numbers.length; index += 2) {
      context.fillStyle = colours.ground;
      context.fillRect(numbers[index] - 3.5, numbers[index + 1] - 3.5, 7, 7);
      context.strokeRect(numbers[index] - 3.5, numbers[index + 1] - 3.5, 7, 7);
    }
  } else {
    const spacing = Math.min(80, Math.max(24, lineLength(numbers) / 2));
    alongLine(numbers, spacing, (x, y, dx, dy) => {
      arrowHead(context, chosen ? "triangle" : "open", x + dx * 5, y + dy * 5, Math.atan2(dy, dx), chosen ? 12 : 9, colour);
    });
  }
  context.lineJoin = "miter";
}

// Where the words to a line go: beside the bulge of a way, into the middle of a cluster, beside the middle of a path.
function polylineLabel(kind, numbers) {
  const points = [];
  for (let index = 0; index < numbers.length; index += 2) points.push([numbers[index], numbers[index + 1]]);
  if (kind === "cluster") {
    const of = (axis) => points.map((point) => point[axis]);
    const middle = (values) => (Math.min(...values) + Math.max(...values)) / 2;
    return { x: middle(of(0)), y: middle(of(1)) + 4, centred: true };
  }
  const [[fromX, fromY], [toX, toY]] = [points[0], points.at(-1)];
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = Math.hypot(dx, dy) || 1;
  const off = points.map(([x, y]) => ((x - fromX) * dy - (y - fromY) * dx) / length);
  const furthest = off.reduce((best, value, index) => (Math.abs(value) > Math.abs(off[best]) ? index : best), 0);
  // A straight line has no bulge.
  if (Math.abs(off[furthest]) < 4) return { x: (fromX + toX) / 2 + 8, y: (fromY + toY) / 2 - 8 };
  const side = Math.sign(off[furthest]);
  const [outX, outY] = [side * dy / length, -side * dx / length];
  const [x, y] = points[furthest];
  return Math.abs(outX) > 0.7
    ? { x: x + outX * 12, y: y + outY * 12 + 4, leftwards: outX < 0 }
    : { x: x + outX * 12, y: y + (outY < 0 ? -10 : 20), centred: true };
}

function drawMarkShape(context, kind, shape, numbers) {
  context.strokeStyle = markColour(kind);
  context.lineWidth = kind === "threat" ? 2.6 : 1.8;
  if (shape === "polyline") {
    drawPolyline(context, kind, numbers);
  } else if (kind === "cluster") {
    drawPolyline(context, kind, circlePoints(...numbers));
  } else if (shape === "point") {
    context.setLineDash([]);
    pointSign(context, kind, numbers[0], numbers[1]);
  } else if (shape === "line") {
    context.setLineDash(MARK_LINES[kind] ?? []);
    context.beginPath();
    context.moveTo(numbers[0], numbers[1]);
    context.lineTo(numbers[2], numbers[3]);
    context.stroke();
    // A short bar ends the line, so that its length can be seen.
    const angle = Math.atan2(numbers[3] - numbers[1], numbers[2] - numbers[0]) + Math.PI / 2;
    context.setLineDash([]);
    context.beginPath();
    context.moveTo(numbers[2] - 5 * Math.cos(angle), numbers[3] - 5 * Math.sin(angle));
    context.lineTo(numbers[2] + 5 * Math.cos(angle), numbers[3] + 5 * Math.sin(angle));
    context.stroke();
  } else {
    context.setLineDash(MARK_LINES[kind] ?? []);
    context.beginPath();
    context.arc(numbers[0], numbers[1], Math.max(3, numbers[2]), 0, 2 * Math.PI);
    context.stroke();
  }
  context.setLineDash([]);
}

// Marks were recorded at a moment near the time shown. What hangs on the agent moves with it; what lies in
// the world stays.
function placedMark(mark, shown, then, radius) {
  const [dx, dy] = [shown.x - then.x, shown.y - then.y];
  const numbers = mark.numbers.slice();
  const points = mark.shape === "polyline" ? numbers.length / 2 : mark.shape === "line" ? 2 : 1;
  for (let point = 0; point < points; point += 1) {
    const near = Math.hypot(numbers[2 * point] - then.x, numbers[2 * point + 1] - then.y) < radius * 1.5;
    const moves = ["probe", "ray", "braking"].includes(mark.kind) || (near && point === 0 && STARTS_AT_AGENT.has(mark.kind))
      || (mark.shape === "line" && near);
    numbers[2 * point] = camera.screenX(numbers[2 * point] + (moves ? dx : 0));
    numbers[2 * point + 1] = camera.screenY(numbers[2 * point + 1] + (moves ? dy : 0));
  }
  if (mark.shape === "circle") numbers[2] *= camera.scale;
  return numbers;
}
