/** Values in nested data by a path such as `agents.0.radius`. */

type Holder = Record<string, unknown>;

export function valueAt(data: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, part) => (value as Holder | undefined)?.[part], data);
}

/** Sets a value, making the tables on the way; `undefined` takes it away. */
export function setAt(data: object, path: string, value: unknown): void {
  const parts = path.split(".");
  const last = parts.pop() ?? "";
  let holder = data as Holder;
  for (const part of parts) holder = (holder[part] ??= {}) as Holder;
  if (value !== undefined) holder[last] = value;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
}
