/** The values of an attribute like `a=1; b=2`. */
export function assignments(text: string | null): string[] {
  return (text ?? "").split(";").map((part) => part.trim()).filter((part) => part !== "");
}

/** The values of an attribute like `a, b`. */
export function list(text: string | null, separator = ","): string[] {
  return (text ?? "").split(separator).map((part) => part.trim()).filter((part) => part !== "");
}
