// The search for the most agents: its logic by itself, and that it ends with figures in a real browser. How many a
// machine holds isn't judged.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AGENT_STRIDE } from "../../target/npm/sidestep/index.js";
import { clientModule } from "./client_module.mjs";
import { openPage, violations, waitUntilMoving } from "./harness/index.mjs";

const { Search, MOST_AGENTS } = await clientModule("scale/search.ts");
const { Figures, frameLimit, median } = await clientModule("scale/trial.ts");
const { sentence } = await clientModule("scale/sentence.ts");
const { between } = await clientModule("scale/between.ts");
const scale = (page) => page.locator("sidestep-scale");

/** The numbers that are tried on a device that holds so many, and what is found. */
function searchOn(limit) {
  const search = new Search();
  const tried = [];
  for (let agents = search.next(); agents !== undefined; agents = search.next()) {
    tried.push(agents);
    search.report(agents, agents <= limit);
    assert.ok(tried.length < 40, "the search ends");
  }
  return { tried, held: search.held };
}

test("the search finds what a device holds, to a tenth, and never tries a number twice", () => {
  for (const limit of [10, 37, 99, 500, 501, 1234, 7777, 40_000, 99_999]) {
    const { tried, held } = searchOn(limit);
    assert.ok(held <= limit && held > limit / 1.25, `${limit}: found ${held}`);
    assert.equal(new Set(tried).size, tried.length);
    assert.ok(tried.length <= 18, `${limit}: ${tried.length} trials`);
  }
});

test("a device that holds everything is asked for no more than the most, one that holds nothing for no less than the least", () => {
  assert.equal(searchOn(Number.POSITIVE_INFINITY).held, MOST_AGENTS);
  const none = searchOn(0);
  assert.equal(none.held, 0);
  assert.equal(Math.min(...none.tried), 10);
});

function figures({ frame = 16.7, frames = 119, steps = 40, late = 0, missed = 0, must = "steps-and-frames" }) {
  const collected = new Figures();
  for (let count = 0; count < frames; count += 1) collected.frame(frame, 1);
  for (let count = 0; count < steps; count += 1) collected.step(5, count >= late, count === 0 ? missed : 0);
  return collected.trial(1000, 3, frameLimit(16.7), 2000, must);
}

test("a trial holds if frames and steps both keep up", () => {
  assert.equal(figures({}).holds, true);
  assert.equal(figures({ frame: 18, frames: 111 }).holds, false, "slow frames");
  assert.equal(figures({ frames: 20 }).holds, false, "a page that stood still");
  assert.equal(figures({ late: 1 }).holds, false, "one of forty late");
  assert.equal(figures({ steps: 100, late: 2 }).holds, true, "two of a hundred late");
  assert.equal(figures({ missed: 5 }).holds, false, "steps left out");
  assert.equal(figures({ steps: 0 }).holds, false, "no step at all");
  assert.equal(figures({ frames: 0 }).holds, false, "no frame at all");
  assert.equal(figures({ frames: 0, must: "steps" }).holds, true, "where steps alone decide");
  assert.equal(figures({ late: 1, must: "steps" }).holds, false);
  const { steps_per_second, frames_per_second } = figures({ steps: 40, frames: 90 });
  assert.deepEqual([steps_per_second, frames_per_second], [20, 45], "in two seconds");
  assert.deepEqual([median([3, 1, 2]), median([4, 1, 2, 3]), median([])], [2, 2.5, Number.NaN]);
  assert.deepEqual([frameLimit(8.3), frameLimit(20)], [17.5, 21]);
});

test("agents are drawn between two steps, but not across the world", () => {
  const at = (x, y) => [x, y, 1, 0, 1, 0.25, 0, 1];
  const out = new Float32Array(16);
  between(new Float32Array([...at(0, 0), ...at(9, 0)]), new Float32Array([...at(1, 2), ...at(-9, 0)]), 8, 0.25, [20, 20], out);
  assert.deepEqual([...out], [...at(0.25, 0.5), ...at(-9, 0)]);
});

/** A finding, as `sentence` takes it. */
function finding(values, ...trials) {
  const usual = { scene: "plaza", method: "default", rate: 60, decide_every: 0, must: "steps", stepped: "worker", renderer: "webgl" };
  const all = trials.map(([agents, holds]) => ({ agents, holds, step_ms: 4, frames_per_second: 31 }));
  return { ...usual, ...values, trials: all, held: Math.max(0, ...all.filter(({ holds }) => holds).map(({ agents }) => agents)) };
}

test("what was found is said in one sentence, with what was too many", () => {
  assert.equal(
    sentence(finding({}, [500, true], [1000, true], [2000, false], [1400, false]), true),
    "This machine moves 1,000 agents in real time at 60 steps a second with the method default, each deciding in each step: "
      + "a step took 4.00 ms of the 16.7 ms that there are, and they were drawn 31 times a second. 1,400 were too many.",
  );
  assert.match(sentence(finding({ decide_every: 0.1 }, [500, true]), false), /^So far: .* told to decide every 0\.1 s:/);
  const undrawn = sentence(finding({ renderer: "none" }, [500, true]), true);
  assert.match(undrawn, /and nothing was drawn\.$/);
  assert.match(sentence(finding({ must: "steps-and-frames" }, [500, true]), true), /at 60 steps a second and 60 frames a second/);
  assert.match(sentence(finding({}, [500, false], [250, false]), true), /^This machine didn't keep 60 steps a second with 250 agents, the fewest that were tried/);
  assert.match(sentence(finding({}, [500, false]), false), /^No number of agents has kept 60 steps a second so far/);
});

/** Chooses values in the form; what isn't named stays. */
async function choose(page, values) {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).selectOption(value);
}

/** Tries a number of agents until there are figures, stops, and gives what was found. */
async function tryNumber(page, agents) {
  await page.getByLabel("Number of agents", { exact: true }).fill(String(agents));
  await page.getByRole("button", { name: "Try this number" }).click();
  await page.getByRole("rowheader", { name: agents.toLocaleString("en"), exact: true }).waitFor();
  // A busy machine may need longer than one trial for a picture; each trial takes the place of the one before.
  await page.waitForFunction(() => {
    const cells = [...document.querySelectorAll(".trials tbody td")].map(({ textContent }) => textContent);
    return cells.length < 7 || Number(cells[5]) > 0;
  });
  await page.getByRole("button", { name: "Stop measuring" }).click();
  await page.getByRole("status").filter({ hasText: "Done." }).waitFor();
  return scale(page).evaluate((node) => node.result);
}

test("the scale page", (t) =>
  openPage("scale", {}, async (page) => {
    await waitUntilMoving(scale(page));

    await t.test("the search runs, can be stopped, and has figures", async () => {
      await page.getByRole("button", { name: "Find the most agents" }).click();
      await page.getByRole("rowheader", { name: "500", exact: true }).waitFor();
      await page.getByRole("button", { name: "Stop measuring" }).click();
      await page.getByRole("status").filter({ hasText: "Done." }).waitFor();
      const result = await scale(page).evaluate((node) => node.result);
      assert.deepEqual([result.scene, result.method, result.rate, result.decide_every, result.must], ["plaza", "default", 60, 0, "steps"]);
      assert.equal(result.stepped, "worker");
      assert.ok(["webgl", "canvas"].includes(result.renderer));
      const [first] = result.trials;
      assert.equal(first.agents, 500);
      assert.ok(first.step_ms > 0 && first.steps > 0 && first.steps_per_second > 0, JSON.stringify(first));
      assert.ok(first.frames === 0 || first.draw_ms > 0, JSON.stringify(first));
      assert.ok(first.steps_on_time >= 0 && first.steps_on_time <= 1);
      const held = result.trials.filter(({ holds }) => holds).map(({ agents }) => agents);
      assert.equal(result.held, Math.max(0, ...held));
      assert.equal(await page.locator("p.held").textContent(), sentence(result, true));
      assert.equal(await page.locator(".here").count(), 0);
      await waitUntilMoving(scale(page));
    });

    // What is drawn all the time holds up everything else where there is no graphics processor.
    await page.getByRole("button", { name: "Pause", exact: true }).click();

    await t.test("a number that makes no sense isn't tried", async () => {
      for (const number of ["0", "100001", "1.5", ""]) {
        await page.getByLabel("Number of agents", { exact: true }).fill(number);
        await page.getByRole("button", { name: "Try this number" }).click();
        assert.equal(await scale(page).evaluate((node) => node.busy), false);
      }
    });

    await t.test("by keys alone, agents decide less often, above and in the trials, which needn't be drawn", async () => {
      const slider = page.getByRole("slider", { name: "An agent decides" });
      await slider.focus();
      const said = [await slider.getAttribute("aria-valuetext")];
      for (let press = 0; press < 3; press += 1) {
        await page.keyboard.press("ArrowRight");
        said.push(await slider.getAttribute("aria-valuetext"));
      }
      assert.deepEqual(said, ["in each step", "every 0.05 s", "every 0.1 s", "every 0.2 s"]);
      await page.keyboard.press("ArrowLeft");
      assert.match(await scale(page).evaluate(({ player }) => player.simulation.scene()), /^decide_every = 0\.1$/m);
      await choose(page, { "What must keep up": "steps-and-frames", "Drawn by": "none" });
      assert.equal(await page.getByLabel("What must keep up").isDisabled(), true);
      const { trials, ...result } = await tryNumber(page, 120);
      assert.deepEqual([result.decide_every, result.renderer, result.must], [0.1, "none", "steps"]);
      assert.equal(trials[0].frames, 0);
      assert.ok(trials[0].steps > 0);
      assert.equal(await page.getByRole("columnheader", { name: /frame|Drawing/i }).count(), 0);
      assert.deepEqual(await violations(page), []);
    });
  }));

/** Runs in the page before it: notes what comes from workers. */
const LISTEN = `
  globalThis.heard = [];
  const Own = Worker;
  globalThis.Worker = class extends Own {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => data.step?.agents && heard.push(data.step.agents));
    }
  };`;

test("an exact number goes until it is stopped, from a file too, with another method and scene, and places change hands", () =>
  openPage("scale", { fileProtocol: true, reducedMotion: "reduce", before: LISTEN }, async (page) => {
    await scale(page).locator("[data-state=paused]").first().waitFor();
    await choose(page, { Scene: "scale-streams", Method: "none", "Steps a second": "30", "What must keep up": "steps", "Drawn by": "canvas" });
    const { trials, ...result } = await tryNumber(page, 240);
    assert.equal(trials.length, 1);
    assert.ok(trials[0].steps > 0 && trials[0].frames > 0);
    assert.deepEqual([result.scene, result.method, result.rate, result.must, result.renderer], ["scale-streams", "none", 30, "steps", "canvas"]);
    assert.equal(result.stepped, "worker");
    const arrays = await page.evaluate(() => heard.map(({ length }) => length));
    const kept = arrays.filter((length) => length > 0);
    assert.ok(arrays.length > 3 && kept.length <= 3, "the arrays go back to the worker, and are the page's no more");
    assert.ok(kept.every((length) => length === 240 * AGENT_STRIDE), `${kept}`);
  }));

for (const [how, before] of [
  ["at once", "globalThis.Worker = class { constructor() { throw new DOMException('no workers here', 'SecurityError'); } };"],
  ["only when they start", "globalThis.Worker = class extends EventTarget { onerror = null; constructor() { super(); setTimeout(() => this.onerror(new ErrorEvent('error', { cancelable: true })), 50); } postMessage() {} terminate() {} };"],
]) {
  test(`where workers are refused ${how}, the page steps the agents itself, and says so`, () =>
    openPage("scale", { reducedMotion: "reduce", before }, async (page) => {
      await scale(page).locator("[data-state=paused]").first().waitFor();
      const { trials, ...result } = await tryNumber(page, 60);
      assert.equal(result.stepped, "page");
      assert.ok(trials[0].steps > 0 && trials[0].frames > 0);
      assert.match(await page.locator(".here").textContent(), /refuses workers/);
    }));
}
