// What is said of the selected one: true to what it does, and calm enough to be read.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { reasonsForPeople } from "../../crates/sidestep-cli/src/output/replay/drawing/names.js";
import { openPage, waitUntilMoving } from "./harness/index.mjs";
import { pass, people, withScene } from "./harness/runs.mjs";

/** How often the panel is filled anew (s). */
const TOLD_EVERY = 0.15;

const withoutNumbers = (text) => text.replace(/\d+(?:\.\d+)?/g, "#");

/** How often something becomes what it was the time before last. */
const returns = (said) => said.filter((text, index) => index >= 2 && text === said[index - 2] && text !== said[index - 1]).length;

test("the panel of who is blocked, while it comes up to the crate and while it waits", () =>
  openPage("detours", {}, async (page) => {
    const scene = page.locator("sidestep-scene[answers]");
    await waitUntilMoving(scene);
    const told = await scene.evaluate((node, every) => {
      const { group, player } = node;
      group.pause();
      group.restart();
      const { simulation } = player;
      const found = Array.from({ length: simulation.agentCount }, () => []);
      for (let next = 2; next < 25; next += every) {
        while (simulation.time < next) simulation.step();
        for (const [agent, looks] of found.entries()) {
          player.select(agent);
          const facts = Object.fromEntries([...node.querySelectorAll(".inspector dl > div")].map((fact) => [...fact.children].map(({ textContent }) => textContent)));
          looks.push({ state: facts.state, speed: parseFloat(facts.speed), first: node.querySelector(".reasons li").textContent });
        }
      }
      return found;
    }, TOLD_EVERY);
    for (const [agent, looks] of told.entries()) {
      const blocked = looks.findIndex(({ state }) => /blocked/.test(state));
      assert.ok(blocked > 0 && blocked < looks.length / 2, `agent ${agent} is told to be blocked`);
      const waits = looks.slice(blocked);
      assert.match(waits.at(-1).state, /^blocked, waits/);
      assert.match(waits.at(-1).first, /^waits in front of what closes its way/);
      for (const { state, speed } of waits) if (/waits/.test(state)) assert.ok(speed <= 0.1, `agent ${agent} waits at ${speed} m/s`);
      // Its speed is 1.4 m/s. Who is said to wait stands, but for a step aside.
      const fastest = Math.max(...waits.filter(({ first }) => /^waits in front/.test(first)).map(({ speed }) => speed));
      assert.ok(fastest < 0.25, `agent ${agent} is said to wait while it walks at ${fastest} m/s`);
      assert.equal(returns(waits.map(({ first }) => withoutNumbers(first))), 0, `agent ${agent}: ${[...new Set(waits.map(({ first }) => withoutNumbers(first)))]}`);
    }
  }));

test("the reasons of who finds no way begin with what it does, whatever else there is", () => {
  const [look, waits] = ["no way round obstacle 3: any way leads too far away", "waits in front of what closes its way, known for 2.1 s now"];
  assert.deepEqual(reasonsForPeople([look, "nothing in the way for 3.0 m", waits]), [waits, look, "nothing in the way for 3.0 m"]);
  assert.deepEqual(reasonsForPeople([]), ["nothing makes it turn: it goes where it wants to"]);
});

/** The methods that a page's first scene lets one choose. */
async function methodsOf(name) {
  const text = await readFile(new URL(`../pages/${name}.md`, import.meta.url), "utf8");
  return / keys="([^"]*)"/.exec(text)[1].split(",");
}

for (const name of ["look-ahead", "unaligned", "walls", "detours"]) {
  for (const method of await methodsOf(name)) {
    test(`${name}, ${method}: who is pushed by what it avoids is told why`, () => withScene(name, [`method=${method}`], (simulation) => {
      let [pushed, silent] = [0, 0];
      const names = new Set();
      pass(simulation, 12, () => {
        if (simulation.steps % 15 > 0) return;
        for (let agent = 0; agent < people(simulation).length; agent += 3) {
          const explanation = simulation.explain(agent);
          const { max_force } = simulation.spec(agent).body.limits;
          const strong = explanation?.forces.filter(({ name: of, given }) => /^(?:look_ahead|unaligned|walls|sampling|orca)$/.test(of) && Math.hypot(...given) > 0.2 * max_force) ?? [];
          if (strong.length === 0) continue;
          pushed += 1;
          if (/^(?:nothing|no (?:probe|whisker)|touches nobody|meets nobody)/.test(reasonsForPeople(explanation.reasons)[0])) {
            silent += 1;
            strong.forEach(({ name: of }) => names.add(`${of}: ${explanation.reasons}`));
          }
        }
      });
      assert.equal(pushed > 0, method !== "none", `${pushed} times somebody is pushed`);
      assert.ok(silent <= 0.02 * pushed, `${silent} of ${pushed} aren't told why: ${[...names].slice(0, 3)}`);
    }));
  }
}
