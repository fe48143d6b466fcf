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
export async function waitUntilMoving(element, milliseconds = 20_000) {
  await element.scrollIntoViewIfNeeded();
  const end = Date.now() + milliseconds;
  let before = null;
  while (Date.now() < end) {
    const now = await positions(element);
    if (before && now && now.some((value, index) => value !== before[index])) return;
    before ??= now;
    await element.page().waitForTimeout(50);
  }
  const what = await element.evaluate((node) => node.outerHTML.slice(0, 120));
  assert.fail(before ? `nobody moves in ${what}` : `no scene runs in ${what}`);
}
