import type { Kind } from "./figure";

const files = import.meta.glob<Kind>("./kinds/*.ts", { import: "default", eager: true });

/** The kind of figure of this name. Throws if there is none. */
export function kindOf(name: string): Kind {
  const found = files[`./kinds/${name}.ts`];
  if (!found) throw new Error(`there is no figure "${name}": a file client/figure/kinds/${name}.ts has to export it`);
  return found;
}
