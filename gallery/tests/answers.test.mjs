// What a game answers to those who find no way, by the buttons of the page; and crates that are asked about before they fall.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn, openPage, standStill, violations, waitUntilMoving } from "./harness/index.mjs";

/** Steps after which somebody stands before the crate, 400 of 0.02 s. */
const BLOCKED = 400;

test("answers to the blocked, on the detours page", (t) => openPage("detours", {}, async (page) => {
  const scene = page.locator("sidestep-scene[answers]");
  const stage = scene.locator(".stage");
  await waitUntilMoving(scene);
  await page.locator("sidestep-scene:not([answers]), sidestep-versus, sidestep-figure").evaluateAll((others) => others.forEach((other) => other.remove()));
  const evaluate = (use, words) => scene.evaluate(use, words);
  const begin = async () => {
    await standStill(scene, BLOCKED);
    await evaluate((node) => node.group.onMeasures.emit());
  };
  /** Lets so many seconds pass, as the page does: crates that were kicked slide meanwhile. */
  const pass = (seconds) => evaluate((node, time) => {
    const { player } = node;
    for (const end = player.simulation.time + time; player.simulation.time < end;) {
      player.hands.beforeSteps();
      player.simulation.step();
    }
    node.group.onMeasures.emit();
    return player.simulation.measures().arrived;
  }, seconds);
  const press = (name) => scene.getByRole("button", { name, exact: true }).evaluate((button) => button.click());
  const state = scene.locator(".answers-state");
  const log = () => scene.locator(".answers-log").innerText();

  await t.test("who is blocked is said, and nobody gets on by itself", async () => {
    await begin();
    assert.match(await state.innerText(), /^Agent \d finds no way past the crate, for \d+ s now, and \d more\. What does the game do\?$/);
    assert.equal(await pass(40), 0);
    assert.match(await log(), /agent \d finds no way/);
  });

  // A list that was a log itself had items without a list, which axe found only where a slow machine let the page run for long.
  await t.test("what has happened is a list that is read out, without a fault for axe", async () => {
    await begin();
    assert.ok((await scene.locator("[role=log] li").count()) > 0);
    assert.deepEqual(await violations(page), []);
  });

  await t.test("one that jumps is in the air, takes off and lands, and the others still wait", async () => {
    await begin();
    await press("Jump");
    await pass(0.3);
    assert.match(await log(), /agent \d takes off/);
    const airborne = () => evaluate((node) => [...node.player.simulation.frame().agents].filter((value, index) => index % 8 === 7 && value & 4).length);
    assert.equal(await airborne(), 1);
    await pass(1);
    assert.match(await log(), /agent \d lands/);
    assert.equal(await airborne(), 0);
    assert.equal(await pass(20), 1, "one has arrived");
  });

  for (const [name, arrived] of [["Kick", 5], ["Break", 5], ["Teleport", 1], ["Plan anew", 1]]) {
    await t.test(`after "${name}" ${arrived} of 5 arrive`, async () => {
      await begin();
      await press(name);
      assert.equal(await pass(35), arrived);
      const touched = await evaluate((node) => node.player.simulation.measures().agent_overlaps);
      assert.equal(touched, 0);
    });
  }

  await t.test("where nobody is blocked the buttons say so and do nothing", async () => {
    await standStill(scene, 20);
    await evaluate((node) => node.group.onMeasures.emit());
    assert.equal(await state.innerText(), "Nobody is blocked just now.");
    assert.equal(await scene.getByRole("button", { name: "Break" }).getAttribute("aria-disabled"), "true");
    await press("Break");
    assert.equal(await evaluate((node) => node.player.simulation.frame().obstacles[11]), 0, "the crate isn't there yet");
  });

  await t.test("a crate over the last open passage is red before it falls, one beside it isn't", async () => {
    await begin();
    await scene.getByRole("button", { name: "Drop crates" }).click();
    await stage.scrollIntoViewIfNeeded();
    const box = await stage.boundingBox();
    const over = async (x, y) => {
      const [left, top] = await evaluate((node, place) => node.player.stage.toScreen(...place), [x, y]);
      await page.mouse.move(box.x + left - 3, box.y + top);
      await page.waitForTimeout(150);
      await page.mouse.move(box.x + left, box.y + top);
      await drawn(page);
      return evaluate((node) => node.player.hands.overlay().planned?.closes);
    };
    // Two passages of 1.6 m, one of them shut; the crate is 1.2 m wide.
    assert.equal(await over(0, -10.8), 5);
    await stage.locator(".stage-labels span:visible").filter({ hasText: "closes the only way of 5 agents" }).waitFor();
    assert.equal(await over(5, -10.8), 0);
    await press("Break");
    assert.equal(await over(0, -10.8), 0);
  });

  await t.test("a crate that is dragged is told of where it would be, and only then put down", async () => {
    await begin();
    // Into the lower passage: that leaves the upper one open.
    const place = () => evaluate((node) => [...node.player.simulation.frame().obstacles]);
    const [from, to] = await evaluate((node) => [[0.4, 2.3], [0.4, -10.8]].map((at) => node.player.stage.toScreen(...at)));
    const box = await stage.boundingBox();
    await page.mouse.move(box.x + from[0], box.y + from[1]);
    await page.mouse.down();
    await page.mouse.move(box.x + to[0] - 5, box.y + to[1], { steps: 5 });
    await page.waitForTimeout(150);
    await page.mouse.move(box.x + to[0], box.y + to[1]);
    assert.equal(await evaluate((node) => node.player.hands.overlay().planned.closes), 0, "the upper passage would be open");
    assert.deepEqual((await place()).slice(9), [0, 0, 1]);
    await page.mouse.up();
    const y = (await place())[10];
    assert.ok(Math.abs(y + 13.1) < 0.2, `${y}`);
  });
}));
