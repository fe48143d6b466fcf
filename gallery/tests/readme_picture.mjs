// Takes the README's picture of the gallery, of the built site: node tests/readme_picture.mjs FILE
import { startBrowser } from "./harness/browser.mjs";
import { desktop } from "./harness/pages.mjs";
import { serveSite } from "./harness/server.mjs";

/** What is seen then (s): the first are at the crates. */
const MOMENT = 2.3;

const [file] = process.argv.slice(2);
if (!file) {
  console.error("usage: node tests/readme_picture.mjs FILE");
  process.exit(2);
}
const site = await serveSite();
const browser = await startBrowser();
const page = await browser.newPage({ viewport: { ...desktop, height: 860 }, colorScheme: "light" });
await page.goto(`${site.address}detours.html`);
const scene = page.locator("sidestep-scene").first();
await scene.scrollIntoViewIfNeeded();
await page.waitForFunction(() => document.querySelector("sidestep-scene").player?.simulation.time > 0);
await scene.evaluate(({ group }) => {
  group.restart();
  group.play();
});
await page.waitForFunction((moment) => {
  const { group, player } = document.querySelector("sidestep-scene");
  if (player.simulation.time < moment) return false;
  group.pause();
  return true;
}, MOMENT);
// The head of the page stays at the top and would hide the title of the section, and the button to play the crates.
await page.addStyleTag({ content: ".site-header, .stage-banner { visibility: hidden; }" });
await scene.evaluate((node) => scrollTo(0, node.getBoundingClientRect().top + scrollY - 74));
await page.waitForTimeout(500);
await page.screenshot({ path: file });
await browser.close();
await site.close();
