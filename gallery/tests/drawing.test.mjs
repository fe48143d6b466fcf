// What the gallery and the command's replay draw with the same modules.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startBrowser } from "./harness/browser.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { drawMark, MARKS } = await import(new URL("../../crates/sidestep-cli/src/output/replay/drawing/marks.js", import.meta.url));

const { placeLabels } = await import(new URL("../../crates/sidestep-cli/src/output/replay/drawing/labels.js", import.meta.url));

// Without a page there is nothing to measure words with: seven pixels a letter.
globalThis.document ??= { createElement: () => ({ getContext: () => null }) };

// One colour for all.
const palette = { ground: 0, groups: Array(8).fill(1) };
const shapes = [
  { shape: "point", at: [50, 50] },
  { shape: "line", from: [10, 50], to: [90, 50] },
  { shape: "circle", center: [50, 50], radius: 20 },
  { shape: "polyline", points: [[10, 50], [50, 30], [90, 50]] },
];

/** All that a pen is told to draw. */
function strokes(draw) {
  const told = [];
  draw(new Proxy({}, { get: (_, name) => (...values) => told.push([name, ...values]) }));
  return JSON.stringify(told);
}

test("every kind of mark is drawn in every shape, and with the shape that it has it differs from the others without colour", () => {
  const looks = new Map();
  for (const [kind, { name, shape: usual }] of Object.entries(MARKS)) {
    for (const shape of shapes) {
      const look = strokes((pen) => drawMark(pen, kind, shape, palette, [100, 100]));
      assert.notEqual(look, "[]", `${kind} as ${shape.shape}`);
      assert.ok(!/null/.test(look), `${kind} as ${shape.shape}: ${look}`);
      if (shape.shape !== usual) continue;
      assert.ok(!looks.has(look), `${name} looks like ${looks.get(look)}`);
      looks.set(look, name);
    }
  }
});

test("words leave free what had better be seen where there is room near by, and never lie on what has to be", () => {
  const label = { text: "0123456789", x: 50, y: 50, colour: 0 };
  const box = (top, bottom) => ({ left: 0, right: 300, top, bottom });
  const top = (keepFree, betterFree) => placeLabels([label], 300, 200, keepFree, betterFree)[0]?.top;
  assert.equal(top([], []), 42);
  assert.equal(top([], [box(45, 55)]), 26, "one line higher");
  assert.equal(top([box(10, 60)], [box(60, 90)]), 90, "below both");
  assert.equal(top([], [box(0, 200)]), 42, "no room near by: it may lie on what had better be seen");
  assert.equal(top([box(0, 200)], []), undefined, "on what has to be seen it may not");
});

test("a small picture has the words that must be there and few others, those that come first", () => {
  const label = (rank, line) => ({ text: `${line}: ${rank}`, x: 10, y: 20 + 20 * line, colour: 0, rank });
  const labels = [3, 1, 1, 0.5, 1, 1, 0, 0.5].map(label);
  const shown = (width, height) => placeLabels(labels, width, height, []).map(({ text }) => Number(text.split(": ")[1]));
  assert.deepEqual(shown(300, 200), [0, 0.5, 0.5, 1, 1, 1]);
  assert.deepEqual(shown(600, 400), [0, 0.5, 0.5, 1, 1, 1, 1, 3]);
  const twice = [1, 1, 2].map((line) => ({ ...label(1, line), text: "14.1 m on the right" }));
  assert.equal(placeLabels(twice, 600, 400, []).length, 1);
});

test("a replay of the command draws a run and says why, light and dark", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sidestep-replay-"));
  const browser = await startBrowser();
  try {
    execFileSync("cargo", ["run", "--quiet", "--release", "--", "run", "crates", "--seconds", "1", "--out", folder], { cwd: root, stdio: "pipe" });
    for (const colorScheme of ["light", "dark"]) {
      const page = await browser.newPage({ colorScheme, reducedMotion: "reduce" });
      const problems = [];
      page.on("pageerror", (error) => problems.push(String(error.stack ?? error)));
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      await page.goto(pathToFileURL(join(folder, "replay.html")).href);
      await page.locator("#scrub").fill("0.8");
      const picture = () => page.locator("#map").evaluate((map) => map.toDataURL());
      const before = await picture();
      await page.keyboard.press("n");
      await page.locator(".reasons li").first().waitFor();
      assert.match(await page.locator(".forces tbody").innerText(), /total/);
      assert.ok((await page.locator(".looks li").count()) > 0);
      await page.keyboard.press("l");
      assert.notEqual(await picture(), before);
      assert.deepEqual(problems, []);
      await page.close();
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
});
