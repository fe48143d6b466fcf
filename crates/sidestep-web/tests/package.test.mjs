// The npm package as somebody has it who installed it: packed, installed into an empty project, used from Node.
//
//   tools/build-web && node --test crates/sidestep-web/tests/*.test.mjs

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const golden = JSON.parse(readFileSync(join(root, "crates/sidestep-scene/tests/golden.json"), "utf8"));
let project;
let sidestep;

before(async () => {
  project = mkdtempSync(join(tmpdir(), "sidestep-package-"));
  const npm = (...words) => execFileSync("npm", words, { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
  const [{ filename }] = JSON.parse(npm("pack", join(root, "target/npm/sidestep"), "--json"));
  npm("install", "--offline", "--no-audit", "--no-fund", `./${filename}`);
  sidestep = await import(pathToFileURL(join(project, "node_modules/@sidestep/engine/index.js")));
});

after(() => rmSync(project, { recursive: true, force: true }));

test("before it is loaded it says so", () => {
  assert.throws(() => sidestep.builtInScenes(), /isn't loaded yet/);
});

test("it loads by itself, and again does nothing", async () => {
  await sidestep.load();
  await sidestep.load();
  assert.ok(sidestep.builtInScenes().some(({ name, title }) => name === "zombies" && title !== ""));
  assert.equal(sidestep.methods()[0].name, "default");
});

test("runs have the hashes of the native engine", () => {
  assert.ok(golden.length > 0);
  for (const { scene, seconds, hash } of golden) {
    const simulation = sidestep.Simulation.builtIn(scene, { set: [`duration=${seconds}`] });
    while (!simulation.over) simulation.step();
    assert.equal(simulation.hash(), hash, scene);
    simulation.free();
  }
});

test("time passes in whole steps, and what is drawn lies between two of them", () => {
  const simulation = sidestep.Simulation.builtIn("zombies");
  const at = (index) => [...simulation.frame().agents.subarray(index * sidestep.AGENT_STRIDE).subarray(0, 2)];
  simulation.step(30);
  const before = at(3);
  assert.equal(simulation.advance(simulation.timeStep / 2), 1);
  const between = at(3);
  assert.equal(simulation.advance(simulation.timeStep / 2 - 1e-9), 0);
  const after = at(3);
  assert.notDeepEqual(before, after);
  for (const axis of [0, 1]) {
    assert.ok(Math.abs(between[axis] - (before[axis] + after[axis]) / 2) < 1e-4, `${before} ${between} ${after}`);
  }
  assert.equal(simulation.advance(100, 5), 5);
  assert.equal(simulation.steps, 36);
  for (const nothing of [0, -1, NaN, Infinity]) assert.equal(simulation.advance(nothing), 0);
});

test("arrays are views of the engine's memory that are made anew only when it moves", () => {
  const simulation = sidestep.Simulation.builtIn("zombies");
  const { agents } = simulation.frame();
  const x = agents[0];
  assert.equal(agents.length, sidestep.AGENT_STRIDE * simulation.agentCount);
  assert.equal(simulation.frame().agents, agents);
  // Another large scene lets the memory grow, and the old view die.
  const large = sidestep.Simulation.builtIn("plaza", { agents: 20_000, measures: false });
  assert.equal(large.frame().agents.length, sidestep.AGENT_STRIDE * 20_000);
  assert.equal(simulation.frame().agents[0], x);
});

test("bad input is told in words and leaves the engine whole", () => {
  const { Simulation, readScene, writeScene, builtInScene } = sidestep;
  assert.throws(() => new Simulation('name = "x"\n[[agents]]\nradius = -1\n', { name: "x.toml" }), /x\.toml:3:.*radius/s);
  assert.throws(() => new Simulation("]["), /not valid TOML/);
  assert.throws(() => new Simulation("", { set: ["dt"] }), /key=value/);
  assert.throws(() => new Simulation("", { agents: -3 }), /whole number/);
  assert.throws(() => builtInScene("zombie"), /did you mean `zombies`/);
  assert.throws(() => Simulation.builtIn("zombies", { set: ["method=orka"] }), /orca/);
  assert.throws(() => readScene("x = 1"), /line|:1:/);
  assert.throws(() => writeScene({ dt: -1 }), /dt/);
  const simulation = Simulation.builtIn("zombies", { measures: false });
  assert.throws(() => simulation.measures(), /measures: true/);
  assert.equal(simulation.explain(100_000), null);
  assert.equal(simulation.explain(-1), null);
  simulation.step(3);
  assert.equal(simulation.steps, 3);
});

test("a scene comes back from plain data", () => {
  const { builtInScenes, builtInScene, readScene, writeScene } = sidestep;
  for (const { name } of builtInScenes()) {
    const data = readScene(builtInScene(name));
    assert.deepEqual(readScene(writeScene(data)), data, name);
  }
});

test("an agent's decision comes with forces, marks and reasons", () => {
  const simulation = sidestep.Simulation.builtIn("forest");
  simulation.step(60);
  const { forces, total, marks, reasons } = simulation.explain(5);
  assert.ok(forces.length > 0 && marks.length > 0 && reasons.length > 0);
  assert.equal(total.length, 2);
});

const crate = (x, y) => ({ kind: "polygon", points: [[x - 0.6, y - 0.6], [x + 0.6, y - 0.6], [x + 0.6, y + 0.6], [x - 0.6, y + 0.6]] });
const walker = `
name = "walker"
dt = 0.05
duration = 40
[[agents]]
positions = [[-8, 0]]
goals = [{ point = [8, 0] }]
`;

test("a crate that is dropped is walked round, and the scene as it stands runs the same", () => {
  const { Simulation } = sidestep;
  const simulation = new Simulation(walker);
  simulation.step(60);
  const version = simulation.version;
  assert.equal(simulation.insertObstacle(crate(1, 0), true), 0);
  assert.ok(simulation.version > version);
  assert.equal(simulation.obstacleAt(1, 0, 0.1), -1, "what isn't drawn yet can't be clicked");
  const { obstacles } = simulation.frame();
  assert.deepEqual([...obstacles], [0, 0, 1]);
  assert.equal(simulation.obstacleAt(1, 0, 0.1), 0);
  const saved = simulation.scene();
  let aside = 0;
  while (!simulation.over) {
    simulation.step();
    aside = Math.max(aside, Math.abs(simulation.frame().agents[1]));
  }
  const { arrived, obstacle_overlaps, trajectory_hash } = simulation.measures();
  assert.deepEqual({ arrived, obstacle_overlaps }, { arrived: 1, obstacle_overlaps: 0 });
  assert.ok(aside > 0.9, `it went ${aside} m aside`);
  const again = new Simulation(saved);
  while (!again.over) again.step();
  assert.equal(again.hash(), trajectory_hash);
  simulation.restart();
  while (!simulation.over) simulation.step();
  assert.equal(simulation.hash(), trajectory_hash);
});

test("a reset forgets edits and values, a restart keeps them", () => {
  const simulation = new sidestep.Simulation(walker);
  simulation.step(5);
  simulation.set(["agents.0.speed=0.5"]);
  simulation.insertObstacle(crate(1, 0), true);
  simulation.restart();
  assert.equal(simulation.obstacleCount, 1);
  assert.equal(simulation.spec(0).preferred_speed, 0.5);
  const { version } = simulation;
  simulation.reset();
  assert.ok(simulation.version > version);
  assert.equal(simulation.steps, 0);
  assert.equal(simulation.obstacleCount, 0);
  assert.notEqual(simulation.spec(0).preferred_speed, 0.5);
});

test("values act at once, and agents keep their places", () => {
  const simulation = new sidestep.Simulation(walker);
  simulation.step(40);
  const before = [...simulation.frame().agents];
  simulation.set(["agents.0.speed=0.5", "method=orca"]);
  assert.deepEqual([...simulation.frame().agents], before);
  assert.equal(simulation.spec(0).preferred_speed, 0.5);
  assert.equal(simulation.setting().method, "orca");
  simulation.step(60);
  assert.ok(simulation.frame().agents[4] < 0.51);
  assert.throws(() => simulation.set(["method=orka"]), /orca/);
  assert.throws(() => simulation.set(["agents.0.speed=-1"]), /speed/);
  assert.equal(simulation.setting().method, "orca");
  assert.equal(simulation.steps, 100);
  simulation.set(["seed=9"]);
  assert.equal(simulation.steps, 0, "another seed starts again");
  assert.equal(simulation.setting().method, "orca");
});

test("agents, goals, targets and walls are moved, added and removed", () => {
  const { Simulation } = sidestep;
  const simulation = new Simulation(walker);
  simulation.placeAgent(0, 0, 3);
  simulation.setGoal(0, 0, -4);
  assert.deepEqual(simulation.setting().agents[0].goals[0].point, [0, -4]);
  const wall = simulation.insertWall([-1, 0], [1, 0], 0.2);
  assert.deepEqual(simulation.wall(wall), [[-1, 0], [1, 0]]);
  assert.equal(simulation.wallAt(0, 0.15, 0.1), wall);
  simulation.moveWall(wall, [-2, 0], [2, 0]);
  assert.equal(simulation.insertAgent(0, 3, 3), 1);
  simulation.setGoal(-1, 0, -5);
  simulation.step(20);
  assert.equal(simulation.measures().touching_now, 0);
  simulation.removeAgent(1);
  assert.equal(simulation.explain(1), null);
  simulation.removeWall(wall);
  assert.deepEqual(simulation.setting().walls[wall], []);
  while (!simulation.over) simulation.step();
  const { arrived, wall_contacts, agent_overlaps } = simulation.measures();
  assert.deepEqual({ arrived, wall_contacts, agent_overlaps }, { arrived: 1, wall_contacts: 0, agent_overlaps: 0 });

  const zombies = Simulation.builtIn("zombies");
  zombies.moveTarget(0, 1, 2);
  zombies.step(5);
  const { targets } = zombies.frame();
  assert.deepEqual([targets[0], targets[1]], [1, 2]);
});

// What led them before the first step was kept over a restart.
test("who was led has its own goals again after a restart, also if it was led before the first step", () => {
  for (const steps of [0, 30]) {
    const simulation = new sidestep.Simulation(walker);
    const goals = () => simulation.setting().agents.map(({ goals }) => goals);
    const own = goals();
    simulation.lead(1, 1);
    assert.notDeepEqual(goals(), own);
    simulation.step(steps);
    simulation.restart();
    assert.deepEqual(goals(), own, `${steps} steps`);
  }
});

test("edits that make no sense are refused in words and change nothing", () => {
  const simulation = new sidestep.Simulation(walker);
  const refused = [
    () => simulation.placeAgent(7, 0, 0),
    () => simulation.placeAgent(-1, 0, 0),
    () => simulation.placeAgent(0, NaN, 0),
    () => simulation.placeAgent(0, 1e30, 0),
    () => simulation.setGoal(3, 0, 0),
    () => simulation.setGoal(-1, Infinity, 0),
    () => simulation.moveTarget(0, 0, 0),
    () => simulation.insertAgent(4, 0, 0),
    () => simulation.removeAgent(4),
    () => simulation.insertObstacle({ kind: "circle", center: [0, 0], radius: -1 }, true),
    () => simulation.insertObstacle({ kind: "polygon", points: [[0, 0], [1, 1]] }, true),
    () => simulation.insertObstacle({ kind: "star" }, true),
    () => simulation.moveObstacle(0, 0, 0),
    () => simulation.removeObstacle(0),
    () => simulation.insertWall([0, 0], [0, 0]),
    () => simulation.insertWall([0, 0], [1, NaN]),
    () => simulation.moveWall(0, [0, 0], [1, 0]),
    () => simulation.wall(0),
    () => simulation.set(["colour=red"]),
  ];
  const { version } = simulation;
  for (const edit of refused) assert.throws(edit, (error) => error.message.length > 10, String(edit));
  assert.equal(simulation.version, version);
  simulation.step(10);
  assert.equal(simulation.setting().agents.length, 1);
});

const corridor = `
name = "corridor"
dt = 0.05
duration = 60
bounds = { kind = "walled", min = [-9, -1], max = [9, 1] }
[[agents]]
positions = [[-6, 0]]
goals = [{ point = [6, 0] }]
`;

test("a crate is asked about before it falls, and who is blocked by it can be answered", () => {
  const simulation = new sidestep.Simulation(corridor);
  const { hash } = simulation;
  simulation.step(20);
  const before = hash.call(simulation);
  assert.deepEqual(simulation.wouldClose(crate(0, 0)), [0]);
  assert.deepEqual(simulation.wouldClose(crate(0, 6)), []);
  assert.throws(() => simulation.wouldClose(crate(0, 0), true, 4), /no obstacle 4/);
  assert.throws(() => simulation.wouldClose({ kind: "star" }), /outline/);
  assert.equal(hash.call(simulation), before, "asking changes nothing");
  const fallen = simulation.insertObstacle(crate(0, 0), true);
  simulation.step(20);
  const [blocked] = simulation.blocked();
  assert.equal(blocked.agent, 0);
  assert.ok(blocked.by.some(({ kind, index }) => kind === "obstacle" && index === fallen), JSON.stringify(blocked));
  assert.deepEqual(simulation.wouldClose(crate(0, 0), true, fallen), [], "it has no way already");
  const kinds = () => simulation.events().map(({ kind }) => kind);
  assert.ok(kinds().includes("blocked"));
  assert.deepEqual(kinds(), [], "each is told once");
  simulation.answerBlocked(0, { answer: "wait", seconds: 5 });
  assert.deepEqual(simulation.blocked(), []);
  assert.throws(() => simulation.answerBlocked(0, { answer: "dance" }), /write \{ answer/);
  assert.throws(() => simulation.jump(0, [3, 0], { seconds: 0 }), /seconds/);
  simulation.jump(0, [3, 0], { seconds: 0.5 });
  simulation.step(4);
  assert.ok(simulation.frame().agents[7] & sidestep.AgentFlag.AIRBORNE);
  simulation.step(20);
  const [took, landed] = simulation.events().filter(({ kind }) => kind === "took-off" || kind === "landed");
  assert.equal(took.kind, "took-off");
  assert.equal(landed.kind, "landed");
  assert.ok(Math.abs(landed.time - took.time - 0.5) < 0.11, `${took.time} ${landed.time}`);
  while (!simulation.over) simulation.step();
  assert.equal(simulation.measures().arrived, 1);
});

test("an agent that the game drives goes where it is driven, and walks by itself again", () => {
  const simulation = new sidestep.Simulation(walker);
  simulation.step(10);
  simulation.drive(0, [0, 1]);
  simulation.step(40);
  const y = simulation.frame().agents[1];
  assert.ok(Math.abs(y - 2) < 0.1, `${y}`);
  assert.throws(() => simulation.drive(0, [NaN, 0]), /velocity|finite/);
  assert.throws(() => simulation.drive(7, [1, 0]), /no agent 7/);
  simulation.drive(0, null);
  while (!simulation.over) simulation.step();
  assert.equal(simulation.measures().arrived, 1);
});

test("a world without a scene has agents, obstacles and events as a game says", () => {
  const run = () => {
    const world = new sidestep.World({ seed: 3 });
    const wall = world.insertObstacle({ from: [4, -3], to: [4, 3] });
    const one = world.insertAgent({ position: [0, 0.5], radius: 0.4, speed: 1.5, goals: [[9, 0]] });
    const other = world.insertAgent({ position: [9, 0.5], radius: 0.4, speed: 1.5, goals: [[5, 0]] });
    const told = [];
    for (let step = 0; step < 900; step += 1) {
      world.step(1 / 60);
      told.push(...world.events());
    }
    return { world, wall, one, other, told, hash: world.stateHash() };
  };
  const { world, wall, one, other, told, hash } = run();
  assert.equal(run().hash, hash, "the same again, bit for bit");
  for (const agent of [one, other]) assert.ok(told.some((event) => event.agent === agent && event.kind === "arrived"), `${agent}`);
  assert.equal(world.agents().length, 2 * sidestep.AGENT_STRIDE);
  world.removeAgent(other);
  assert.equal(world.agentCount, 1);
  world.placeAgent(one, [0, 0]);
  world.setGoals(one, [[9, 0]]);
  const ring = [[0, 1.2], [1.2, 0], [0, -1.2]].map((center) => ({ kind: "circle", center, radius: 0.6 }));
  for (const shape of ring) world.insertObstacle(shape, true);
  assert.deepEqual(world.wouldClose({ kind: "circle", center: [-1.2, 0], radius: 0.6 }), [one]);
  const last = world.insertObstacle({ kind: "circle", center: [-1.2, 0], radius: 0.6 }, true);
  world.step(0.1);
  assert.ok(world.blocked()[0].by.length > 0);
  world.jump(one, [3, 0], { seconds: 0.5 });
  for (let step = 0; step < 60; step += 1) world.step(1 / 60);
  assert.deepEqual(world.events().map(({ kind }) => kind).filter((kind) => /off|landed/.test(kind)), ["took-off", "landed"]);
  world.removeObstacle(last);
  world.moveObstacle(wall, [4, 4], 1);
  world.setSpeed(one, 0.5);
  assert.equal(world.spec(one).preferred_speed, 0.5);
  world.drive(one, [0, -1]);
  assert.match(world.spec(one).control, /driven/i);
  world.drive(one, null);
  assert.match(world.spec(one).control, /steered/i);
  assert.ok(world.explain(one).reasons.length > 0);
  for (const refused of [
    () => new sidestep.World({ gravity: 9 }), () => world.step(0), () => world.insertAgent({ position: [0, 0], radius: -1, speed: 1 }),
    () => world.insertAgent({ radius: 1, speed: 1 }), () => world.removeAgent(99), () => world.insertObstacle({ kind: "star" }),
    () => world.setSpeed(one, -1), () => world.setSpeed(99, 1), () => world.removeObstacle(99), () => world.drive(99, [0, 0]),
  ]) assert.throws(refused, (error) => error.message.length > 10, String(refused));
  assert.equal(world.explain(99), null);
  world.free();
});

test("what was freed says so, and free does no harm", () => {
  const simulation = new sidestep.Simulation(walker);
  const world = new sidestep.World();
  for (const [what, use] of [[simulation, () => simulation.step()], [world, () => world.step(0.1)]]) {
    what.free();
    assert.throws(use, /was freed/);
  }
  assert.throws(() => simulation.time, /simulation was freed/);
  assert.throws(() => simulation.free(), /was freed/);
});

test("a simulation in a worker gives the same numbers, and tells the engine's errors", async () => {
  const { WorkerSimulation } = await import(pathToFileURL(join(project, "node_modules/@sidestep/engine/worker.js")));
  const text = sidestep.builtInScene("zombies");
  const [inWorker, here] = [await WorkerSimulation.create(text), new sidestep.Simulation(text)];
  here.step(60);
  const picture = await inWorker.step(60);
  assert.deepEqual([...picture.agents], [...here.frame().agents]);
  assert.equal(await inWorker.call("hash"), here.hash());
  assert.deepEqual(await inWorker.call("explain", 3), here.explain(3));
  await assert.rejects(inWorker.call("placeAgent", 1e6, 0, 0), /no agent/);
  await assert.rejects(inWorker.call("fly"), /no method `fly`/);
  const late = inWorker.step(100_000);
  inWorker.free();
  await assert.rejects(late, /was freed/);
  await assert.rejects(inWorker.step(), /was freed/);
  await assert.rejects(WorkerSimulation.create("]["), /not valid TOML/);
});
