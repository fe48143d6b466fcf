/** What the scene format says about each key, from the schema that is made from the engine's own code. */
import schema from "../../../docs/scene.schema.json";

/** The part of a schema that describes one value. */
export interface Described {
  type?: string;
  $ref?: string;
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
  const?: string;
  properties?: Record<string, Described>;
  required?: string[];
  items?: Described;
  anyOf?: Described[];
  oneOf?: Described[];
}

/** How a value is asked for. */
export type Asked = "number" | "range" | "switch" | "choice" | "text" | "point" | "points" | "table" | "tables" | "unknown";

const document = schema as unknown as Described & { $defs: Record<string, Described> };

/** A description with what it refers to filled in. */
export function resolved(described: Described): Described {
  if (described.$ref === undefined) return described;
  const name = described.$ref.replace("#/$defs/", "");
  const { $ref: _, ...own } = described;
  return { ...document.$defs[name], ...own };
}

/** The description of what stands at a place of the scene's data: `walls.0`, `agents.1.goals.0`; the scene for none. */
export function describedAt(key: string): Described {
  let described: Described = document;
  for (const part of key === "" ? [] : key.split(".")) {
    const inner = /^\d+$/u.test(part) ? described.items : described.properties?.[part];
    described = resolved(inner ?? {});
  }
  return described;
}

export function askedFor(described: Described): Asked {
  if (described.oneOf) return "choice";
  if (described.anyOf) return "range";
  switch (described.type) {
    case "number":
    case "integer":
      return "number";
    case "boolean":
      return "switch";
    case "string":
      return "text";
    case "object":
      return "table";
    case "array": {
      const items = resolved(described.items ?? {});
      if (items.type === "number") return "point";
      if (items.type === "array") return "points";
      return items.type === "object" ? "tables" : "unknown";
    }
    default:
      return "unknown";
  }
}

/** The unit that a description names in brackets, such as `m/s`. */
export function unitOf({ description = "" }: Described): string {
  return /\((m|s|m\/s|m\/s²|m³\/s²|m²|rad|rad\/s|kg|N)(?=[),;])/u.exec(description)?.[1] ?? "";
}

/** A description as plain text. */
export function helpOf({ description = "" }: Described): string {
  return description.replaceAll("`", "").replaceAll("\n", " ");
}
