import { askedFor, type Described, resolved } from "./format";

/** A value that the format takes, for something that is added: the default, or what is needed and nothing else. */
export function fresh(described: Described): unknown {
  if (described.default !== undefined) return structuredClone(described.default);
  switch (askedFor(described)) {
    case "number":
      return Math.max(1, described.minimum ?? 1);
    case "range":
      return 1;
    case "switch":
      return false;
    case "choice":
      return described.oneOf?.[0]?.const;
    case "text":
      return "name";
    case "point":
      return [0, 0];
    case "points":
      return [
        [0, 0],
        [1, 0],
        [1, 1],
      ];
    case "table":
      return freshTable(described);
    case "tables":
    case "unknown":
      return [];
  }
}

function freshTable({ properties = {}, required = [] }: Described): Record<string, unknown> {
  const table: Record<string, unknown> = {};
  for (const key of required) table[key] = fresh(resolved(properties[key] ?? {}));
  // A box must have an inside, and a span of heights too.
  if ("min" in table && "max" in table) table.max = Array.isArray(table.max) ? [2, 2] : 2;
  if ("low" in table && "high" in table) Object.assign(table, { low: 0, high: 2 });
  // A goal is a point until it is made something else.
  if ("point" in properties && "mirror" in properties) table.point = [0, 0];
  return table;
}
