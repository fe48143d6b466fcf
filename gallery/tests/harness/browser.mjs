import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "chrome"];

const flags = [
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // WebGL drawn by the processor: the same on every machine.
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  // The rest of the page isn't: that would only hold up what is.
  "--disable-gpu-rasterization",
  "--disable-gpu-compositing",
];

/** Starts Chromium, without WebGL if asked. */
export async function startBrowser({ webgl = true } = {}) {
  return chromium.launch({
    executablePath: await findChromium(),
    chromiumSandbox: false,
    args: webgl ? flags : [...flags, "--disable-3d-apis"],
  });
}

async function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      if (await access(path).then(() => true, () => false)) return path;
    }
  }
  throw new Error(`no Chromium found (looked for ${names.join(", ")}): install it, or set CHROMIUM to its path`);
}
