// What holds for every page of the gallery on a desk, with WebGL, for those who want less motion: loaded once, looked at from all sides.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn, liveElements, openPage, pages, positions, violations, waitUntilMoving } from "./harness/index.mjs";

for (const { name, title } of pages) {
  test(`${name} on a desk`, (t) =>
    openPage(name, { reducedMotion: "reduce", webgl: true }, async (page) => {
      const first = liveElements(page).first();
      await first.locator("[data-state=paused]").first().waitFor();

      await t.test(`${name}: has its title and one headline`, async () => {
        assert.ok((await page.title()).startsWith(title));
        assert.equal(await page.locator("h1").count(), 1, "one headline");
      });

      await t.test(`${name}: is drawn by WebGL`, async () => {
        const renderers = await page.locator(".stage[data-renderer]").evaluateAll((stages) => stages.map((stage) => stage.dataset.renderer));
        assert.ok(renderers.length > 0 && renderers.every((renderer) => renderer === "webgl"), `${renderers}`);
      });

      await t.test(`${name}: stands still for those who want less motion`, async () => {
        const before = await positions(first);
        assert.ok(before.length > 0);
        for (let frame = 0; frame < 5; frame += 1) await drawn(page);
        assert.deepEqual(await positions(first), before);
      });

      await t.test(`${name}: axe finds nothing serious, light and dark, desktop`, async () => {
        assert.deepEqual(await violations(page), [], "light");
        await page.emulateMedia({ colorScheme: "dark" });
        await page.locator("html.dark").waitFor();
        assert.deepEqual(await violations(page), [], "dark");
      });

      await t.test(`${name}: the keyboard reaches the controls and gets out again`, async () => {
        await page.locator("#content").focus();
        // The page counts, so that keys need not wait for an answer each.
        await page.evaluate(() => {
          globalThis.reached = { inside: 0, left: false };
          addEventListener("focusin", ({ target }) => {
            if (target.closest("footer")) globalThis.reached.left = true;
            else if (target.closest("main") && !globalThis.reached.left) globalThis.reached.inside += 1;
          });
        });
        let reached = { inside: 0, left: false };
        for (let count = 0; count < 400 && !reached.left; count += 20) {
          await Promise.all(Array.from({ length: 20 }, () => page.keyboard.press("Tab")));
          reached = await page.evaluate(() => globalThis.reached);
        }
        assert.ok(reached.inside > 0, "something in the page takes the focus");
        assert.ok(reached.left, "the focus comes out at the end");
      });

      await t.test(`${name}: says how to start, and starts then`, async () => {
        // Playwright's own click waits for two drawn frames alike, and a page with much WebGL takes seconds for each. As there,
        // nothing may lie over the button.
        await first.getByRole("button", { name: /play|start|run/i }).first().evaluate((button) => {
          button.scrollIntoView({ block: "center" });
          const { left, top, width, height } = button.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          if (!button.contains(hit)) throw new Error(`over the button lies ${hit?.outerHTML.slice(0, 120)}`);
          button.click();
        });
        await waitUntilMoving(first);
      });
    }));
}
