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

// Size of a torus, or nothing: what leaves on one side enters on the other.
const torus = recording.bounds.kind === "torus" ? {
  min: recording.bounds.min,
  size: [recording.bounds.max[0] - recording.bounds.min[0], recording.bounds.max[1] - recording.bounds.min[1]],
} : null;

// By how much what lies in a box must be moved to appear in the world, once for each image: on a torus, what lies
// across an edge appears on both sides.
function images(minX, minY, maxX, maxY) {
  if (!torus) return [[0, 0]];
  const laps = (min, max, axis) => {
    const size = torus.size[axis];
    const first = Math.floor((min - torus.min[axis]) / size);
    const last = Math.ceil((max - torus.min[axis]) / size) - 1;
    const count = Math.max(1, Math.min(3, last - first + 1)) || 1;
    return Array.from({ length: count }, (_, lap) => -(first + lap) * size);
  };
  return laps(minY, maxY, 1).flatMap((y) => laps(minX, maxX, 0).map((x) => [x, y]));
}

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
  const size = torus.size[axis];
  let way = b - a;
  way -= size * Math.round(way / size);
  const place = a + way * share - torus.min[axis];
  return torus.min[axis] + place - size * Math.floor(place / size);
}

// An agent between two frames. Reused object: copy what is to be kept.
const agentState = { x: 0, y: 0, speed: 0, heading: 0, present: false, blocked: false, airborne: false };

function agentAt(agent, moment) {
  const a = moment.frame * run.agentCount + agent;
  const b = moment.next * run.agentCount + agent;
  const walks = (run.flags[b] & PRESENT) && !(run.flags[b] & JUMPED);
  const share = walks ? moment.share : 0;
  agentState.present = (run.flags[a] & PRESENT) !== 0;
  agentState.blocked = (run.flags[a] & BLOCKED) !== 0;
  agentState.airborne = (run.flags[a] & AIRBORNE) !== 0;
  agentState.x = between(run.positions[2 * a], run.positions[2 * b], share, 0);
  agentState.y = between(run.positions[2 * a + 1], run.positions[2 * b + 1], share, 1);
  agentState.speed = run.speeds[a] + (run.speeds[b] - run.speeds[a]) * share;
  let turn = run.headings[b] - run.headings[a];
  turn -= 256 * Math.round(turn / 256);
  agentState.heading = (run.headings[a] + turn * share) * Math.PI / 128;
  return agentState;
}

// Where an obstacle is: its offset from the outline, or null while it is absent.
const obstacleFrames = recording.obstacles.map((obstacle) => obstacle.poses.map((pose) => pose[0]));

function obstaclePose(obstacle, frame) {
  const frames = obstacleFrames[obstacle];
  if (frames.length === 0 || frames[0] > frame) return null;
  const pose = recording.obstacles[obstacle].poses[lastNotAfter(frames, frame)];
  return pose.length === 3 ? pose : null;
}

function obstacleAt(obstacle, moment) {
  const a = obstaclePose(obstacle, moment.frame);
  if (!a) return null;
  const b = obstaclePose(obstacle, moment.next) ?? a;
  return [a[1] + (b[1] - a[1]) * moment.share, a[2] + (b[2] - a[2]) * moment.share];
}

function targetAt(target, moment) {
  const count = recording.targets.length;
  const a = 2 * (moment.frame * count + target);
  const b = 2 * (moment.next * count + target);
  return [0, 1].map((axis) => between(run.targets[a + axis], run.targets[b + axis], moment.share, axis));
}
