import assert from "node:assert/strict";
import { after } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startBrowser } from "./browser.mjs";
import { desktop } from "./pages.mjs";
import { dist, serveSite } from "./server.mjs";

export { desktop, pages, phone } from "./pages.mjs";
export { dist } from "./server.mjs";
export { liveElements, positions, waitUntilMoving } from "./moving.mjs";

const sites = new Map();
const browsers = new Map();

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
 * @param {boolean} [options.webgl] False for a browser without it.
 * @param {RegExp} [options.expected] Errors that this test provokes.
 * @param {(page: import("playwright-core").Page) => Promise<void>} use
 */
export async function openPage(name, options, use) {
  const { viewport = desktop, colorScheme = "light", reducedMotion = "no-preference", webgl = true } = options;
  const browser = await once(browsers, webgl, () => startBrowser({ webgl }));
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion, hasTouch: viewport.width < 600 });
  context.setDefaultTimeout(20_000);
  try {
    const page = await context.newPage();
    const top = await topOf(options);
    const problems = watch(page, top);
    const [, file, rest] = /^([^#?]*)(.*)$/.exec(name);
    await page.goto(`${top}${file}.html${rest}`);
    await use(page);
    const unexpected = problems.filter((problem) => !options.expected?.test(problem));
    assert.deepEqual(unexpected, [], `${name} has problems`);
  } finally {
    await context.close();
  }
}

async function topOf({ fileProtocol, below = "/" }) {
  if (fileProtocol) return pathToFileURL(join(dist, "/")).href;
  return (await once(sites, below, () => serveSite(below))).address;
}

/** Collects all that goes wrong on a page. */
function watch(page, top) {
  const problems = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.stack ?? error}`));
  page.on("requestfailed", (request) => {
    const { errorText } = request.failure() ?? {};
    // Who leaves or reloads a page breaks off what is still on its way.
    if (errorText !== "net::ERR_ABORTED") problems.push(`failed: ${request.url()} ${errorText}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`answer ${response.status()}: ${response.url()}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(top) && !/^(data|blob):/.test(request.url())) problems.push(`asks outside: ${request.url()}`);
  });
  return problems;
}
