// A tool or a scene has its room before it is there: nothing that is in sight moves when it comes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { desktop, openPage, phone } from "./harness/index.mjs";

/** Runs before the page's own scripts: keeps what has moved in sight. */
const observe = `globalThis.moved = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    for (const { node, previousRect: before, currentRect: now } of sources) {
      const element = node?.nodeType === 1 ? node : node?.parentElement;
      globalThis.moved.push({ value, what: element?.outerHTML.slice(0, 60), before: before.y, now: now.y });
    }
  }
}).observe({ type: "layout-shift", buffered: true });`;

/** Shifts that nobody sees: shares of the window. */
const UNSEEN = 0.002;

for (const name of ["compare", "editor", "scale", "presets"]) {
  for (const [where, viewport] of [["on a desk", desktop], ["on a phone", phone]]) {
    test(`what stood below it jumped out of sight as it came, ${name}, ${where}`, () =>
      openPage(name, { viewport, before: observe }, async (page) => {
        await page.waitForFunction(() => [...document.querySelectorAll("main *")].some((node) => node.player ?? node.players?.[0]));
        await page.waitForTimeout(500);
        const moved = await page.evaluate(() => globalThis.moved);
        assert.deepEqual(moved.filter(({ value }) => value > UNSEEN), []);
      }));
  }
}

test("a tool that can't be shown takes no more room than it needs", () =>
  openPage("compare#scene=nonsense", { expected: /nonsense/, before: observe }, async (page) => {
    await page.locator("sidestep-compare .problem:not(:empty)").waitFor();
    const least = await page.locator("sidestep-compare").evaluate((node) => getComputedStyle(node).minHeight);
    assert.ok(["auto", "0px"].includes(least), least);
  }));
