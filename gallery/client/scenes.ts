import { builtInScene } from "sidestep";

const files = import.meta.glob<string>("../scenes/*.toml", { query: "?raw", import: "default", eager: true });

/** The TOML of a scene of the gallery, or else of one that comes with the engine. Throws if there is neither. */
export function sceneText(name: string): string {
  return files[`../scenes/${name}.toml`] ?? builtInScene(name);
}

/** Names of the gallery's own scenes. */
export function galleryScenes(): string[] {
  return Object.keys(files).map((path) => path.replace(/^.*\/|\.toml$/g, "")).sort();
}
