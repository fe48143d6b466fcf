// The search field: what it finds, and that it leads there by keyboard alone, from a file too.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { load, methods } from "../../target/npm/sidestep/index.js";
import { clientModule } from "./client_module.mjs";
import { desktop, dist, openPage, phone, violations } from "./harness/index.mjs";

await load();
const { find } = await clientModule("search/find.ts");
const script = await readFile(join(dist, "assets/search.js"), "utf8");
const places = JSON.parse(script.slice(script.indexOf("["), script.lastIndexOf("]") + 1));
const addresses = (question) => find(places, question).map(({ page, at }) => (at ? `${page}#${at}` : page));

test("each of the tutorials' words leads to where it is shown", () => {
  const wanted = {
    "ahead": "look-ahead#two-points-ahead", "ahead2": "look-ahead#two-points-ahead", "MAX_SEE_AHEAD": "look-ahead#two-points-ahead",
    "most threatening": "look-ahead#two-points-ahead", "dynamic_length": "look-ahead#two-points-ahead", "MAX_AVOID_FORCE": "look-ahead#two-points-ahead",
    "checkLength": "unaligned#what-goes-wrong-with-the-classic-form", "silhouette": "detours#a-tight-string-round-the-heap",
    "terminator": "detours#a-tight-string-round-the-heap", "whisker": "walls#whiskers-a-hit-and-three-ways-to-read-it",
    "hit normal": "walls#whiskers-a-hit-and-three-ways-to-read-it", "Mononen": "detours", "Bevilacqua": "look-ahead", "rocketman": "unaligned",
    "pursue": "goals#seek-and-pursue", "wide box": "detours#a-wide-box-and-the-corner-beside-it", "orca": "orca",
    "only turning": "look-ahead#only-turning-and-pushed-nevertheless", "turns on the spot": "look-ahead#only-turning-and-pushed-nevertheless", "over the edge": "unaligned#who-looks-over-the-edge", "slot": "groups#slots-on-the-leader-s-trail",
  };
  for (const [word, place] of Object.entries(wanted)) assert.equal(addresses(word)[0], place, `${word}: ${addresses(word)}`);
});

test("the name of every method leads somewhere, and what isn't there nowhere", () => {
  for (const { name } of methods()) assert.ok(addresses(name).length > 0, name);
  assert.deepEqual(addresses("whisker qwertz"), [], "all words have to be there");
  assert.deepEqual(addresses("  "), []);
  assert.equal(addresses("classic-detour")[0], "detours");
});

test("places are where the list says, and none comes twice", async () => {
  const html = new Map();
  for (const { page, at } of places) {
    if (!html.has(page)) html.set(page, await readFile(join(dist, `${page}.html`), "utf8"));
    assert.ok(at === "" || html.get(page).includes(`id="${at}"`), `${page}#${at}`);
  }
  for (const question of ["a", "way", "classic"]) assert.equal(new Set(addresses(question)).size, addresses(question).length);
});

for (const [how, options] of Object.entries({ "from a file": { fileProtocol: true }, "on a phone": { viewport: phone, below: "/some/where else/" } })) {
  test(`by keyboard alone a word is found and its place reached, ${how}`, () =>
    openPage("walls", { reducedMotion: "reduce", ...options }, async (page) => {
      await page.locator("sidestep-scene .scene-main").first().waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type("dynamic_length");
      const dialog = page.getByRole("dialog", { name: "Search" });
      await dialog.getByRole("status").filter({ hasText: "place" }).waitFor();
      if (!options.fileProtocol) {
        assert.deepEqual(await violations(page), [], "light");
        await page.emulateMedia({ colorScheme: "dark" });
        await page.locator("html.dark").waitFor();
        assert.deepEqual(await violations(page), [], "dark");
      }
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      await page.waitForURL(/look-ahead\.html#two-points-ahead$/);
      const top = () => page.evaluate(() => document.querySelector(":target").getBoundingClientRect().top / innerHeight);
      await page.waitForFunction(() => document.querySelector(":target") !== null);
      await page.waitForFunction(() => document.querySelector("sidestep-scene .scene-main") !== null);
      assert.ok((await top()) > -0.1 && (await top()) < 1, `${await top()} of the window from its top`);
    }));
}

test("Escape closes it and gives the focus back, a click opens it, and what isn't there is said", () =>
  openPage("orca", { viewport: desktop, reducedMotion: "reduce" }, async (page) => {
    const button = page.getByRole("button", { name: "Search (/)" });
    await button.click();
    const dialog = page.getByRole("dialog", { name: "Search" });
    await dialog.getByRole("searchbox").fill("qwertz");
    await dialog.getByRole("status").filter({ hasText: "Nothing of that name" }).waitFor();
    await page.keyboard.press("Escape");
    if (await dialog.isVisible()) await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    assert.ok(await button.evaluate((node) => node === document.activeElement));
  }));

test("the start page has the field in its text, and Enter goes to the first place", () =>
  openPage("index", { reducedMotion: "reduce" }, async (page) => {
    const field = page.locator("#content").getByRole("searchbox", { name: "Search all pages" });
    await field.fill("terminator");
    await page.locator("#content .search-found a").first().waitFor();
    await field.press("Enter");
    await page.waitForURL(/detours\.html#a-tight-string-round-the-heap$/);
  }));
