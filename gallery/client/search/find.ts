import type { Place } from "./places";

/** The places that have all words of a question, the best first, each place once. */
export function find(places: readonly Place[], question: string, most = 8): Place[] {
  const wanted = question.toLowerCase().split(/[^\p{L}\p{N}_-]+/u).filter((word) => word !== "");
  if (wanted.length === 0) return [];
  const whole = question.toLowerCase().trim();
  const found = places.map((place, order) => ({ place, order, worth: worthOf(place, wanted, whole) })).filter(({ worth }) => worth > 0);
  found.sort((a, b) => b.worth - a.worth || a.order - b.order);
  const seen = new Set<string>();
  const best: Place[] = [];
  for (const { place } of found) {
    const address = `${place.page}#${place.at}`;
    if (seen.has(address)) continue;
    seen.add(address);
    best.push(place);
    if (best.length === most) break;
  }
  return best;
}

/** How well a place answers: 0 if it lacks one of the words. Where something is explained stands before where it is only named. */
function worthOf(place: Place, wanted: string[], whole: string): number {
  const heading = place.heading.toLowerCase();
  const explained = place.what === undefined ? 1 : 2;
  let worth = place.terms.includes(whole) ? 20 * explained : heading === whole ? 30 : 0;
  for (const word of wanted) {
    const own = Math.max(
      Math.max(0, ...place.terms.map((term) => (term === word ? 10 : term.startsWith(word) ? 6 : term.includes(word) ? 3 : 0))) * explained,
      startsIn(heading, word) ? 12 : 0,
      startsIn(place.title.toLowerCase(), word) && place.at === "" ? 14 : 0,
      startsIn(place.words, word) ? 1 : 0,
    );
    if (own === 0) return 0;
    worth += own;
  }
  return worth;
}

/** Whether one of the words of a text begins so. */
function startsIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || /[^\p{L}\p{N}_]/u.test(text[at - 1]!)) return true;
  }
  return false;
}
