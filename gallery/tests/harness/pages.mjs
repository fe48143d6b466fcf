import { readFile } from "node:fs/promises";

/** What `site.json` says about each page. */
export const { pages } = JSON.parse(await readFile(new URL("../../site.json", import.meta.url), "utf8"));

export const desktop = { width: 1280, height: 800 };
export const tablet = { width: 820, height: 1180 };
export const phone = { width: 390, height: 844 };
