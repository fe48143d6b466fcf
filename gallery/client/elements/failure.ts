/** What went wrong, and, where that is known, how to mend it, as one text. */
export function failureText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/could not be loaded|is missing|fetch/i.test(text)) return `${text}. Load the page again; if that doesn't help, the site's folder "assets" is incomplete.`;
  return text;
}

/** The values of an attribute like `a=1; b=2`. */
export function assignments(text: string | null): string[] {
  return (text ?? "").split(";").map((part) => part.trim()).filter((part) => part !== "");
}

/** The values of an attribute like `a, b`. */
export function list(text: string | null, separator = ","): string[] {
  return (text ?? "").split(separator).map((part) => part.trim()).filter((part) => part !== "");
}
