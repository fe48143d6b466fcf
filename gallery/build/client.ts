import { gzipSync } from "node:zlib";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin } from "vite";
import { requireEngine } from "./engine";
import { clientSettings, enginePackage, gallery } from "./settings";

/**
 * Bundles everything that runs in the pages into one classic script. Module scripts are no choice: browsers refuse to
 * load them from files.
 */
export async function buildClient(outDir: string): Promise<void> {
  const { size } = await stat(await requireEngine());
  const folder = join(outDir, "assets");
  await build({
    ...clientSettings,
    configFile: false,
    root: gallery,
    publicDir: false,
    plugins: [leaveEngineAlone, trustBlendModes],
    logLevel: "warn",
    // How much there is to load, for the bar that shows how far that is.
    define: { __ENGINE_BYTES__: size },
    // A worker becomes text in the one script: files may not load others as workers.
    worker: { format: "iife", plugins: () => [leaveEngineAlone], rollupOptions: { external: [/^node:/] } },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2022",
      sourcemap: true,
      modulePreload: false,
      chunkSizeWarningLimit: 2000,
      rollupOptions: {
        input: join(gallery, "client/main.ts"),
        output: { format: "iife", entryFileNames: "gallery.js", inlineDynamicImports: true },
      },
    },
  });
  // The source maps of such texts, which nothing can find.
  await rm(join(folder, "assets"), { recursive: true, force: true });
  const script = await readFile(join(folder, "gallery.js"));
  console.log(`gallery.js: ${kilobytes(script)} kB, ${kilobytes(gzipSync(script))} kB gzipped`);
}

/**
 * The package looks for its WebAssembly beside itself if it isn't told where it is. The gallery always tells, so no second
 * copy is wanted here.
 */
const leaveEngineAlone: Plugin = {
  name: "sidestep-leave-engine-alone",
  enforce: "pre",
  // It asks for Node's parts only in Node.
  resolveId: (name) => (name.startsWith("node:") ? { id: name, external: true } : null),
  transform(code, path) {
    if (!path.startsWith(enginePackage)) return null;
    // As long as what it replaces, so that the source map stays right.
    return { code: code.replaceAll("import.meta.url", "document.URL   "), map: null };
  },
};

/**
 * PixiJS draws and reads back a pixel as soon as it is loaded, to find out whether the plain canvas can multiply colours. Every
 * browser that runs these pages can, and reading back makes the first picture wait for the graphics processor.
 */
const trustBlendModes: Plugin = {
  name: "sidestep-trust-blend-modes",
  load: (id) => (/[\\/]canUseNewCanvasBlendModes\.mjs$/.test(id) ? "export const canUseNewCanvasBlendModes = () => true;" : null),
};

function kilobytes(bytes: Uint8Array): string {
  return (bytes.length / 1000).toFixed(0);
}
