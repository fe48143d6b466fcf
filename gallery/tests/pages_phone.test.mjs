// What holds for every page of the gallery on a phone, dark, and served below any path.
import assert from "node:assert/strict";
import { test } from "node:test";
import { liveElements, openPage, pages, phone, violations, waitUntilMoving } from "./harness/index.mjs";

for (const { name } of pages) {
  test(`${name} on a phone`, (t) =>
    openPage(name, { below: "/some/where else/", colorScheme: "dark", viewport: phone }, async (page) => {
      const live = liveElements(page);

      await t.test(`${name}: every live scene moves below any path, dark, on a phone, and goes on offline`, async () => {
        const count = await live.count();
        assert.ok(count > 0, "a live scene");
        for (let index = 0; index < count; index++) await waitUntilMoving(live.nth(index));
        await page.context().setOffline(true);
        await waitUntilMoving(live.first());
      });

      await t.test(`${name}: nothing sticks out to the side`, async () => {
        const wide = await page.evaluate(() => {
          const limit = document.documentElement.clientWidth;
          if (document.documentElement.scrollWidth <= limit) return [];
          const boxes = [...document.querySelectorAll("main *")].filter((node) => node.getBoundingClientRect().right > limit);
          return boxes.slice(0, 5).map((node) => node.outerHTML.slice(0, 80));
        });
        assert.deepEqual(wide, [], "nothing sticks out to the side");
      });

      await t.test(`${name}: axe finds nothing serious, dark and light, phone`, async () => {
        // What stands still is looked at sooner.
        const pauses = page.getByRole("button", { name: "Pause", exact: true });
        while ((await pauses.count()) > 0) await pauses.first().click();
        assert.deepEqual(await violations(page), [], "dark");
        await page.emulateMedia({ colorScheme: "light" });
        await page.locator("html:not(.dark)").waitFor();
        assert.deepEqual(await violations(page), [], "light");
      });
    }));
}
