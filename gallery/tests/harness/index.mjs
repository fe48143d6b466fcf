import assert from "node:assert/strict";
import { after } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startBrowser } from "./browser.mjs";
import { desktop } from "./pages.mjs";
import { dist, serveSite } from "./server.mjs";

export { desktop, pages, phone } from "./pages.mjs";
export { dist } from "./server.mjs";
export { drawn, freshElement, liveElements, positions, standStill, waitUntilMoving } from "./moving.mjs";
export { violations } from "./axe.mjs";
export { nothingMovedAsFiguresCame } from "./figures.mjs";
export { observeShifts } from "./shifts.mjs";

/** How long (ms) anything may take that a test waits for; machines that do much else are slow. */
const PATIENCE = 120_000;

const sites = new Map();
const browsers = new Map();
/** Tabs that no test uses just now, by what they were opened with: a new one for each test would take longer than most tests. */
const free = new Map();

after(async () => {
  for (const browser of browsers.values()) await (await browser).close();
  for (const site of sites.values()) await (await site).close();
});

function once(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}

/**
 * Opens a page of the built site and hands it to `use`. Fails if the page logged an error, threw one, asked for
 * anything that isn't there, or asked anybody but its own server.
 *
 * @param {string} name As in `site.json`, with what else belongs to the address: `editor#scene=…`.
 * @param {object} options
 * @param {{width: number, height: number}} [options.viewport] A narrow one gets touch, as on a phone.
 * @param {"light" | "dark"} [options.colorScheme]
 * @param {"reduce" | "no-preference"} [options.reducedMotion]
 * @param {boolean} [options.fileProtocol] Open the file itself instead of asking a server.
 * @param {string} [options.below] The path below which the site is served.
 * @param {boolean} [options.webgl] True for a browser with WebGL. It is drawn by the processor, which takes several times as long as the plain
 *   canvas that there is without: for tests that look at what WebGL draws.
 * @param {RegExp} [options.expected] Errors that this test provokes.
 * @param {string} [options.before] A script that runs in the page before any of its own.
 * @param {(page: import("playwright-core").Page) => Promise<void>} use
 */
export async function openPage(name, options, use) {
  const tab = await takeTab(options);
  let done = false;
  try {
    const top = await topOf(options);
    const { problems, stop } = watch(tab.page, top);
    const [, file, rest] = /^([^#?]*)(.*)$/.exec(name);
    await tab.page.goto(`${top}${file}.html${rest}`);
    await use(tab.page);
    stop();
    const unexpected = problems.filter((problem) => !options.expected?.test(problem));
    assert.deepEqual(unexpected, [], `${name} has problems`);
    done = true;
  } finally {
    await giveBack(tab, done);
  }
}

/** A tab that nobody uses, or a new one. */
async function takeTab({ viewport = desktop, colorScheme = "light", reducedMotion = "no-preference", webgl = false, before = "" }) {
  const key = JSON.stringify([viewport, webgl, before]);
  const waiting = once(free, key, () => []);
  const tab = waiting.pop() ?? { page: await newPage(viewport, webgl, before), waiting };
  await tab.page.emulateMedia({ colorScheme, reducedMotion });
  return tab;
}

async function newPage(viewport, webgl, before) {
  const browser = await once(browsers, webgl, () => startBrowser({ webgl }));
  const context = await browser.newContext({ viewport, hasTouch: viewport.width < 600 });
  context.setDefaultTimeout(PATIENCE);
  if (before) await context.addInitScript(before);
  return context.newPage();
}

/** What a test leaves behind in a tab, the next doesn't find. After a failure there is a new one. */
async function giveBack({ page, waiting }, done) {
  if (!done) return page.context().close();
  await page.context().setOffline(false);
  if (!page.url().startsWith("file:")) await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  waiting.push({ page, waiting });
}

async function topOf({ fileProtocol, below = "/" }) {
  if (fileProtocol) return pathToFileURL(join(dist, "/")).href;
  return (await once(sites, below, () => serveSite(below))).address;
}

/** Collects all that goes wrong on a page until it is stopped. */
function watch(page, top) {
  const problems = [];
  const listeners = {
    console: (message) => {
      if (message.type() === "error") problems.push(`console: ${message.text()}`);
    },
    pageerror: (error) => problems.push(`error: ${error.stack ?? error}`),
    requestfailed: (request) => {
      const { errorText } = request.failure() ?? {};
      // Who leaves or reloads a page breaks off what is still on its way.
      if (errorText !== "net::ERR_ABORTED") problems.push(`failed: ${request.url()} ${errorText}`);
    },
    response: (response) => {
      if (response.status() >= 400) problems.push(`answer ${response.status()}: ${response.url()}`);
    },
    request: (request) => {
      if (!request.url().startsWith(top) && !/^(data|blob):/.test(request.url())) problems.push(`asks outside: ${request.url()}`);
    },
  };
  for (const [event, listener] of Object.entries(listeners)) page.on(event, listener);
  const stop = () => {
    for (const [event, listener] of Object.entries(listeners)) page.off(event, listener);
  };
  return { problems, stop };
}
