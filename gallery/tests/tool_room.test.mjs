// A tool or a scene has its room before it is there: nothing that is in sight moves when it comes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { desktop, observeShifts, openPage, phone } from "./harness/index.mjs";

/** Shifts that nobody sees: shares of the window. */
const UNSEEN = 0.002;

for (const name of ["compare", "editor", "scale", "presets"]) {
  for (const [where, viewport] of [["on a desk", desktop], ["on a phone", phone]]) {
    test(`what stood below it jumped out of sight as it came, ${name}, ${where}`, () =>
      openPage(name, { viewport, before: observeShifts }, async (page) => {
        await page.waitForFunction(() => [...document.querySelectorAll("main *")].some((node) => node.player ?? node.players?.[0]));
        await page.waitForTimeout(500);
        const moved = await page.evaluate(() => globalThis.moved);
        assert.deepEqual(moved.filter(({ value }) => value > UNSEEN), []);
      }));
  }
}

/** A script that lets the page wait for its engine for ever, or refuses it. */
const engine = (answer) => `const own = globalThis.fetch;
globalThis.fetch = (...words) => (/sidestep\\.wasm/.test(String(words[0])) ? ${answer} : own(...words));`;

for (const name of ["compare", "editor", "scale", "presets"]) {
  test(`what can't be shown takes no more room than it needs, ${name}`, () =>
    openPage(name, { expected: /Failed to fetch/, before: engine('Promise.reject(new TypeError("Failed to fetch"))') }, async (page) => {
      const tool = page.locator(`sidestep-${name === "presets" ? "scene" : name}`);
      await tool.locator(".problem:not(:empty), .stage-failed").waitFor();
      const least = await tool.evaluate((node) => getComputedStyle(node).minHeight);
      assert.ok(["auto", "0px"].includes(least), least);
    }));
}

test("the picture of a scene on its way was wider than a phone, and its bar and words were out of sight", () =>
  openPage("presets", { viewport: phone, before: engine("new Promise(() => {})") }, async (page) => {
    const { width, bottom } = await page.locator("sidestep-scene").evaluate((node) => {
      const { top } = node.getBoundingClientRect();
      return { width: document.documentElement.scrollWidth, bottom: top + Number.parseFloat(getComputedStyle(node, "::before").height) };
    });
    assert.ok(width <= phone.width, `${width} pixels wide`);
    assert.ok(bottom < phone.height, `the picture ends at ${bottom}`);
  }));
