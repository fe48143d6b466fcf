import { messageOf } from "../share";

/** What went wrong, and, where that is known, how to mend it, as one text. */
export function failureText(error: unknown): string {
  const text = messageOf(error);
  if (/could not be loaded|is missing|fetch/i.test(text)) return `${text}. If trying again doesn't help, the site's folder "assets" is incomplete.`;
  return text;
}
