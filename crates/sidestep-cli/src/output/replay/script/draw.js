// The map at a time: what the run has to itself (trails, paths, colours for speeds) between what all drawings share.

const TRAIL_SLICES = 4;
const TRAIL_ALPHA = [0.1, 0.2, 0.34, 0.55];
// More line pieces than this in one picture would make it stutter.
const MOST_TRAIL_PIECES = 30000;

const map = document.getElementById("map");
const camera = new Camera();

function drawMap() {
  const context = map.getContext("2d");
  const ratio = devicePixelRatio || 1;
  const { selected, hovered } = view;
  const moment = frameAt(view.time);
  show(moment);
  const agent = agentIn(shown, selected ?? -1);
  if (view.follow && agent) camera.look(agent.x, agent.y);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const pen = new CanvasPen(context);
  const labels = [drawGround(pen, camera, setting.bounds, palette)];
  const keepFree = [];
  cutAtEdges(context, () => drawObstacles(pen, camera, setting, shown, palette));
  drawTrails(pen, moment);
  cutAtEdges(context, () => drawWalls(pen, camera, setting, palette));
  if (selected !== null) {
    drawSelectedPath(pen, selected, moment);
    drawGoals(pen, camera, setting, shown, [selected], true, palette);
  }
  cutAtEdges(context, () => drawAgents(pen));
  labels.push(...drawTargets(pen, camera, setting, shown, palette));
  const pointedAt = agentIn(shown, hovered ?? -1);
  if (pointedAt) keepFree.push(drawHalo(pen, bodyOnCanvas(camera, pointedAt), palette.quiet, palette));
  if (agent) keepFree.push(drawHalo(pen, bodyOnCanvas(camera, agent), palette.accent, palette));
  if (selected !== null) {
    const explanation = explanationAt(selected, view.time);
    if (agent && explanation) {
      const body = bodyOnCanvas(camera, agent);
      const moved = { ...explanation, marks: marksAround(selected, explanation) };
      const words = drawExplanation(pen, camera, palette, body, moved, explanation.largest);
      labels.push(...words.labels);
      keepFree.push(...words.keepFree);
    }
    updateSelection(moment, explanation);
  }
  for (const label of placeLabels(labels, camera.width, camera.height, keepFree)) drawLabel(context, label);
  updateClock();
  updateBlocked();
}

// Text with a halo, so that it can be read on anything.
function drawLabel(context, { text, colour, left, top }) {
  context.font = LABEL_FONT;
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 4;
  context.strokeStyle = cssColour(palette.ground);
  context.strokeText(text, left, top + LABEL_HEIGHT / 2);
  context.fillStyle = cssColour(colour);
  context.fillText(text, left, top + LABEL_HEIGHT / 2);
}

// What lies across an edge of a torus is cut there, since it appears on the other side.
function cutAtEdges(context, drawing) {
  context.save();
  if (torus) {
    const [left, top, right, , , bottom] = boundsOnCanvas(camera, setting.bounds);
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
  }
  drawing();
  context.restore();
}

function acrossEdge(from, to) {
  return torus !== null && [0, 1].some((axis) => Math.abs(to[axis] - from[axis]) > torus[axis] / 2);
}

// The way of an agent over recorded frames, in lines that are broken where it didn't walk; with `tip` on to where it is shown.
function linesOver(agent, from, to, stride, tip) {
  const lines = [];
  let last = null;
  const go = (place, flags) => {
    if (!last || flags & JUMPED || acrossEdge(last, place)) lines.push([]);
    lines.at(-1).push(camera.screenX(place[0]), camera.screenY(place[1]));
    last = place;
  };
  for (let frame = from; ; frame = Math.min(frame + stride, to)) {
    const index = frame * run.agentCount + agent;
    if (run.flags[index] & PRESENT) go([run.positions[2 * index], run.positions[2 * index + 1]], run.flags[index]);
    else last = null;
    if (frame >= to) break;
  }
  const now = tip && last ? agentIn(shown, agent) : null;
  if (now && !acrossEdge(last, [now.x, now.y])) go([now.x, now.y], 0);
  return lines;
}

function drawTrails(pen, moment) {
  if (view.trailSeconds <= 0 || run.agentCount === 0) return;
  const first = lastNotAfter(run.times, Math.max(run.start, view.time - view.trailSeconds));
  const stride = Math.max(1, Math.ceil((moment.frame - first) * run.agentCount / MOST_TRAIL_PIECES));
  const members = new Map();
  for (let agent = 0; agent < run.agentCount; agent += 1) {
    const colour = agentColour(agent);
    if (!members.has(colour)) members.set(colour, []);
    members.get(colour).push(agent);
  }
  const width = Math.max(1.2, Math.min(2.4, camera.scale * 0.12));
  for (let slice = 0; slice < TRAIL_SLICES; slice += 1) {
    const cut = (share) => first + Math.floor((moment.frame - first) * share / TRAIL_SLICES);
    const [from, to] = [cut(slice), cut(slice + 1)];
    const newest = slice === TRAIL_SLICES - 1;
    if (from === to && !newest) continue;
    for (const [colour, agents] of members) {
      pen.lines(agents.flatMap((agent) => linesOver(agent, from, to, stride, newest)), { colour, width, alpha: TRAIL_ALPHA[slice] });
    }
  }
}

// The whole path of the selected agent: what it walked as a line, what it will walk as dots.
function drawSelectedPath(pen, agent, moment) {
  const colour = agentColour(agent);
  pen.lines(linesOver(agent, 0, moment.frame, 1, true), { colour, width: 2, alpha: 0.8 });
  pen.lines(linesOver(agent, moment.next, run.frameCount - 1, 1, false), { colour, width: 2, alpha: 0.65, dash: [1.5, 4.5] });
}

function drawAgents(pen) {
  const rings = [];
  for (let agent = 0; agent < run.agentCount; agent += 1) {
    const now = agentIn(shown, agent);
    if (!now) continue;
    const { x, y, radius, flags } = now;
    const facing = [now.facingX, -now.facingY];
    for (const [dx, dy] of images(setting.bounds, [x - radius, y - radius, x + radius, y + radius])) {
      const body = bodyOnCanvas(camera, { x: x + dx, y: y + dy, radius });
      const outside = (place, size) => place < -2 * body.radius || place > size + 2 * body.radius;
      if (outside(body.x, camera.width) || outside(body.y, camera.height)) continue;
      if (recording.fastest === null) drawMember(pen, body, facing, now.group, palette);
      else drawDisc(pen, body, facing, agentColour(agent), palette);
      if (flags & AgentFlag.AIRBORNE) rings.push([body, Ring.Airborne]);
      if (flags & AgentFlag.BLOCKED) rings.push([body, Ring.Blocked]);
    }
  }
  for (const [body, ring] of rings) drawRing(pen, body, ring, palette);
}
