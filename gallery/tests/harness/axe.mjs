import axe from "axe-core";

/** What axe finds on a page that is serious or worse, in words. */
export async function violations(page) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // Colours that fade from one to the other have arrived.
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
    const { violations } = await globalThis.axe.run({ resultTypes: ["violations"] });
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    return grave.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html}`);
  });
}
