import { build } from "vite";
import { fileURLToPath } from "node:url";

const engine = new URL("../../target/npm/sidestep/index.js", import.meta.url).href;

/** A module of the client, bundled from its TypeScript, for tests that need no browser. Named by its path below `client`. */
export async function clientModule(path) {
  const [result] = await build({
    configFile: false,
    logLevel: "error",
    build: {
      lib: { entry: fileURLToPath(new URL(`../client/${path}`, import.meta.url)), formats: ["es"] },
      write: false,
      minify: false,
      target: "es2022",
      // What the engine says of itself is taken from where it lies.
      rollupOptions: { external: ["sidestep"], output: { paths: { sidestep: engine } } },
    },
  });
  const code = result.output[0].code;
  return import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
}
