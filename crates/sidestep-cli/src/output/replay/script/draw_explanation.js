// Forces as arrows and marks as signs. Each differs from the others by line, head and label; colour only
// helps. The legend and the panel draw their signs with the same functions.

const FORCE_DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 2], [1, 4], [12, 4]];
const FORCE_HEADS = ["triangle", "open", "diamond", "circle", "square", "hollow", "bar"];
const ARROW_LENGTH = 96;

// A behaviour keeps its style as long as the page is open.
const forceStyles = new Map();

function forceStyle(name) {
  if (!forceStyles.has(name)) {
    const index = forceStyles.size;
    forceStyles.set(name, {
      index,
      dash: FORCE_DASHES[index % FORCE_DASHES.length],
      head: FORCE_HEADS[index % FORCE_HEADS.length],
    });
  }
  return forceStyles.get(name);
}

function forceColour(style) {
  return colours.groups[(style.index + 1) % GROUP_COLOURS];
}

function arrowHead(context, head, x, y, angle, size, colour) {
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  context.setLineDash([]);
  context.fillStyle = colour;
  context.strokeStyle = colour;
  context.lineWidth = 1.8;
  context.beginPath();
  if (head === "diamond") {
    context.moveTo(size * 0.4, 0);
    context.lineTo(-size * 0.4, size * 0.5);
    context.lineTo(-size * 1.2, 0);
    context.lineTo(-size * 0.4, -size * 0.5);
    context.closePath();
    context.fill();
  } else if (head === "circle") {
    context.arc(-size * 0.3, 0, size * 0.5, 0, 2 * Math.PI);
    context.fill();
  } else if (head === "square") {
    context.rect(-size * 0.8, -size * 0.45, size * 0.9, size * 0.9);
    context.fill();
  } else if (head === "bar") {
    context.moveTo(0, -size * 0.6);
    context.lineTo(0, size * 0.6);
    context.stroke();
  } else {
    context.moveTo(-size, -size * 0.55);
    context.lineTo(size * 0.1, 0);
    context.lineTo(-size, size * 0.55);
    if (head === "open") {
      context.stroke();
    } else {
      context.closePath();
      if (head === "hollow") {
        context.fillStyle = colours.ground;
        context.fill();
        context.stroke();
      } else {
        context.fill();
      }
    }
  }
  context.restore();
}

function drawArrow(context, x, y, dx, dy, { colour, dash, head, width, size = 10 }) {
  const length = Math.hypot(dx, dy);
  if (length < 1) return;
  const shaft = Math.max(0, length - (head === "open" || head === "bar" ? 0 : size * 0.7)) / length;
  for (const [stroke, extra] of [[colours.ground, 3], [colour, 0]]) {
    context.strokeStyle = stroke;
    context.lineWidth = width + extra;
    context.setLineDash(extra > 0 ? [] : dash);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + dx * shaft, y + dy * shaft);
    context.stroke();
  }
  context.setLineDash([]);
  arrowHead(context, head, x + dx, y + dy, Math.atan2(dy, dx), size, colour);
}

const MARK_LINES = {
  ray: [9, 5], tangent: [12, 4, 2, 4], braking: [2, 3], threat: [6, 3], probe: [], aim: [3, 3],
};
const MARK_NAMES = {
  probe: "probe", ray: "ray", threat: "threat", tangent: "tangent", aim: "aim", braking: "braking way",
};

function markColour(kind) {
  const index = { threat: 1, tangent: 3, aim: 0, probe: 4, ray: 7, braking: 6 }[kind] ?? 7;
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

function drawMarkShape(context, kind, shape, numbers) {
  context.strokeStyle = markColour(kind);
  context.lineWidth = kind === "threat" ? 2.6 : 1.8;
  if (shape === "point") {
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
  const points = mark.shape === "line" ? 2 : 1;
  for (let point = 0; point < points; point += 1) {
    const near = Math.hypot(numbers[2 * point] - then.x, numbers[2 * point + 1] - then.y) < radius * 1.5;
    const moves = ["probe", "ray", "braking"].includes(mark.kind) || (points === 2 && near);
    numbers[2 * point] = camera.screenX(numbers[2 * point] + (moves ? dx : 0));
    numbers[2 * point + 1] = camera.screenY(numbers[2 * point + 1] + (moves ? dy : 0));
  }
  if (mark.shape === "circle") numbers[2] *= camera.scale;
  return numbers;
}

function labelPlace(taken, x, y, width) {
  let top = y;
  for (let tries = 0; tries < 12; tries += 1) {
    const clash = taken.some((box) => x < box.x + box.width && box.x < x + width && Math.abs(top - box.y) < 15);
    if (!clash) break;
    top += 15;
  }
  taken.push({ x, y: top, width });
  return top;
}

function drawExplanation(context, agent, moment, explanation) {
  const state = { ...agentAt(agent, moment) };
  if (!state.present) return;
  const then = { ...agentAt(agent, frameAt(explanation.time)) };
  const labels = [];
  for (const mark of explanation.marks) {
    const numbers = placedMark(mark, state, then, recording.agents.radii[agent]);
    drawMarkShape(context, mark.kind, mark.shape, numbers);
    const [x, y] = mark.shape === "line" ? [numbers[2], numbers[3]]
      : [numbers[0] + (mark.shape === "circle" ? Math.max(3, numbers[2]) * 0.71 : 0),
        numbers[1] - (mark.shape === "circle" ? Math.max(3, numbers[2]) * 0.71 : 0)];
    labels.push({ text: mark.label || MARK_NAMES[mark.kind], x: x + 9, y: y - 6, colour: markColour(mark.kind) });
  }
  const x = camera.screenX(state.x);
  const y = camera.screenY(state.y);
  const pixels = explanation.largest > 0 ? ARROW_LENGTH / explanation.largest : 0;
  for (const { name, wanted, given } of explanation.forces) {
    const style = forceStyle(name);
    const colour = forceColour(style);
    const cut = Math.hypot(wanted.x - given.x, wanted.y - given.y) > 0.02 * explanation.largest;
    if (cut) {
      context.globalAlpha = 0.4;
      drawArrow(context, x, y, wanted.x * pixels, -wanted.y * pixels, { ...style, colour, width: 1.4, head: "open" });
      context.globalAlpha = 1;
    }
    if (given.size * pixels < 2) continue;
    const [dx, dy] = [given.x * pixels, -given.y * pixels];
    drawArrow(context, x, y, dx, dy, { ...style, colour, width: 2.4 });
    labels.push({ text: `${name} ${forceText(given.size)}`, x: x + dx + 8, y: y + dy + 4, colour });
  }
  const { total } = explanation;
  if (total.size * pixels >= 2) {
    const [dx, dy] = [total.x * pixels, -total.y * pixels];
    drawArrow(context, x, y, dx, dy, { colour: colours.ink, dash: [], head: "triangle", width: 4, size: 14 });
    labels.push({ text: `total ${forceText(total.size)}`, x: x + dx + 10, y: y + dy + 4, colour: colours.ink });
  }
  const taken = [];
  context.font = "12.5px system-ui, sans-serif";
  for (const label of labels) {
    const width = context.measureText(label.text).width;
    const left = Math.max(4, Math.min(label.x, camera.width - width - 4));
    drawLabel(context, label.text, left, labelPlace(taken, left, label.y, width), label.colour);
  }
}

function forceText(newtons) {
  return newtons >= 1e4 ? `${(newtons / 1000).toFixed(1)} kN` : `${newtons.toFixed(newtons < 10 ? 2 : 0)} N`;
}
