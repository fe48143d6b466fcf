import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const worthwhile = /\.(?:html|css|js|wasm)$/;

/** Puts a compressed copy beside each file that gets much smaller, for servers that hand those out, as `sidestep gallery` does. */
export async function compressFiles(outDir: string): Promise<void> {
  // Text in base64 of what is compressed already is only read from files.
  const files = (await readdir(outDir, { recursive: true })).filter((name) => worthwhile.test(name) && !name.endsWith("sidestep-wasm.js"));
  for (const file of files) {
    const path = join(outDir, file);
    await writeFile(`${path}.gz`, gzipSync(await readFile(path), { level: 9 }));
  }
}
