// The npm package in a browser by itself, without a bundler; and the engine within the site.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { startBrowser } from "./harness/browser.mjs";
import { dist, openPage, waitUntilMoving } from "./harness/index.mjs";
import { serve } from "./harness/server.mjs";

const repository = new URL("../../", import.meta.url);
const golden = JSON.parse(await readFile(new URL("crates/sidestep-scene/tests/golden.json", repository), "utf8"));

let browser;
let site;

before(async () => {
  browser = await startBrowser();
  site = await serve(fileURLToPath(new URL("target/npm/sidestep", repository)));
});

after(async () => {
  await browser?.close();
  await site?.close();
});

/** Runs in the page. */
function hashes(Simulation, golden) {
  return golden.map(({ scene, seconds }) => {
    const simulation = Simulation.builtIn(scene, { set: [`duration=${seconds}`] });
    while (!simulation.over) simulation.step();
    const hash = simulation.hash();
    simulation.free();
    return { scene, seconds, hash };
  });
}

test("the package runs in a page of its own, with the native hashes", async () => {
  const page = await browser.newPage();
  await page.goto(`${site.address}package.json`);
  const found = await page.evaluate(
    async ({ golden, hashes }) => {
      const { load, Simulation } = await import("/index.js");
      await load();
      return new Function(`return ${hashes}`)()(Simulation, golden);
    },
    { golden, hashes: hashes.toString() },
  );
  assert.ok(golden.length > 0);
  assert.deepEqual(found, golden);
  await page.close();
});

test("the engine of the site has the native hashes", () =>
  openPage("index", {}, async (page) => {
    await page.waitForFunction(() => document.querySelector("sidestep-scene").player);
    const found = await page.evaluate(
      ({ golden, hashes }) => new Function(`return ${hashes}`)()(document.querySelector("sidestep-scene").player.simulation.constructor, golden),
      { golden, hashes: hashes.toString() },
    );
    assert.deepEqual(found, golden);
  }));

test("an engine that doesn't come is said to, and comes when it is asked for again", () =>
  openPage("orca", {
    expected: /Failed to fetch/,
    before: `const own = fetch; let asked = 0;
      globalThis.fetch = (...words) => (/sidestep\\.wasm/.test(String(words[0])) && asked++ === 0 ? Promise.reject(new TypeError("Failed to fetch")) : own(...words));`,
  }, async (page) => {
    const scene = page.locator("sidestep-scene").first();
    await scene.getByText("This scene can't be shown.").waitFor();
    const clipped = await scene.locator(".stage-failed").evaluate((node) => node.scrollHeight > node.clientHeight + 1);
    assert.equal(clipped, false, "the message can be read");
    await scene.getByRole("button", { name: "Try again" }).click();
    await waitUntilMoving(scene);
  }));

// As on a slow line: the engine's bytes come when the test lets them.
test("while the engine is on its way there is a still picture with its progress, and it was asked for before any other script ran", () =>
  openPage("orca", {
    before: `const own = fetch;
      const held = new Promise((done) => { globalThis.letGo = done; });
      globalThis.fetch = async (...words) => {
        if (!/sidestep\\.wasm/.test(String(words[0]))) return own(...words);
        globalThis.askedFirst ??= customElements.get("sidestep-scene") === undefined;
        await held;
        return own(...words);
      };`,
  }, async (page) => {
    const scene = page.locator("sidestep-scene").first();
    await page.waitForFunction(() => customElements.get("sidestep-scene"));
    const seen = await scene.evaluate((node) => {
      const [picture, bar] = ["::before", "::after"].map((which) => getComputedStyle(node, which));
      return { picture: picture.backgroundImage.slice(0, 4), height: parseFloat(picture.height), words: picture.content, bar: parseFloat(bar.width) };
    });
    assert.deepEqual([seen.picture, seen.words], ["url(", '"The engine is on its way"']);
    assert.ok(seen.height > 200 && seen.bar > 0, JSON.stringify(seen));
    assert.equal(await page.evaluate(() => globalThis.askedFirst), true);
    await page.evaluate(() => globalThis.letGo());
    await waitUntilMoving(scene);
    assert.equal(await page.evaluate(() => document.documentElement.style.getPropertyValue("--engine-loaded")), "100.0%");
  }));

test("compressed copies are what the files are", async () => {
  for (const name of ["gallery.js", "sidestep.wasm"]) {
    const [packed, file] = await Promise.all([`${name}.gz`, name].map((each) => readFile(join(dist, "assets", each))));
    assert.ok(gunzipSync(packed).equals(file), name);
  }
});
