// What holds for every page of the gallery as a file: it was built, it works when it is opened, and its links lead somewhere.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { dist, liveElements, openPage, pages, waitUntilMoving } from "./harness/index.mjs";

test("every page that is listed was built, and no other", async () => {
  const built = (await readdir(dist)).filter((name) => name.endsWith(".html"));
  assert.deepEqual(built.sort(), pages.map(({ name }) => `${name}.html`).sort());
});

for (const { name } of pages) {
  test(`${name}: every live scene moves when the file is opened, without an error`, () =>
    openPage(name, { fileProtocol: true }, async (page) => {
      const count = await liveElements(page).count();
      assert.ok(count > 0, "a live scene");
      for (let index = 0; index < count; index++) await waitUntilMoving(liveElements(page).nth(index));
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
