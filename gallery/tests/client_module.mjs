import { build } from "vite";
import { fileURLToPath } from "node:url";

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
    },
  });
  const code = result.output[0].code;
  return import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
}
