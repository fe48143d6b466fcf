import { builtInScenes } from "sidestep";
import { make } from "./markup";
import { galleryScenes } from "./scenes";

/** Names of all scenes that there are. */
export function sceneNames(): string[] {
  return [...galleryScenes(), ...builtInScenes().map(({ name }) => name)];
}

/** A choice among all scenes that there are. */
export function sceneChoice(first: { value: string; label: string }[], chosen: string): HTMLSelectElement {
  const option = (value: string, label: string): HTMLOptionElement => make("option", { value, selected: value === chosen }, label);
  const own = galleryScenes();
  const builtIn = builtInScenes().filter(({ name }) => !own.includes(name));
  return make(
    "select",
    {},
    ...first.map(({ value, label }) => option(value, label)),
    own.length > 0 && make("optgroup", { label: "Scenes of the gallery's pages" }, ...own.map((name) => option(name, name))),
    make("optgroup", { label: "Scenes that come with the engine" }, ...builtIn.map(({ name, title }) => option(name, `${name}: ${title}`))),
  );
}
