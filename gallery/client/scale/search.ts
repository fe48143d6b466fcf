/** Which number of agents to try next, from what the trials so far have shown. */

/** The most that are tried. */
export const MOST_AGENTS = 100_000;
const FIRST = 500;
const LEAST = 10;
/** The search ends when the least number that failed is at most so many times the largest that held. */
const CLOSE = 1.1;

/** Doubles until a number fails, or halves until one holds; then goes between. */
export class Search {
  /** The largest number that held, and the least that failed. */
  held = 0;
  failed = Number.POSITIVE_INFINITY;

  /** The next number to try; nothing when the search has ended. */
  next(): number | undefined {
    const { held, failed } = this;
    if (held === 0 && failed === Number.POSITIVE_INFINITY) return FIRST;
    if (held >= MOST_AGENTS || failed <= LEAST) return undefined;
    if (failed === Number.POSITIVE_INFINITY) return Math.min(MOST_AGENTS, held * 2);
    if (held === 0) return Math.max(LEAST, Math.floor(failed / 2));
    if (failed / held <= CLOSE) return undefined;
    const between = rounded(Math.sqrt(held * failed));
    return between > held && between < failed ? between : undefined;
  }

  report(agents: number, holds: boolean): void {
    if (holds) this.held = Math.max(this.held, agents);
    else this.failed = Math.min(this.failed, agents);
  }
}

/** To two digits: more would pretend to a precision that no such measurement has. */
function rounded(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.round(value / unit) * unit;
}
