// The npm package in a browser by itself, without a bundler; and the engine within the site.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { startBrowser } from "./harness/browser.mjs";
import { openPage } from "./harness/index.mjs";
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
