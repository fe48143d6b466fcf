// Agents as discs that point where they go, their trails, and the path of the selected one.

const TRAIL_SLICES = 4;
const TRAIL_ALPHA = [0.1, 0.2, 0.34, 0.55];
// More line pieces than this in one picture would make it stutter.
const MOST_TRAIL_PIECES = 30000;

function agentRadius(agent) {
  return Math.max(2, recording.agents.radii[agent] * camera.scale);
}

// Adds the way of an agent over recorded frames to the path of the canvas.
function wayOver(context, agent, from, to, stride) {
  let drawing = false;
  let last = null;
  for (let frame = from; ; frame = Math.min(frame + stride, to)) {
    const index = frame * run.agentCount + agent;
    const flags = run.flags[index];
    const x = run.positions[2 * index];
    const y = run.positions[2 * index + 1];
    const wrapped = torus && last
      && (Math.abs(x - last[0]) > torus.size[0] / 2 || Math.abs(y - last[1]) > torus.size[1] / 2);
    if (!(flags & PRESENT)) {
      drawing = false;
    } else {
      if (drawing && !(flags & JUMPED) && !wrapped) context.lineTo(camera.screenX(x), camera.screenY(y));
      else context.moveTo(camera.screenX(x), camera.screenY(y));
      drawing = true;
      last = [x, y];
    }
    if (frame >= to) return drawing;
  }
}

function drawTrails(context, moment, time, seconds, colourOf) {
  if (seconds <= 0 || run.agentCount === 0) return;
  const first = lastNotAfter(run.times, Math.max(run.start, time - seconds));
  const pieces = (moment.frame - first) * run.agentCount;
  const stride = Math.max(1, Math.ceil(pieces / MOST_TRAIL_PIECES));
  const palette = agentPalette();
  const members = palette.map(() => []);
  for (let agent = 0; agent < run.agentCount; agent += 1) members[colourOf[agent]].push(agent);
  context.lineWidth = Math.max(1.2, Math.min(2.4, camera.scale * 0.12));
  context.lineJoin = "round";
  for (let slice = 0; slice < TRAIL_SLICES; slice += 1) {
    const cut = (share) => first + Math.floor((moment.frame - first) * share / TRAIL_SLICES);
    const [from, to] = [cut(slice), cut(slice + 1)];
    if (from === to && slice < TRAIL_SLICES - 1) continue;
    context.globalAlpha = TRAIL_ALPHA[slice];
    palette.forEach((colour, index) => {
      if (members[index].length === 0) return;
      context.strokeStyle = colour;
      context.beginPath();
      for (const agent of members[index]) {
        const drawing = wayOver(context, agent, from, to, stride);
        if (slice === TRAIL_SLICES - 1 && drawing) tipOfTrail(context, agent, moment);
      }
      context.stroke();
    });
  }
  context.globalAlpha = 1;
  context.lineJoin = "miter";
}

// From the last recorded frame to where the agent is drawn.
function tipOfTrail(context, agent, moment) {
  const state = agentAt(agent, moment);
  const index = moment.frame * run.agentCount + agent;
  const across = torus && (Math.abs(state.x - run.positions[2 * index]) > torus.size[0] / 2
    || Math.abs(state.y - run.positions[2 * index + 1]) > torus.size[1] / 2);
  if (!across) context.lineTo(camera.screenX(state.x), camera.screenY(state.y));
}

function drawAgents(context, moment, colourOf) {
  const palette = agentPalette();
  const discs = palette.map(() => new Path2D());
  const noses = new Path2D();
  const blocked = new Path2D();
  const airborne = new Path2D();
  for (let agent = 0; agent < run.agentCount; agent += 1) {
    const state = agentAt(agent, moment);
    if (!state.present) continue;
    const radius = agentRadius(agent);
    const reach = radius / camera.scale;
    for (const [offsetX, offsetY] of images(state.x - reach, state.y - reach, state.x + reach, state.y + reach)) {
      const x = camera.screenX(state.x + offsetX);
      const y = camera.screenY(state.y + offsetY);
      if (x < -radius || y < -radius || x > camera.width + radius || y > camera.height + radius) continue;
      const disc = discs[colourOf[agent]];
      disc.moveTo(x + radius, y);
      disc.arc(x, y, radius, 0, 2 * Math.PI);
      if (radius > 3.5 && state.speed > 0.01) {
        const [dx, dy] = [Math.cos(state.heading), -Math.sin(state.heading)];
        noses.moveTo(x + dx * radius * 0.15, y + dy * radius * 0.15);
        noses.lineTo(x + dx * radius * 0.95, y + dy * radius * 0.95);
      }
      const ring = state.airborne ? airborne : state.blocked ? blocked : null;
      if (ring) {
        ring.moveTo(x + radius + 2.5, y);
        ring.arc(x, y, radius + 2.5, 0, 2 * Math.PI);
      }
    }
  }
  palette.forEach((colour, index) => {
    context.fillStyle = colour;
    context.fill(discs[index]);
    context.strokeStyle = colours.ground;
    context.lineWidth = 1;
    context.stroke(discs[index]);
  });
  context.strokeStyle = colours.ground;
  context.lineWidth = Math.max(1.4, Math.min(4, camera.scale * 0.09));
  context.lineCap = "round";
  context.stroke(noses);
  context.lineCap = "butt";
  context.strokeStyle = colours.ink;
  context.lineWidth = 1.4;
  context.stroke(airborne);
  context.setLineDash([3, 2.5]);
  context.stroke(blocked);
  context.setLineDash([]);
}

// The whole path of the selected agent: what it walked as a line, what it will walk as dots.
function drawSelectedPath(context, agent, moment, colour) {
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.lineJoin = "round";
  context.globalAlpha = 0.8;
  context.beginPath();
  if (wayOver(context, agent, 0, moment.frame, 1)) tipOfTrail(context, agent, moment);
  context.stroke();
  context.globalAlpha = 0.65;
  context.setLineDash([1.5, 4.5]);
  context.beginPath();
  wayOver(context, agent, moment.next, run.frameCount - 1, 1);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}

function goalPlace(goal, moment) {
  const [kind, ...values] = goal;
  if (kind === "point") return { x: values[0], y: values[1], radius: values[2] };
  if (kind === "region") {
    return { x: (values[0] + values[2]) / 2, y: (values[1] + values[3]) / 2, radius: 0, box: values };
  }
  if (kind === "target") {
    const [x, y] = targetAt(values[0], moment);
    return { x, y, radius: values[1] };
  }
  const other = recording.agents.ids.indexOf(values[0]);
  if (other < 0) return null;
  const { x, y } = agentAt(other, moment);
  return { x, y, radius: values[1] };
}

function drawGoals(context, agent, moment) {
  context.strokeStyle = colours.ink;
  for (const goal of recording.agents.goals[agent]) {
    const place = goalPlace(goal, moment);
    if (!place || !Number.isFinite(place.x)) continue;
    const x = camera.screenX(place.x);
    const y = camera.screenY(place.y);
    context.lineWidth = 1.8;
    context.beginPath();
    context.moveTo(x - 5, y - 5);
    context.lineTo(x + 5, y + 5);
    context.moveTo(x + 5, y - 5);
    context.lineTo(x - 5, y + 5);
    context.stroke();
    context.lineWidth = 1.2;
    context.setLineDash([3, 3]);
    if (place.box) {
      const [left, bottom, right, top] = place.box;
      context.strokeRect(camera.screenX(left), camera.screenY(top),
        (right - left) * camera.scale, (top - bottom) * camera.scale);
    } else {
      context.beginPath();
      context.arc(x, y, Math.max(8, place.radius * camera.scale), 0, 2 * Math.PI);
      context.stroke();
    }
    context.setLineDash([]);
  }
}

function drawRing(context, agent, moment, colour, width) {
  const state = agentAt(agent, moment);
  if (!state.present) return;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.arc(camera.screenX(state.x), camera.screenY(state.y), agentRadius(agent) + 4, 0, 2 * Math.PI);
  context.stroke();
}
