// Names and shapes for people, over the bindings that wasm-bindgen makes. What each does: index.d.ts.

import initialise, * as engine from "./sidestep_web.js";

export const AGENT_STRIDE = 10;
export const OBSTACLE_STRIDE = 3;
export const AgentFlag = Object.freeze({ PRESENT: 1, BLOCKED: 2, AIRBORNE: 4, ARRIVED: 8, TOUCHING: 16, NEAR: 32 });

/** The engine's memory, once it is loaded. */
let memory;
let loading;

export function load(source) {
  loading ??= begin(source).catch((error) => {
    // The next call may have a better source.
    loading = undefined;
    throw error;
  });
  return loading;
}

async function begin(source) {
  const given = source ?? (await ownFile());
  ({ memory } = await initialise({ module_or_path: given }));
}

/** The file beside this one: Node can't fetch files, but reads them. */
async function ownFile() {
  const address = new URL("./sidestep_web_bg.wasm", import.meta.url);
  if (address.protocol !== "file:" || typeof process === "undefined") return address;
  const { readFile } = await import(/* @vite-ignore */ "node:fs/promises");
  return readFile(address);
}

function loaded() {
  if (memory === undefined) throw new Error("the engine isn't loaded yet; wait for `load()` first");
  return engine;
}

export const builtInScenes = () => JSON.parse(loaded().builtInScenes());
export const builtInScene = (name) => loaded().builtInScene(String(name));
export const methods = () => JSON.parse(loaded().methods());
export const readScene = (toml) => JSON.parse(loaded().readScene(String(toml)));
export const writeScene = (data) => loaded().writeScene(JSON.stringify(data));

const asked = (name) => (question) => JSON.parse(loaded()[name](JSON.stringify(question)));
export const ask = Object.freeze({
  probes: asked("askProbes"),
  lookAhead: asked("askLookAhead"),
  closestApproach: asked("askClosestApproach"),
  velocityCosts: asked("askVelocityCosts"),
  halfPlanes: asked("askHalfPlanes"),
  whiskers: asked("askWhiskers"),
  detour: asked("askDetour"),
  blend: asked("askBlend"),
  arrive: asked("askArrive"),
  pursue: asked("askPursue"),
  slots: asked("askSlots"),
  overTheEdge: asked("askOverTheEdge"),
});

/** Indices beyond every real one stand for those that make no sense, so that the engine refuses them with its own words. */
const NO_INDEX = 0xffffffff;
const index = (value) => (Number.isInteger(value) && value >= 0 && value < NO_INDEX ? value : NO_INDEX);

/** What stands in the place of an engine that was freed: each use says so. */
const freed = (what) => new Proxy({}, {
  get() {
    throw new Error(`this ${what} was freed; build a new one, or call free() only when it is no longer needed`);
  },
});

/** A view of the engine's memory, the one before as long as neither the memory nor the array has moved. */
function view(before, at, length) {
  if (before?.buffer === memory.buffer && before.byteOffset === at && before.length === length) return before;
  return new Float32Array(memory.buffer, at, length);
}

const jumpSeconds = ({ seconds = 1 } = {}) => seconds;

export class Simulation {
  #engine;
  #frame;

  constructor(toml, options = {}) {
    const { name, set = [], agents = 0, measures = true } = options;
    if (!Number.isInteger(agents) || agents < 0 || agents > 1_000_000) {
      throw new RangeError(`agents is ${agents}; it must be a whole number from 0 (the scene's own) to 1000000`);
    }
    this.#engine = new (loaded().Simulation)(String(toml), name, set.map(String), agents, Boolean(measures));
  }

  static builtIn(name, options = {}) {
    return new Simulation(builtInScene(name), { name: `built-in:${name}`, ...options });
  }

  step(count = 1) { this.#engine.step(index(count) === NO_INDEX ? 0 : count); }
  advance(seconds, most = 8) { return this.#engine.advance(seconds, index(most) === NO_INDEX ? 0 : most); }
  restart() { this.#engine.restart(); }
  reset() { this.#engine.reset(); }

  get time() { return this.#engine.time; }
  get steps() { return this.#engine.steps; }
  get timeStep() { return this.#engine.timeStep; }
  get duration() { return this.#engine.duration; }
  get over() { return this.#engine.over; }
  get agentCount() { return this.#engine.agentCount; }
  get obstacleCount() { return this.#engine.obstacleCount; }
  get version() { return this.#engine.version; }

  frame() {
    const from = this.#engine;
    from.draw();
    const { agents, obstacles, targets } = this.#frame ?? {};
    this.#frame = {
      agents: view(agents, from.agentsAt() >>> 0, from.agentsLength()),
      obstacles: view(obstacles, from.obstaclesAt() >>> 0, from.obstaclesLength()),
      targets: view(targets, from.targetsAt() >>> 0, from.targetsLength()),
    };
    return this.#frame;
  }

  setting() { return JSON.parse(this.#engine.setting()); }
  measures() { return JSON.parse(this.#engine.measures()); }
  hash() { return this.#engine.hash(); }
  explain(agent) { return parsed(this.#engine.explain(index(agent))); }
  spec(agent) { return parsed(this.#engine.spec(index(agent))); }
  agentAt(x, y, reach) { return this.#engine.agentAt(x, y, reach); }
  obstacleAt(x, y, reach) { return this.#engine.obstacleAt(x, y, reach); }
  wallAt(x, y, reach) { return this.#engine.wallAt(x, y, reach); }

  set(values) { this.#engine.set(values.map(String)); }
  placeAgent(agent, x, y) { this.#engine.placeAgent(index(agent), x, y); }
  setGoal(agent, x, y) { this.#engine.setGoal(agent === -1 ? undefined : index(agent), x, y); }
  moveTarget(target, x, y) { this.#engine.moveTarget(index(target), x, y); }
  lead(x, y) { this.#engine.lead(x, y); }
  letGo() { this.#engine.letGo(); }
  insertAgent(group, x, y) { return this.#engine.insertAgent(index(group), x, y); }
  removeAgent(agent) { this.#engine.removeAgent(index(agent)); }
  insertObstacle(outline, temporary) { return this.#engine.insertObstacle(JSON.stringify(outline), Boolean(temporary)); }
  moveObstacle(obstacle, x, y) { this.#engine.moveObstacle(index(obstacle), x, y); }
  removeObstacle(obstacle) { this.#engine.removeObstacle(index(obstacle)); }
  insertWall([fromX, fromY], [toX, toY], thickness = 0) {
    return this.#engine.insertWall([fromX, fromY, toX, toY], thickness);
  }
  moveWall(wall, [fromX, fromY], [toX, toY]) { this.#engine.moveWall(index(wall), [fromX, fromY, toX, toY]); }
  removeWall(wall) { this.#engine.removeWall(index(wall)); }
  wall(wall) {
    const [fromX, fromY, toX, toY] = this.#engine.wall(index(wall));
    return [[fromX, fromY], [toX, toY]];
  }
  scene() { return this.#engine.scene(); }

  events() { return JSON.parse(this.#engine.events()); }
  blocked() { return JSON.parse(this.#engine.blocked()); }
  answerBlocked(agent, answer) {
    const told = answer?.answer;
    if (told === "wait") this.#engine.letWait(index(agent), Number(answer.seconds));
    else if (told === "replan") this.#engine.replan(index(agent));
    else throw new TypeError(`the answer is ${JSON.stringify(answer)}; write { answer: "wait", seconds: 2 } or { answer: "replan" }`);
  }
  jump(agent, to, options) { this.#engine.jump(index(agent), to[0], to[1], jumpSeconds(options)); }
  drive(agent, velocity) {
    if (velocity === null) this.#engine.letWalk(index(agent));
    else this.#engine.drive(index(agent), velocity[0], velocity[1]);
  }
  wouldClose(outline, temporary = true, insteadOf) {
    return [...this.#engine.wouldClose(JSON.stringify(outline), Boolean(temporary), insteadOf === undefined ? undefined : index(insteadOf))];
  }

  free() {
    this.#frame = undefined;
    this.#engine.free();
    this.#engine = freed("simulation");
  }
}

export class World {
  #engine;
  #agents;

  constructor(settings = {}) { this.#engine = new (loaded().World)(JSON.stringify(settings)); }

  step(seconds) { this.#engine.step(seconds); }
  get time() { return this.#engine.time; }
  get agentCount() { return this.#engine.agentCount; }

  agents() {
    this.#engine.draw();
    this.#agents = view(this.#agents, this.#engine.agentsAt() >>> 0, this.#engine.agentsLength());
    return this.#agents;
  }

  insertAgent(agent) { return this.#engine.insertAgent(JSON.stringify(agent)); }
  removeAgent(agent) { this.#engine.removeAgent(index(agent)); }
  spec(agent) { return parsed(this.#engine.spec(index(agent))); }
  setSpeed(agent, speed) { this.#engine.setSpeed(index(agent), speed); }
  setGoals(agent, points, arrival = 0.2) { this.#engine.setGoals(index(agent), points.flat(), arrival); }
  placeAgent(agent, [x, y]) { this.#engine.placeAgent(index(agent), x, y); }
  drive(agent, velocity) {
    if (velocity === null) this.#engine.letWalk(index(agent));
    else this.#engine.drive(index(agent), velocity[0], velocity[1]);
  }
  jump(agent, [x, y], options) { this.#engine.jump(index(agent), x, y, jumpSeconds(options)); }
  letWait(agent, seconds) { this.#engine.letWait(index(agent), seconds); }
  insertObstacle(shape, temporary = false) { return this.#engine.insertObstacle(JSON.stringify(shape), Boolean(temporary)); }
  moveObstacle(obstacle, [x, y], angle = 0) { this.#engine.moveObstacle(index(obstacle), x, y, angle); }
  removeObstacle(obstacle) { this.#engine.removeObstacle(index(obstacle)); }
  wouldClose(shape, temporary = true, insteadOf) {
    return [...this.#engine.wouldClose(JSON.stringify(shape), Boolean(temporary), insteadOf === undefined ? undefined : index(insteadOf))];
  }
  events() { return JSON.parse(this.#engine.events()); }
  blocked() { return JSON.parse(this.#engine.blocked()); }
  explain(agent, seconds = 1 / 60) { return parsed(this.#engine.explain(index(agent), seconds)); }
  stateHash() { return this.#engine.stateHash(); }

  free() {
    this.#agents = undefined;
    this.#engine.free();
    this.#engine = freed("world");
  }
}

function parsed(json) {
  return json === undefined ? null : JSON.parse(json);
}
