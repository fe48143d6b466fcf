// The search for the most agents: its logic by itself, and that it ends with figures in a real browser. How many a
// machine holds isn't judged.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clientModule } from "./client_module.mjs";
import { openPage, waitUntilMoving } from "./harness/index.mjs";

const { Search, MOST_AGENTS } = await clientModule("scale/search.ts");
const { Figures, frameLimit, median } = await clientModule("scale/trial.ts");
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
  assert.deepEqual([median([3, 1, 2]), median([4, 1, 2, 3]), median([])], [2, 2.5, Number.NaN]);
  assert.deepEqual([frameLimit(8.3), frameLimit(20)], [17.5, 21]);
});

test("agents are drawn between two steps, but not across the world", () => {
  const at = (x, y) => [x, y, 1, 0, 1, 0.25, 0, 1];
  const out = new Float32Array(16);
  between(new Float32Array([...at(0, 0), ...at(9, 0)]), new Float32Array([...at(1, 2), ...at(-9, 0)]), 8, 0.25, [20, 20], out);
  assert.deepEqual([...out], [...at(0.25, 0.5), ...at(-9, 0)]);
});

test("the search runs, can be stopped, and has figures", () =>
  openPage("scale", {}, async (page) => {
    await waitUntilMoving(scale(page));
    await page.getByRole("button", { name: "Find the most agents" }).click();
    await page.getByRole("rowheader", { name: "500", exact: true }).waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Stop measuring" }).click();
    await page.getByRole("status").filter({ hasText: "Done." }).waitFor();
    const result = await scale(page).evaluate((node) => node.result);
    assert.equal(result.scene, "plaza");
    assert.equal(result.method, "default");
    assert.ok(["webgl", "canvas"].includes(result.renderer));
    const [first] = result.trials;
    assert.equal(first.agents, 500);
    assert.ok(first.step_ms > 0 && first.draw_ms > 0 && first.frames > 0 && first.steps > 0, JSON.stringify(first));
    assert.ok(first.steps_on_time >= 0 && first.steps_on_time <= 1);
    const held = result.trials.filter(({ holds }) => holds).map(({ agents }) => agents);
    assert.equal(result.held, Math.max(0, ...held));
    await waitUntilMoving(scale(page));
  }));

test("an exact number goes until it is stopped, from a file too, with another method and scene", () =>
  openPage("scale", { fileProtocol: true }, async (page) => {
    await waitUntilMoving(scale(page));
    await page.getByLabel("Scene", { exact: true }).selectOption("scale-streams");
    await page.getByLabel("Method", { exact: true }).selectOption("none");
    await page.getByLabel("Steps a second").selectOption("30");
    await page.getByLabel("What must keep up").selectOption("steps");
    await page.getByLabel("Drawn by").selectOption("canvas");
    await page.getByLabel("Number of agents").fill("240");
    await page.getByRole("button", { name: "Try this number" }).click();
    await page.getByRole("rowheader", { name: "240", exact: true }).waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Stop measuring" }).click();
    await page.getByRole("status").filter({ hasText: "Done." }).waitFor();
    const { trials, ...result } = await scale(page).evaluate((node) => node.result);
    assert.equal(trials.length, 1);
    assert.ok(trials[0].steps > 0 && trials[0].frames > 0);
    assert.deepEqual([result.scene, result.method, result.rate, result.must, result.renderer], ["scale-streams", "none", 30, "steps", "canvas"]);
  }));

test("a number that makes no sense isn't tried", () =>
  openPage("scale", {}, async (page) => {
    await waitUntilMoving(scale(page));
    for (const number of ["0", "100001", "1.5", ""]) {
      await page.getByLabel("Number of agents").fill(number);
      await page.getByRole("button", { name: "Try this number" }).click();
      assert.equal(await scale(page).evaluate((node) => node.busy), false);
    }
  }));
