import { createHash } from "node:crypto";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What VitePress leaves that nothing here uses: an empty page, styles without a rule, data for its own router. */
const leftovers = ["404.html", "vp-icons.css", "hashmap.json", "package.json"];

/**
 * Makes the built pages independent of where they lie: every address becomes relative, so that they work from any
 * folder, below any path, and opened as files.
 */
export async function makePortable(outDir: string): Promise<void> {
  for (const name of leftovers) await rm(join(outDir, name), { force: true });
  const files = await readdir(outDir, { recursive: true });
  const version = await fingerprint(outDir, ["assets/gallery.js", "assets/sidestep.wasm"]);
  for (const file of files.filter((name) => name.endsWith(".html"))) {
    const path = join(outDir, file);
    const depth = file.split(/[\\/]/).length - 1;
    await writeFile(path, portable(await readFile(path, "utf8"), depth, version));
  }
}

/** Rewrites one page that lies `depth` folders below the top. Throws if something is left that can't work from a file. */
export function portable(html: string, depth: number, version: string): string {
  const top = depth === 0 ? "./" : "../".repeat(depth);
  const page = html
    .replace(/\s*<link [^>]*vp-icons\.css[^>]*>/, "")
    .replace(/\s*<script id="check-mac-os">.*?<\/script>/, "")
    .replace(/\b(href|src)="\/(?!\/)([^"]*)"/g, (_match, name, address) => `${name}="${relative(address, top)}"`)
    // Caches must not mix the script of one version with the engine of another.
    .replace(/(assets\/(?:gallery\.js|sidestep\.wasm))(?=["'])/g, `$1?${version}`);
  const leftover = /type="module"|rel="(?:modulepreload|prefetch)"|\b(?:href|src)="\/[^"]*"/.exec(page);
  if (leftover) throw new Error(`a page would not work from a file: ${leftover[0]}`);
  return page;
}

/** An address below the site's root, seen from a page. Folders don't open as pages in a file manager, so name the page. */
function relative(address: string, top: string): string {
  const [, path = "", rest = ""] = /^([^?#]*)(.*)$/.exec(address)!;
  return top + (path === "" || path.endsWith("/") ? `${path}index.html` : path) + rest;
}

async function fingerprint(outDir: string, names: string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const name of names) hash.update(await readFile(join(outDir, name)));
  return hash.digest("hex").slice(0, 8);
}
