// axe looks at every page, light and dark, on a desk and on a phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import axe from "axe-core";
import { desktop, liveElements, openPage, pages, phone, waitUntilMoving } from "./harness/index.mjs";

for (const { name } of pages) {
  for (const [device, viewport] of Object.entries({ desktop, phone })) {
    for (const colorScheme of ["light", "dark"]) {
      test(`${name}: axe finds nothing serious, ${colorScheme}, ${device}`, () =>
        openPage(name, { viewport, colorScheme }, async (page) => {
          await waitUntilMoving(liveElements(page).first());
          await page.evaluate(axe.source);
          const { violations } = await page.evaluate(() => globalThis.axe.run());
          const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
          assert.deepEqual(grave.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html}`), []);
        }));
    }
  }
}
