/** What is compared, as the page's address says it: `#from=crossing&methods=default,orca&seed=3`. */
import { fragmentValues, Refusal } from "../share";

export interface Choice {
  /** Name of a scene of the gallery or of the engine; empty for the one that the link itself holds. */
  from: string;
  methods: string[];
  /** The scene's own, if not given. */
  seed: number | undefined;
}

export const FEWEST = 2;
export const MOST = 4;

export const STANDARD: Choice = { from: "crossroads", methods: ["default", "orca", "classic"], seed: undefined };

/** Reads the address. What isn't said is as usual; what makes no sense is refused. */
export function choiceOf(fragment: string, scenes: readonly string[], methods: readonly string[]): Choice {
  const values = fragmentValues(fragment);
  const from = values.has("scene") ? "" : (values.get("from") ?? STANDARD.from);
  if (from !== "" && !scenes.includes(from)) {
    throw new Refusal(`There is no scene “${shortened(from)}” to compare on; choose one below.`);
  }
  const given = values.get("methods");
  const chosen = given === undefined ? STANDARD.methods : given.split(",");
  const unknown = chosen.find((name) => !methods.includes(name));
  if (unknown !== undefined) throw new Refusal(`There is no method “${shortened(unknown)}”; choose among those below.`);
  if (chosen.length < FEWEST || chosen.length > MOST) {
    throw new Refusal(`The link names ${chosen.length} methods; ${FEWEST} to ${MOST} can be compared.`);
  }
  if (new Set(chosen).size < chosen.length) throw new Refusal("The link names a method twice; each can be compared once.");
  const seed = values.get("seed");
  if (seed !== undefined && !(/^\d{1,16}$/u.test(seed) && Number.isSafeInteger(Number(seed)))) {
    throw new Refusal(`The seed “${shortened(seed)}” is no whole number from 0 to 9007199254740991.`);
  }
  return { from, methods: chosen, seed: seed === undefined ? undefined : Number(seed) };
}

/** The fragment that says the same; `link` is the fragment of a scene that has no name. */
export function fragmentOfChoice({ from, methods, seed }: Choice, link = ""): string {
  const scene = from === "" ? link : `#from=${from}`;
  return `${scene}&methods=${methods.join(",")}${seed === undefined ? "" : `&seed=${seed}`}`;
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
