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
  sidestep = await import(pathToFileURL(join(project, "node_modules/sidestep/index.js")));
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
  const at = (index) => [...simulation.frame().agents.subarray(index * 8, index * 8 + 2)];
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
  assert.equal(agents.length, 8 * simulation.agentCount);
  assert.equal(simulation.frame().agents, agents);
  // Another large scene lets the memory grow, and the old view die.
  const large = sidestep.Simulation.builtIn("plaza", { agents: 20_000, measures: false });
  assert.equal(large.frame().agents.length, 160_000);
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
