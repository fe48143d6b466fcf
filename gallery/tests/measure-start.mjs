// How long a page takes from the first request to the first picture and to the first moving frame, and how many bytes that needs:
//
//   node tests/measure-start.mjs [PAGE] [KILOBYTES A SECOND]
//
// By the compressed copies where there are some, as `sidestep gallery` sends them.
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

const site = await serveSite("/", true);
const browser = await startBrowser();
const runsOf = [];
for (let run = 0; run < runs; run++) {
  // A context of its own has an empty cache.
  const context = await browser.newContext({ viewport: desktop });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
  if (speed) {
    await session.send("Network.emulateNetworkConditions", { offline: false, latency: 20, downloadThroughput: Number(speed) * 1000, uploadThroughput: 1e6 });
  }
  await page.addInitScript(watch);
  await page.goto(`${site.address}${name}.html`, { waitUntil: "commit" });
  await page.waitForFunction(() => globalThis.movedAfter, null, { timeout: 120_000 });
  const [painted, moved] = await page.evaluate(() => [
    performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN, globalThis.movedAfter,
  ].map(Math.round));
  runsOf.push({ painted, moved, bytes });
  await context.close();
}
await browser.close();
await site.close();
const median = (what) => runsOf.map((run) => run[what]).sort((one, other) => one - other)[(runs - 1) / 2];
const all = runsOf.map(({ moved }) => moved);
console.log(`${name}${speed ? ` at ${speed} kB/s` : ""}: first picture after ${median("painted")} ms, first moving frame after ${median("moved")} ms `
  + `(medians of ${runs}; ${Math.min(...all)} to ${Math.max(...all)}), ${(median("bytes") / 1000).toFixed(0)} kB until then`);
