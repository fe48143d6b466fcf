// Takes every page, light and dark, on a desk, a tablet and a phone: node tests/screenshots.mjs FOLDER [PAGE…]
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startBrowser } from "./harness/browser.mjs";
import { liveElements } from "./harness/moving.mjs";
import { desktop, pages, phone, tablet } from "./harness/pages.mjs";
import { serveSite } from "./harness/server.mjs";

const [folder, ...chosen] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node tests/screenshots.mjs FOLDER [PAGE…]");
  process.exit(2);
}
await mkdir(folder, { recursive: true });
const site = await serveSite();
const browser = await startBrowser();
for (const { name } of pages.filter((page) => chosen.length === 0 || chosen.includes(page.name))) {
  for (const [device, viewport] of Object.entries({ desktop, tablet, phone })) {
    for (const colorScheme of ["light", "dark"]) {
      const page = await browser.newPage({ viewport, colorScheme, hasTouch: device !== "desktop" });
      await page.goto(`${site.address}${name}.html`);
      // Scenes run only while they are seen, so each gets its moment.
      for (const element of await liveElements(page).all()) {
        await element.scrollIntoViewIfNeeded();
        await page.waitForTimeout(1500);
      }
      await page.evaluate(() => scrollTo(0, 0));
      await page.waitForTimeout(500);
      await page.screenshot({ path: join(folder, `${name}-${device}-${colorScheme}.png`), fullPage: true });
      await page.close();
    }
  }
  console.log(name);
}
await browser.close();
await site.close();
