// A figure has its room from the start: nothing on the page moves when its drawing comes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { desktop, openPage, phone } from "./harness/index.mjs";

const WITH_FIGURES = ["blending", "crowds", "detours", "look-ahead", "orca", "unaligned", "walls"];

/** Runs before the page's own scripts: keeps what has moved within a figure, or because of one. */
const observe = `globalThis.moved = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    for (const { node, previousRect: before, currentRect: now } of sources) {
      const element = node?.nodeType === 1 ? node : node?.parentElement;
      if (element?.closest("sidestep-figure")) globalThis.moved.push({ value, what: element.outerHTML.slice(0, 60), before: before.y, now: now.y });
    }
  }
}).observe({ type: "layout-shift", buffered: true });`;

for (const viewport of [desktop, phone]) {
  for (const name of WITH_FIGURES) {
    test(`nothing moves as figures come, ${name}, ${viewport.width} wide`, () => openPage(name, { viewport, before: observe }, async (page) => {
      const figures = page.locator("sidestep-figure");
      // As tall as the script makes them: what is there without it has the same height.
      await page.waitForFunction(() => [...document.querySelectorAll("sidestep-figure")].every((figure) => figure.dataset.state === "ready"));
      assert.ok((await figures.count()) > 0);
      await page.waitForTimeout(200);
      assert.deepEqual(await page.evaluate(() => globalThis.moved), []);
      const heights = () => figures.evaluateAll((all) => all.map((figure) => Math.round(figure.getBoundingClientRect().height)));
      const drawn = await heights();
      const said = () => figures.evaluateAll((all) => all.map((figure) => [...figure.querySelectorAll("[data-value]")].map(({ textContent }) => textContent.replaceAll("\u00a0", " "))));
      const results = await said();
      const html = await (await page.request.get(page.url())).text();
      // The same figures before any script: the page's own markup, put in their places.
      await page.evaluate((text) => {
        const parsed = new DOMParser().parseFromString(text, "text/html");
        const still = [...parsed.querySelectorAll("sidestep-figure .figure-drawing")];
        document.querySelectorAll("sidestep-figure").forEach((figure, index) => {
          const before = parsed.querySelectorAll("sidestep-figure")[index].querySelectorAll("[data-value]");
          figure.querySelectorAll("[data-value]").forEach((place, at) => { place.textContent = before[at].textContent; });
          const drawing = still[index];
          figure.querySelector(".figure-drawing").replaceWith(document.importNode(drawing, true));
        });
      }, html);
      assert.deepEqual(await heights(), drawn);
      assert.deepEqual(await said(), results, "what the text says before any script is what the figure shows first");
    }));
  }
}
