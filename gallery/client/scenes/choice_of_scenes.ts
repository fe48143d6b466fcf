import { builtInScene, builtInScenes } from "sidestep";
import { make } from "../markup";

const pages = import.meta.glob<string>("../../scenes/*.toml", { query: "?raw", import: "default", eager: true });

/** Scenes of the gallery's pages, by name. */
export function galleryScenes(): Map<string, string> {
  return new Map(Object.entries(pages).map(([path, toml]) => [path.replace(/^.*\/|\.toml$/gu, ""), toml]));
}

/** The text of a scene of the gallery or one that comes with the engine. */
export function sceneText(name: string): string | undefined {
  const own = galleryScenes().get(name);
  if (own !== undefined) return own;
  return builtInScenes().some((scene) => scene.name === name) ? builtInScene(name) : undefined;
}

/** A choice among all scenes that there are. */
export function sceneChoice(first: { value: string; label: string }[], chosen: string): HTMLSelectElement {
  const option = (value: string, label: string): HTMLOptionElement => make("option", { value, selected: value === chosen }, label);
  const group = (label: string, scenes: { value: string; label: string }[]): HTMLElement =>
    make("optgroup", { label }, ...scenes.map((scene) => option(scene.value, scene.label)));
  const own = [...galleryScenes().keys()].sort().map((name) => ({ value: name, label: name }));
  const builtIn = builtInScenes()
    .filter(({ name }) => !galleryScenes().has(name))
    .map(({ name, title }) => ({ value: name, label: `${name}: ${title}` }));
  return make(
    "select",
    {},
    ...first.map(({ value, label }) => option(value, label)),
    ...(own.length > 0 ? [group("Scenes of the gallery's pages", own)] : []),
    group("Scenes that come with the engine", builtIn),
  );
}
