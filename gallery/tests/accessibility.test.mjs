// axe looks at every page, light and dark, on a desk and on a phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import axe from "axe-core";
import { desktop, liveElements, openPage, pages, phone } from "./harness/index.mjs";

async function violations(page) {
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html}`);
}

for (const { name } of pages) {
  for (const [device, viewport] of Object.entries({ desktop, phone })) {
    test(`${name}: axe finds nothing serious, light and dark, ${device}`, () =>
      // What stands still is looked at sooner.
      openPage(name, { viewport, reducedMotion: "reduce" }, async (page) => {
        await liveElements(page).first().locator("[data-state=paused]").first().waitFor();
        await page.evaluate(axe.source);
        assert.deepEqual(await violations(page), [], "light");
        await page.emulateMedia({ colorScheme: "dark" });
        await page.locator("html.dark").waitFor();
        // Colours that fade from one to the other have arrived.
        await page.waitForTimeout(400);
        assert.deepEqual(await violations(page), [], "dark");
      }));
  }
}
