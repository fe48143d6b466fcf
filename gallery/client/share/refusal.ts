/** Something from outside that isn't taken, with the reason in words for the page. */
export class Refusal extends Error {
  override name = "Refusal";
}

/** What to tell people of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  return String(thrown);
}
