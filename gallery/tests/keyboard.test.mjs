// The frame of every page by keyboard alone, and the choice of colours.
import assert from "node:assert/strict";
import { test } from "node:test";
import { desktop, openPage, pages, phone } from "./harness/index.mjs";

/** What has the focus, in words. */
const focused = (page) =>
  page.evaluate(() => {
    const node = document.activeElement;
    return (node.getAttribute("aria-label") ?? node.textContent ?? "").trim() || node.tagName;
  });

test("the first key leads past the menu, the next through it", () =>
  openPage("index", {}, async (page) => {
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "Skip to the content");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.id === "content");
    await page.reload();
    const reached = [];
    for (let count = 0; count < pages.length + 4; count++) {
      await page.keyboard.press("Tab");
      reached.push(await focused(page));
    }
    assert.deepEqual(reached, ["Skip to the content", "Sidestep", ...pages.map(({ menu }) => menu), "Search (/)", "Dark colours"]);
  }));

test("what has the focus shows it", () =>
  openPage("index", {}, async (page) => {
    for (let count = 0; count < 5; count++) {
      await page.keyboard.press("Tab");
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
      assert.notEqual(outline, "none");
    }
  }));

test("the menu of a phone opens by key and leads to a page", () =>
  openPage("index", { viewport: phone }, async (page) => {
    await page.locator(".narrow-menu summary").focus();
    await page.keyboard.press("Enter");
    await page.locator(".narrow-menu").getByRole("link", { name: "ORCA" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/orca\.html$/);
  }));

test("light and dark follow the system until somebody chooses, and the choice stays", () =>
  openPage("index", { colorScheme: "dark", viewport: desktop }, async (page) => {
    const dark = () => page.evaluate(() => document.documentElement.classList.contains("dark"));
    assert.equal(await dark(), true);
    await page.emulateMedia({ colorScheme: "light" });
    await page.waitForFunction(() => !document.documentElement.classList.contains("dark"));
    const button = page.getByRole("button", { name: "Dark colours" });
    await button.click();
    assert.equal(await dark(), true);
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    await page.reload();
    assert.equal(await dark(), true);
  }));
