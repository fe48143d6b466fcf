// What holds for every page of the gallery on a desk, for those who want less motion: loaded once, looked at from all sides.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn, liveElements, openPage, pages, positions, violations, waitUntilMoving } from "./harness/index.mjs";

for (const { name, title } of pages) {
  test(`${name} on a desk`, (t) =>
    openPage(name, { reducedMotion: "reduce" }, async (page) => {
      const first = liveElements(page).first();
      await first.locator("[data-state=paused]").first().waitFor();

      await t.test(`${name}: has its title and one headline`, async () => {
        assert.ok((await page.title()).startsWith(title));
        assert.equal(await page.locator("h1").count(), 1, "one headline");
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
        let inside = 0;
        let left = false;
        for (let count = 0; count < 400 && !left; count++) {
          await page.keyboard.press("Tab");
          const where = await page.evaluate(() => {
            const node = document.activeElement;
            return node.closest("footer") || node === document.body ? "after" : node.matches("main [class], main *") ? "inside" : "";
          });
          if (where === "inside") inside += 1;
          left = where === "after";
        }
        assert.ok(inside > 0, "something in the page takes the focus");
        assert.ok(left, "the focus comes out at the end");
      });

      await t.test(`${name}: says how to start, and starts then`, async () => {
        await first.getByRole("button", { name: /play|start|run/i }).first().click();
        await waitUntilMoving(first);
      });
    }));
}
