// The comparison in a real browser, and the choice in its address.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clientModule } from "./client_module.mjs";
import { freshElement, openPage, waitUntilMoving } from "./harness/index.mjs";

const compare = (page) => page.locator("sidestep-compare");
const { choiceOf, fragmentOfChoice } = await clientModule("compare/choice.ts");
const { best, ROWS } = await clientModule("compare/figures.ts");

/** What each panel has after so many steps, all driven at once. */
const after = (page, count) =>
  compare(page).evaluate(({ players }, steps) => players.map(({ simulation, setting }) => {
    simulation.restart();
    simulation.step(steps);
    return { seed: setting.seed, method: setting.method, steps: simulation.steps, hash: simulation.hash() };
  }), count);

test("methods go different ways from the same seed, and each is the same again", () =>
  openPage("compare#from=crossroads&methods=default,orca,none,anticipatory&seed=5", {}, async (page) => {
    await waitUntilMoving(compare(page));
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    const first = await after(page, 150);
    assert.deepEqual(first.map(({ method }) => method), ["default", "orca", "none", "anticipatory"]);
    assert.ok(first.every(({ seed, steps }) => seed === 5 && steps === 150));
    assert.equal(new Set(first.map(({ hash }) => hash)).size, 4, "four methods, four runs");
    assert.deepEqual(await after(page, 150), first);
  }));

test("all panels do the same number of steps, and the table follows", () =>
  openPage("compare#from=crossroads&methods=default,none", {}, async (page) => {
    await waitUntilMoving(compare(page));
    await page.waitForFunction(() => document.querySelector("sidestep-compare").player.simulation.steps > 60);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    const steps = await compare(page).evaluate(({ players }) => players.map(({ simulation }) => simulation.steps));
    assert.equal(steps[0], steps[1]);
    await after(page, 260);
    await page.getByRole("button", { name: "One step (.)" }).click();
    const table = page.getByRole("region", { name: "Measures" });
    const [ours, none] = await table.getByRole("row", { name: /^Pairs that overlapped/ }).locator("td").allTextContents();
    assert.match(ours, /✓ best/);
    assert.ok(Number.parseInt(none, 10) > Number.parseInt(ours, 10), `${ours} and ${none}`);
  }));

test("a choice is kept in the address, and opening that gives it back", () =>
  openPage("compare", {}, async (page) => {
    await waitUntilMoving(compare(page));
    await page.getByLabel("Scene", { exact: true }).selectOption("headon");
    await page.getByLabel("Method 2").selectOption("anticipatory");
    await page.getByLabel("Method 3").selectOption("");
    await page.waitForURL(/#from=headon&methods=default,anticipatory$/);
    await page.reload();
    await waitUntilMoving(compare(page));
    const chosen = await compare(page).evaluate(({ players }) => players.map(({ setting }) => [setting.scene, setting.method]));
    assert.deepEqual(chosen, [["headon", "default"], ["headon", "anticipatory"]]);
  }));

test("a scene of the editor is compared by its link", async () => {
  let address = "";
  await openPage("editor", {}, async (page) => {
    const button = page.getByRole("link", { name: "Compare methods on this scene" });
    await button.waitFor();
    address = await button.getAttribute("href");
  });
  await openPage(address.replace(".html", ""), {}, async (page) => {
    await waitUntilMoving(compare(page));
    assert.equal(await compare(page).evaluate(({ player }) => player.setting.scene), "my-scene");
    await page.getByLabel("Method 3").selectOption("");
    await page.waitForURL(/#scene=1\.[^&]+&methods=default,orca$/);
  });
});

const refused = [
  ["#from=<b>nowhere</b>", /There is no scene “/],
  ["#methods=default,rm%20-rf", /no method “rm%20-rf”/],
  ["#methods=default", /names 1 methods/],
  ["#seed=-1", /seed “-1”/],
  ["#scene=1.AAAA", /damaged/],
];

test("addresses that are refused", (t) =>
  openPage("compare", {}, async (page) => {
    for (const [fragment, words] of refused) {
      await t.test(`the address ${fragment} is refused in words, and the usual is shown`, async () => {
        await freshElement(compare(page), fragment);
        await waitUntilMoving(compare(page));
        await page.waitForFunction(() => document.querySelector("sidestep-compare > .problem").textContent);
        assert.match(await page.locator("sidestep-compare > .problem").textContent(), words);
        assert.equal(await page.locator("sidestep-compare b").count(), 0);
      });
    }
  }));

test("addresses are read as they are written", () => {
  const scenes = ["zombies", "crossing"];
  const methods = ["default", "none", "orca", "classic", "classic-2"];
  for (const choice of [
    { from: "zombies", methods: ["none", "default"], seed: undefined },
    { from: "crossing", methods: ["orca", "none", "default", "classic-2"], seed: 9007199254740991 },
  ]) {
    assert.deepEqual(choiceOf(fragmentOfChoice(choice), scenes, methods), choice);
  }
  for (const fragment of [
    "#from=zombies&methods=none,none",
    "#from=zombies&methods=none,default,orca,classic,classic-2",
    "#from=zombies&methods=",
    "#from=zombies&seed=1e3",
    "#from=zombies&seed=99999999999999999999",
    "#from=__proto__",
  ]) {
    assert.throws(() => choiceOf(fragment, scenes, methods), { name: "Refusal" }, fragment);
  }
});

test("the best is who has the smallest or largest figure, as far as the table shows", () => {
  const row = (label) => ROWS.find((candidate) => candidate.label === label);
  assert.deepEqual(best(row("Arrived"), [3, 5, 5]), [false, true, true]);
  assert.deepEqual(best(row("Pairs that overlapped"), [3, 0]), [false, true]);
  assert.deepEqual(best(row("Pairs that overlapped"), [2, 2, 2]), [false, false, false]);
  assert.deepEqual(best(row("Mean travel time"), [10.01, 10.02]), [false, false]);
  assert.deepEqual(best(row("Mean travel time"), [null, 10]), [false, false]);
  assert.deepEqual(best(row("Mean travel time"), [null, 10, 9]), [false, false, true]);
});
