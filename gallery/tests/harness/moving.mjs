import assert from "node:assert/strict";

const tags = ["scene", "versus", "compare", "editor", "scale"].map((name) => `sidestep-${name}`);

/** All elements of a page in which a scene runs. */
export function liveElements(page) {
  return page.locator(tags.join(", "));
}

/**
 * Where the agents of an element's scene are now, or `null` as long as it has none.
 *
 * @param {import("playwright-core").Locator} element
 * @returns {Promise<number[] | null>}
 */
export function positions(element) {
  return element.evaluate((node) => {
    const player = node.player ?? node.players?.[0];
    return player?.simulation ? Array.from(player.simulation.frame().agents) : null;
  });
}

/**
 * Waits until the scene of an element is there and its agents have changed places.
 *
 * @param {import("playwright-core").Locator} element
 */
export async function waitUntilMoving(element, milliseconds = 120_000) {
  const end = Date.now() + milliseconds;
  let before = null;
  while (Date.now() < end) {
    // Again and again: what is above it may grow as it loads and push it out of sight, where it stands still.
    // Playwright's own call waits for two drawn frames alike, which a busy machine may not draw for minutes.
    await element.evaluate((node) => node.scrollIntoView({ block: "nearest" }));
    const now = await positions(element);
    if (before && now && now.some((value, index) => value !== before[index])) return;
    before ??= now;
    await element.page().waitForTimeout(50);
  }
  const what = await element.evaluate((node) => node.outerHTML.slice(0, 120));
  assert.fail(before ? `nobody moves in ${what}` : `no scene runs in ${what}`);
}

/**
 * Puts a new element of the same kind in the place of one that has run, with another fragment of the address if one is given:
 * sooner than a page that is loaded anew, and as free of what was done before.
 *
 * @param {import("playwright-core").Locator} element
 * @param {string} [fragment]
 */
export async function freshElement(element, fragment) {
  await element.evaluate((node, hash) => {
    if (hash !== undefined) history.replaceState(null, "", hash === "" ? location.pathname : hash);
    node.replaceWith(node.cloneNode(false));
  }, fragment);
}

/**
 * Lets a scene stand still so many steps after its start: the same world and picture, however long it has run before. Comes back
 * when that is drawn.
 *
 * @param {import("playwright-core").Locator} element
 * @param {number} steps
 */
export async function standStill(element, steps) {
  await element.evaluate((node, count) => {
    node.group.pause();
    node.group.restart();
    for (const player of node.group.players) player.simulation.step(count);
    for (const player of node.group.players) player.onStale.emit();
  }, steps);
  await drawn(element.page());
}

/** Waits until what was asked for is in the picture: the page draws with the next frame. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
