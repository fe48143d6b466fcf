// How long a page takes from the first request to the first picture and to the first moving frame, and how many bytes that needs:
//
//   node tests/measure-start.mjs [PAGE] [KILOBYTES A SECOND]
//
// By the compressed copies, as `sidestep gallery` sends them.
import { startBrowser } from "./harness/browser.mjs";
import { desktop } from "./harness/pages.mjs";
import { serveSite } from "./harness/server.mjs";

const [name = "index", speed] = process.argv.slice(2);
const runs = speed ? 3 : 7;

/** Runs in the page: notes when the first scene's agents have changed places, as seen by drawn frames. */
function watch() {
  let before;
  const look = () => {
    const node = document.querySelector("sidestep-scene, sidestep-versus, sidestep-compare, sidestep-editor, sidestep-scale");
    const simulation = (node?.player ?? node?.players?.[0])?.simulation;
    const now = simulation && Array.from(simulation.frame().agents);
    if (before && now?.some((value, index) => value !== before[index])) globalThis.movedAfter = performance.now();
    else requestAnimationFrame(look);
    before ??= now;
  };
  requestAnimationFrame(look);
}

const site = await serveSite();
const browser = await startBrowser();
const times = [];
for (let run = 0; run < runs; run++) {
  // A context of its own has an empty cache.
  const context = await browser.newContext({ viewport: desktop });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(`${site.address}${name}.html`);
  await page.waitForFunction(() => globalThis.movedAfter);
  times.push(await page.evaluate(() => Math.round(globalThis.movedAfter)));
  await context.close();
}
await browser.close();
await site.close();
times.sort((one, other) => one - other);
console.log(`${name}: first moving frame after ${times[(runs - 1) / 2]} ms (median of ${runs}; ${times[0]} to ${times.at(-1)})`);
