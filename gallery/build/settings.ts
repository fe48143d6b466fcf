import { fileURLToPath } from "node:url";
import type { UserConfig } from "vite";

/** The folder of the gallery. */
export const gallery = fileURLToPath(new URL("..", import.meta.url));
/** The npm package that `tools/build-web` makes. */
export const enginePackage = fileURLToPath(new URL("../../target/npm/sidestep", import.meta.url));

/** The modules that draw, which the replay of the command has as well. */
const drawing = fileURLToPath(new URL("../../crates/sidestep-cli/src/output/replay/drawing", import.meta.url));

/** What the bundle for the pages and the development server have in common. */
export const clientSettings: UserConfig = {
  resolve: { alias: { sidestep: enginePackage, drawing } },
  server: { fs: { allow: [gallery, enginePackage, drawing] } },
};
