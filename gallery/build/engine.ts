import { createReadStream } from "node:fs";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { enginePackage } from "./settings";

/** Finds the WebAssembly in the package, or says how to make it. */
export async function requireEngine(): Promise<string> {
  const files = await readdir(enginePackage).catch(() => []);
  const name = files.find((file) => file.endsWith(".wasm"));
  if (!name) throw new Error(`${enginePackage} holds no WebAssembly: run tools/build-web first`);
  return join(enginePackage, name);
}

/**
 * Puts the engine beside the pages in two shapes: bytes to fetch, and a classic script for pages opened as files, which
 * may not fetch.
 */
export async function writeEngine(outDir: string): Promise<void> {
  const bytes = await readFile(await requireEngine());
  const packed = gzipSync(bytes, { level: 9 });
  const script = `globalThis.sidestepWebAssembly = "${packed.toString("base64")}";\n`;
  await writeFile(join(outDir, "assets/sidestep.wasm"), bytes);
  await writeFile(join(outDir, "assets/sidestep-wasm.js"), script);
  console.log(`sidestep.wasm: ${(bytes.length / 1000).toFixed(0)} kB, ${(packed.length / 1000).toFixed(0)} kB gzipped`);
}

/** Serves the engine where the built site has it, for `npm run dev`. */
export const serveEngine: Plugin = {
  name: "sidestep-engine",
  configureServer(server) {
    server.middlewares.use("/assets/sidestep.wasm", (_request, response, next) => {
      requireEngine().then((path) => {
        response.setHeader("Content-Type", "application/wasm");
        createReadStream(path).pipe(response);
      }, next);
    });
  },
};
