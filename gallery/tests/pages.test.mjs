// What holds for every page of the gallery.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { dist, liveElements, openPage, pages, phone, positions, waitUntilMoving } from "./harness/index.mjs";

test("every page that is listed was built, and no other", async () => {
  const built = (await readdir(dist)).filter((name) => name.endsWith(".html"));
  assert.deepEqual(built.sort(), pages.map(({ name }) => `${name}.html`).sort());
});

for (const { name, title } of pages) {
  test(`${name}: every live scene moves, without an error`, () =>
    openPage(name, {}, async (page) => {
      assert.ok((await page.title()).startsWith(title));
      assert.equal(await page.locator("h1").count(), 1, "one headline");
      const count = await liveElements(page).count();
      assert.ok(count > 0, "a live scene");
      for (let index = 0; index < count; index++) await waitUntilMoving(liveElements(page).nth(index));
    }));

  test(`${name}: works below any path, dark, on a phone, and goes on offline`, () =>
    openPage(name, { below: "/some/where else/", colorScheme: "dark", viewport: phone }, async (page) => {
      await waitUntilMoving(liveElements(page).first());
      await page.context().setOffline(true);
      await waitUntilMoving(liveElements(page).first());
      const wide = await page.evaluate(() => {
        const limit = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= limit) return [];
        const boxes = [...document.querySelectorAll("main *")].filter((node) => node.getBoundingClientRect().right > limit);
        return boxes.slice(0, 5).map((node) => node.outerHTML.slice(0, 80));
      });
      assert.deepEqual(wide, [], "nothing sticks out to the side");
    }));

  test(`${name}: works when its file is opened`, () =>
    openPage(name, { fileProtocol: true }, (page) => waitUntilMoving(liveElements(page).first())));

  test(`${name}: stands still for those who want less motion, and says how to start`, () =>
    openPage(name, { reducedMotion: "reduce" }, async (page) => {
      const element = liveElements(page).first();
      await element.locator("[data-state=paused]").first().waitFor();
      const before = await positions(element);
      await page.waitForTimeout(400);
      assert.deepEqual(await positions(element), before);
      await element.getByRole("button", { name: /play|start|run/i }).first().click();
      await waitUntilMoving(element);
    }));

  test(`${name}: every link leads to something that is there`, async () => {
    const html = await readFile(join(dist, `${name}.html`), "utf8");
    for (const [, address] of html.matchAll(/\b(?:href|src)="([^"]*)"/g)) {
      if (/^(https?:|data:)/.test(address)) continue;
      const [, path, anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(address);
      const target = await readFile(path ? join(dist, path) : join(dist, `${name}.html`), "utf8").catch(() => null);
      assert.ok(target !== null, `${address} leads nowhere`);
      if (anchor && !anchor.includes("=")) assert.ok(target.includes(`id="${anchor}"`), `${address}: no such place`);
    }
    assert.ok(!html.includes("Code snippet path not found"), "a snippet's file is missing");
  });
}
