// The recorded run: what the page was given, decoded, and what it looked like at any time.

const PRESENT = 1;
const JUMPED = 2;
const BLOCKED = 4;
const AIRBORNE = 16;

const recording = JSON.parse(document.getElementById("recording").textContent);

function decodeBytes(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}

// Little-endian numbers, whatever the machine's own order is.
function decodeNumbers(base64, read, size) {
  const bytes = decodeBytes(base64);
  const view = new DataView(bytes.buffer);
  const numbers = new Float64Array(bytes.length / size);
  for (let index = 0; index < numbers.length; index += 1) numbers[index] = view[read](index * size, true);
  return numbers;
}

function decodePositions(frames) {
  if (!frames.grid) return Float32Array.from(decodeNumbers(frames.positions, "getFloat32", 4));
  const steps = decodeNumbers(frames.positions, "getUint16", 2);
  const { origin, step } = frames.grid;
  const positions = new Float32Array(steps.length);
  for (let index = 0; index < steps.length; index += 1) {
    positions[index] = origin[index % 2] + steps[index] * step[index % 2];
  }
  return positions;
}

const run = {
  agentCount: recording.agents.ids.length,
  frameCount: recording.frames.count,
  times: decodeNumbers(recording.frames.times, "getFloat64", 8),
  positions: decodePositions(recording.frames),
  speeds: decodeNumbers(recording.frames.speeds, "getUint16", 2).map((step) => step * recording.frames.speedStep),
  headings: decodeBytes(recording.frames.headings),
  flags: decodeBytes(recording.frames.flags),
  targets: decodeNumbers(recording.frames.targets, "getFloat32", 4),
  start: 0,
  end: 0,
};
run.start = run.times[0] ?? 0;
run.end = run.times[run.frameCount - 1] ?? 0;

// Who stands faces where it walked before, or, at first, where it will walk.
for (let agent = 0; agent < run.agentCount; agent += 1) {
  const places = Array.from({ length: run.frameCount }, (_, frame) => frame * run.agentCount + agent);
  let heading = run.headings[places.find((place) => run.speeds[place] > 0.01)] ?? 0;
  for (const place of places) {
    if (run.speeds[place] > 0.01) heading = run.headings[place];
    run.headings[place] = heading;
  }
}

// The rest is what the package tells of a world that runs, so that the same modules draw both.
const setting = {
  ...recording,
  agents: recording.agents.ids.map((id, index) => {
    const { groups, radii, masses, maxSpeeds, goals } = recording.agents;
    return { id, group: groups[index], radius: radii[index] ?? 0, mass: masses[index], max_speed: maxSpeeds[index], goals: goals[index].map(goalSetting) };
  }),
};

function goalSetting([kind, a, b, c, d]) {
  return {
    point: { kind, point: [a, b], radius: c }, target: { kind, target: a, radius: b }, agent: { kind, id: a, radius: b },
    region: { kind, min: [a, b], max: [c, d] },
  }[kind];
}

const torus = torusSize(setting.bounds);

// Index of the last of sorted `values` that is not after `value`, at least 0.
function lastNotAfter(values, value) {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (values[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function frameAt(time) {
  const frame = lastNotAfter(run.times, time);
  const next = Math.min(frame + 1, run.frameCount - 1);
  const span = run.times[next] - run.times[frame];
  const share = span > 0 ? Math.min(1, Math.max(0, (time - run.times[frame]) / span)) : 0;
  return { frame, next, share };
}

// From a to b by a share, the short way round a torus.
function between(a, b, share, axis) {
  if (!torus) return a + (b - a) * share;
  const size = torus[axis];
  const way = b - a - size * Math.round((b - a) / size);
  const place = a + way * share - setting.bounds.min[axis];
  return setting.bounds.min[axis] + place - size * Math.floor(place / size);
}

// Two coordinates between two frames, from a list with `count` pairs a frame.
function pairBetween(list, count, index, { frame, next }, share) {
  return [0, 1].map((axis) => between(list[2 * (frame * count + index) + axis], list[2 * (next * count + index) + axis], share, axis));
}

// Who jumped to the next frame's place stays until then.
function agentShare(agent, { next, share }) {
  const flags = run.flags[next * run.agentCount + agent];
  return flags & PRESENT && !(flags & JUMPED) ? share : 0;
}

function agentPlace(agent, moment) {
  return pairBetween(run.positions, run.agentCount, agent, moment, agentShare(agent, moment));
}

const shown = {
  agents: new Float32Array(AGENT_STRIDE * run.agentCount),
  obstacles: new Float32Array(OBSTACLE_STRIDE * setting.obstacles.length),
  targets: new Float32Array(2 * setting.targets.length),
};

// Puts a moment into the frame that is drawn.
function show(moment) {
  setting.agents.forEach(({ group, radius }, agent) => {
    const [a, b] = [moment.frame, moment.next].map((frame) => frame * run.agentCount + agent);
    const share = agentShare(agent, moment);
    let turn = run.headings[b] - run.headings[a];
    turn -= 256 * Math.round(turn / 256);
    const heading = (run.headings[a] + turn * share) * Math.PI / 128;
    const [facingX, facingY] = [Math.cos(heading), Math.sin(heading)];
    const speed = run.speeds[a] + (run.speeds[b] - run.speeds[a]) * share;
    const flags = (run.flags[a] & PRESENT ? AgentFlag.PRESENT : 0) | (run.flags[a] & BLOCKED ? AgentFlag.BLOCKED : 0)
      | (run.flags[a] & AIRBORNE ? AgentFlag.AIRBORNE : 0);
    // A recording has no other direction than that of the velocity.
    const row = [...agentPlace(agent, moment), facingX, facingY, speed, radius, group, flags, facingX * speed, facingY * speed];
    shown.agents.set(row, agent * AGENT_STRIDE);
  });
  setting.obstacles.forEach((_, obstacle) => {
    const from = obstaclePose(obstacle, moment.frame);
    const to = obstaclePose(obstacle, moment.next) ?? from;
    const place = from ? [1, 2].map((axis) => from[axis] + (to[axis] - from[axis]) * moment.share) : [0, 0];
    shown.obstacles.set([...place, from ? 1 : 0], obstacle * OBSTACLE_STRIDE);
  });
  setting.targets.forEach((_, target) => {
    shown.targets.set(pairBetween(run.targets, setting.targets.length, target, moment, moment.share), 2 * target);
  });
}

// Where an obstacle is from a frame on: `[frame, x, y]`, or null while it is absent.
const obstacleFrames = setting.obstacles.map((obstacle) => obstacle.poses.map((pose) => pose[0]));

function obstaclePose(obstacle, frame) {
  const frames = obstacleFrames[obstacle];
  if (frames.length === 0 || frames[0] > frame) return null;
  const pose = setting.obstacles[obstacle].poses[lastNotAfter(frames, frame)];
  return pose.length === 3 ? pose : null;
}
