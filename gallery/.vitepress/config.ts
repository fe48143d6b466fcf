import { defineConfig } from "vitepress";
import site from "../site.json";
import { buildClient } from "../build/client";
import { compressFiles } from "../build/compressed";
import { serveEngine, writeEngine } from "../build/engine";
import { reserveFigures } from "../build/figure_room";
import { renderFormulas } from "../build/formulas";
import { makePortable } from "../build/portable";
import { writeSearchIndex } from "../build/search_index";
import { clientSettings } from "../build/settings";
import { renderWords } from "../build/words";
import { head } from "./theme/head";

export default defineConfig({
  lang: "en",
  title: site.name,
  srcDir: "pages",
  outDir: "dist",
  cacheDir: ".vitepress/cache",
  // Pages are plain HTML with no framework at run time: that is what lets them open from a file.
  mpa: true,
  cleanUrls: false,
  // The theme's own few lines in the head do this, see `theme/head.ts`.
  appearance: false,
  // The tests check all links of the built pages, those of the menu too.
  ignoreDeadLinks: true,
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config(markdown) {
      renderWords(markdown);
      renderFormulas(markdown);
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("sidestep-") } } },
  vite: { ...clientSettings, plugins: [serveEngine] },
  transformPageData(page) {
    const name = page.relativePath.replace(/\.md$/, "");
    const entry = site.pages.find((candidate) => candidate.name === name);
    if (!entry) throw new Error(`gallery/pages/${name}.md isn't listed in gallery/site.json: add it there`);
    return { title: entry.title, description: entry.description, titleTemplate: name === "index" ? false : site.name };
  },
  transformHead: ({ page }) => head(page.split("/").length - 1),
  async buildEnd({ outDir }) {
    await buildClient(outDir);
    await writeEngine(outDir);
    await writeSearchIndex(outDir);
    await reserveFigures(outDir);
    await makePortable(outDir);
    await compressFiles(outDir);
  },
});
