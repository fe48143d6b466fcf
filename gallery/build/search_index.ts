import { readFile, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Place } from "../client/search/places";
import { enginePackage } from "./settings";

/**
 * Writes what can be searched for, and where it is, as a script beside the others: pages opened as files may not fetch, but may run
 * that. It is read from the built pages, so it has what they say. Comes before anything is put into them that isn't said by them.
 */
export async function writeSearchIndex(outDir: string): Promise<void> {
  const files = (await readdir(outDir)).filter((name) => name.endsWith(".html") && name !== "404.html").sort();
  const places: Place[] = [];
  for (const file of files) places.push(...placesOf(basename(file, ".html"), await readFile(join(outDir, file), "utf8")));
  places.push(...(await placesOfMethods()));
  const script = `globalThis.sidestepPlaces = ${JSON.stringify(places)};\n`;
  await writeFile(join(outDir, "assets/search.js"), script);
  console.log(`search.js: ${places.length} places, ${(script.length / 1000).toFixed(0)} kB`);
}

/** Every method can be compared with others, whether or not a page is about it. */
async function placesOfMethods(): Promise<Place[]> {
  const { load, methods }: typeof import("sidestep") = await import(pathToFileURL(join(enginePackage, "index.js")).href);
  await load();
  return methods().map(({ name, description }) => ({
    page: "compare", title: "Compare methods", at: "", heading: `${name}: ${description}`, terms: [name], words: wordsOf(description),
  }));
}

/** The places of one page: its sections, and the words of its tables that say where each is shown. */
export function placesOf(page: string, html: string): Place[] {
  const content = /<main id="content"[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "";
  const said = content.replace(/<(script|style|svg|math|noscript|template)\b.*?<\/\1>/gs, " ").replace(/<pre\b.*?<\/pre>/gs, " ");
  const parts = said.split(/<h[1-3] id="([^"]*)"[^>]*>(.*?)<\/h[1-3]>/s);
  const title = textOf(parts[2] ?? page);
  const places: Place[] = [];
  for (let at = 1; at < parts.length; at += 3) {
    const [id, heading, body] = [parts[at] ?? "", textOf(parts[at + 1] ?? ""), parts[at + 2] ?? ""];
    places.push({ page, title, at: at === 1 ? "" : id, heading, terms: termsOf(body), words: wordsOf(textOf(body)) });
    places.push(...rowsOf(body));
  }
  return places;
}

/** A table's rows that lead to where something is shown: the words that stand for it, and what it is. */
function rowsOf(body: string): Place[] {
  const places: Place[] = [];
  for (const [, row] of body.matchAll(/<tr>(.*?)<\/tr>/gs)) {
    const link = /<a href="\.?\/?([a-z0-9-]+)\.html(?:#([^"]*))?">(.*?)<\/a>/s.exec(row ?? "");
    if (!link) continue;
    const [, page = "", at = "", shown = ""] = link;
    const cells = [...(row ?? "").matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => cell ?? "").filter((cell) => !cell.includes(link[0]));
    const terms = cells.flatMap(termsOf);
    const [name = "", what = ""] = cells.map(textOf);
    if (terms.length > 0) places.push({ page, title: textOf(shown), at, heading: name, terms, words: wordsOf(`${name} ${what}`), what });
  }
  return places;
}

/** What a text sets apart: code, emphasis and the symbols of drawings. */
function termsOf(html: string): string[] {
  const found = html.matchAll(/<(code|em|strong)\b[^>]*>(.*?)<\/\1>|<span data-part="[^"]*">(.*?)<\/span>/gs);
  const terms = [...found].map(([, , set, part]) => textOf(set ?? part ?? "").toLowerCase()).filter((term) => term.length > 1 && term.length < 40);
  return [...new Set(terms)];
}

function wordsOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_][\p{L}\p{N}_-]{2,}/gu) ?? [];
  return [...new Set(words)].join(" ");
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'", ZeroWidthSpace: "" };

function textOf(html: string): string {
  // The mark behind a heading that leads to it isn't part of it.
  const text = html.replace(/<a class="header-anchor".*?<\/a>/gs, "").replace(/<[^>]*>/g, "");
  return text.replace(/&([^;\s]+);/g, (whole, name) => ENTITIES[name] ?? whole).replace(/[\s\u200b]+/g, " ").trim();
}
