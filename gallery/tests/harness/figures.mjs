import assert from "node:assert/strict";

/**
 * Fails if anything has moved as the figures of a page came, or if the page as it is served has other heights or results. The page was opened
 * with `observeShifts`; it has its figures again afterwards.
 */
export async function nothingMovedAsFiguresCame(page) {
  const figures = page.locator("sidestep-figure");
  await page.waitForFunction(() => [...document.querySelectorAll("sidestep-figure")].every((figure) => figure.dataset.state === "ready"));
  assert.ok((await figures.count()) > 0);
  await page.waitForTimeout(200);
  assert.deepEqual(await page.evaluate(() => globalThis.moved.filter(({ inFigure }) => inFigure)), []);
  const look = () => figures.evaluateAll((all) => all.map((figure) => ({
    height: Math.round(figure.getBoundingClientRect().height),
    said: [...figure.querySelectorAll("[data-value]")].map(({ textContent }) => textContent.replaceAll("\u00a0", " ")),
  })));
  const drawn = await look();
  const html = await (await page.request.get(page.url())).text();
  // The same figures before any script: the page's own markup, put in their places.
  await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "text/html");
    const still = [...parsed.querySelectorAll("sidestep-figure .figure-drawing")];
    globalThis.putBack = [];
    document.querySelectorAll("sidestep-figure").forEach((figure, index) => {
      const before = parsed.querySelectorAll("sidestep-figure")[index].querySelectorAll("[data-value]");
      figure.querySelectorAll("[data-value]").forEach((place, at) => {
        const words = place.textContent;
        globalThis.putBack.push(() => { place.textContent = words; });
        place.textContent = before[at].textContent;
      });
      const drawing = figure.querySelector(".figure-drawing");
      const served = document.importNode(still[index], true);
      drawing.replaceWith(served);
      globalThis.putBack.push(() => served.replaceWith(drawing));
    });
  }, html);
  assert.deepEqual(await look(), drawn, "what is served before any script has the same heights, and says the same");
  await page.evaluate(() => globalThis.putBack.forEach((back) => back()));
}
