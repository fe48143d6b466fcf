// What the selected agent considered: forces as arrows that differ by line, head and label, marks, and labels for both.
// The legend and the panel draw their signs with the same functions.

const FORCE_DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 2], [1, 4], [12, 4]];
const FORCE_HEADS = ["triangle", "open", "diamond", "circle", "square", "hollow", "bar"];
const ARROW_LENGTH = 110;

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

// Finds a free place near the wanted one and keeps it.
function labelPlace(taken, x, y, width) {
  for (const shift of [0, -15, 15, -30, 30, -45, 45, -60, 60, 75, 90]) {
    const top = y + shift;
    const clash = top < 14 || top > camera.height - 6
      || taken.some((box) => x < box.x + box.width && box.x < x + width && top > box.y - box.height && box.y > top - 15);
    if (clash) continue;
    taken.push({ x, y: top, width, height: 15 });
    return top;
  }
  return null;
}

// A label beyond the end of a line from the agent, on the side to which the line points.
function outward(text, x, y, dx, dy, colour) {
  return { text, colour, x: x + dx + (dx < 0 ? -9 : 9), y: y + dy + (dy > Math.abs(dx) ? 14 : 4), leftwards: dx < 0 };
}

function samePlace(mark, other) {
  return Math.hypot(mark.numbers[0] - other.numbers[0], mark.numbers[1] - other.numbers[1]) < 0.02;
}

function drawMarks(context, explanation, agent, state) {
  const then = { ...agentAt(agent, frameAt(explanation.time)) };
  const [x, y] = [camera.screenX(state.x), camera.screenY(state.y)];
  const labels = [];
  const said = new Set();
  // Long lines lie below the signs on them.
  for (const mark of [...explanation.marks].sort((a, b) => markLevel(a.kind) - markLevel(b.kind))) {
    const numbers = placedMark(mark, state, then, recording.agents.radii[agent]);
    drawMarkShape(context, mark.kind, mark.shape, numbers);
    // From afar the words would hide what they name; the panel has them.
    if (agentRadius(agent) < 7 && !NAMED_FROM_AFAR.has(mark.kind)) continue;
    const text = mark.label || MARK_NAMES[mark.kind];
    if (mark.shape === "polyline") {
      // The parts of a cluster have one name.
      if (said.has(text)) continue;
      said.add(text);
      labels.push({ text, colour: markColour(mark.kind), rank: { "chosen-way": 0, cluster: 2 }[mark.kind], ...polylineLabel(mark.kind, numbers) });
      continue;
    }
    const [endX, endY] = mark.shape === "line" ? numbers.slice(2) : numbers;
    const radius = mark.shape === "circle" ? Math.max(3, numbers[2]) * 0.72 : 0;
    const side = endX < x ? -1 : 1;
    // What it goes for first is its aim, too.
    if (mark.kind === "aim" && explanation.marks.some((other) => other.kind === "sub-goal" && samePlace(other, mark))) continue;
    const sign = mark.kind === "terminator" ? 6 : radius;
    labels.push(outward(text, x, y, endX - x + side * sign, endY - y - radius, markColour(mark.kind)));
  }
  // The way that is taken has the first choice of places, the names of clusters the last.
  return labels.sort((a, b) => (a.rank ?? 1) - (b.rank ?? 1));
}

function drawForces(context, explanation, agent, state) {
  const labels = [];
  const length = Math.min(ARROW_LENGTH, Math.min(camera.width, camera.height) * 0.2);
  // One scale for all arrows of a moment. It stays the same as long as forces are large for this agent, and
  // small ones are magnified no more than so far.
  const now = Math.max(explanation.total.size, ...explanation.forces.map(({ given }) => given.size));
  const reference = Math.max(now, 0.4 * explanation.largest);
  const pixels = reference > 0 ? length / reference : 0;
  // Arrows start at the rim of the disc.
  const arrow = (force, style) => {
    if (force.size * pixels < 2) return null;
    const [dirX, dirY] = [force.x / force.size, -force.y / force.size];
    const rim = agentRadius(agent);
    const [x, y] = [camera.screenX(state.x) + dirX * rim, camera.screenY(state.y) + dirY * rim];
    drawArrow(context, x, y, dirX * force.size * pixels, dirY * force.size * pixels, style);
    return [x, y, dirX * force.size * pixels, dirY * force.size * pixels];
  };
  const { total } = explanation;
  const totalArrow = arrow(total, { colour: colours.ink, dash: [], head: "triangle", width: 4.5, size: 15 });
  if (totalArrow) labels.push(outward(`total ${forceText(total.size)}`, ...totalArrow, colours.ink));
  for (const { name, wanted, given } of explanation.forces) {
    const style = { ...forceStyle(name), colour: forceColour(forceStyle(name)) };
    const cut = Math.hypot(wanted.x - given.x, wanted.y - given.y) > 0.02 * explanation.largest;
    if (cut) {
      context.globalAlpha = 0.45;
      arrow(wanted, { ...style, width: 1.4, head: "open" });
      context.globalAlpha = 1;
    }
    const givenArrow = arrow(given, { ...style, width: 2.4 });
    if (givenArrow) labels.push(outward(`${name} ${forceText(given.size)}`, ...givenArrow, style.colour));
  }
  return labels;
}

function drawExplanation(context, agent, moment, explanation) {
  const state = { ...agentAt(agent, moment) };
  if (!state.present) return;
  const markLabels = drawMarks(context, explanation, agent, state);
  const labels = [...drawForces(context, explanation, agent, state), ...markLabels];
  const radius = agentRadius(agent) + 4;
  const taken = [{
    x: camera.screenX(state.x) - radius, y: camera.screenY(state.y) + radius, width: 2 * radius, height: 2 * radius,
  }];
  // No words over the flag.
  for (const { numbers } of explanation.marks.filter(({ kind }) => kind === "sub-goal")) {
    taken.push({ x: camera.screenX(numbers[0]) - 2, y: camera.screenY(numbers[1]), width: 14, height: 18 });
  }
  context.font = "12.5px system-ui, sans-serif";
  for (const { text, colour, ...label } of labels) {
    const width = context.measureText(text).width;
    const wanted = label.x - width * (label.centred ? 0.5 : label.leftwards ? 1 : 0);
    const left = Math.max(4, Math.min(wanted, camera.width - width - 4));
    const top = labelPlace(taken, left, label.y, width);
    // What finds no room is left to the panel.
    if (top !== null) drawLabel(context, text, left, top, colour);
  }
}

function forceText(newtons) {
  return newtons >= 1e4 ? `${(newtons / 1000).toFixed(1)} kN` : `${newtons.toFixed(newtons < 10 ? 2 : 0)} N`;
}
