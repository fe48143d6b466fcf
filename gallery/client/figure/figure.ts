import { ready } from "../core";
import { make, setText } from "../markup";
import { failureText } from "../live/failure";
import { watchTheme } from "../stage/theme";
import { Board } from "./board";
import { kindOf } from "./catalogue";
import type { SidestepNumber } from "./number";
import type { FigureBoard } from "./views";

/** One idea as a drawing that one can take hold of. */
export interface Kind {
  /** What the drawing shows, for those who can't see it. */
  label: string;
  /** The planes that it is drawn on, side by side. */
  boards: FigureBoard[];
  /** Puts the handles on the boards, and returns what draws all of it and says in a sentence what comes of it. */
  begin(figure: FigureParts): () => string;
}

/** What a kind of figure works with. */
export interface FigureParts {
  boards: Board[];
  /** A number of the text beside the figure. Throws if there is none of that name. */
  number(name: string): number;
  /** A word that was chosen there. */
  word(name: string): string;
  /** Says a result in the text, where it has a place of that name. */
  say(name: string, text: string): void;
  /** Something has been moved: draw again. */
  changed(): void;
  /** The element, for colours and attributes. */
  element: HTMLElement;
}

/**
 * `<sidestep-figure kind="…">` with a heading and a text that has `<sidestep-number>`s and `<b data-value="…">`s in it: text and drawing side by
 * side, and each follows the other. The drawing comes between heading and text, as it is read on a phone: while a page is still on its way,
 * nothing comes above what is there.
 */
export class SidestepFigure extends HTMLElement {
  private readonly ending = new AbortController();
  private started = false;

  connectedCallback(): void {
    if (this.started) return;
    this.started = true;
    // A built page has all three parts already, so that nothing moves when the drawing comes: see `build/figure_room.ts`.
    const heading = this.querySelector(":scope > h3");
    this.querySelector(":scope > .figure-drawing")?.remove();
    const text = this.querySelector<HTMLElement>(":scope > .figure-text")
      ?? make("div", { class: "figure-text" }, ...[...this.childNodes].filter((node) => node !== heading));
    const drawing = make("div", { class: "figure-drawing" });
    this.replaceChildren(...(heading ? [heading] : []), drawing, text);
    void this.start(text, drawing);
  }

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (!this.isConnected) this.ending.abort();
    });
  }

  private async start(text: HTMLElement, drawing: HTMLElement): Promise<void> {
    try {
      const kind = kindOf(this.getAttribute("kind") ?? "");
      const boards = kind.boards.map(({ view, heading }) => new Board(view, heading ? `${kind.label}: ${heading}` : kind.label));
      const told = make("p", { class: "figure-told", "aria-live": "polite" });
      drawing.append(
        make("div", { class: "figure-boards", "data-boards": boards.length }, ...boards.map(({ element }, index) =>
          make("div", {}, kind.boards[index]?.heading ? make("p", { class: "figure-heading" }, kind.boards[index].heading) : null, element))),
        told, make("p", { class: "figure-hint" }, "Drag the rings and the underlined numbers, or reach them by Tab and move them by the arrow keys."));
      await ready();
      if (this.ending.signal.aborted) return;
      const find = (name: string): SidestepNumber => {
        const found = text.querySelector<SidestepNumber>(`sidestep-number[name="${name}"]`);
        if (!found) throw new Error(`the text of this figure has no number "${name}"`);
        return found;
      };
      let asked = 0;
      const changed = (): void => {
        asked ||= requestAnimationFrame(() => {
          asked = 0;
          if (this.ending.signal.aborted) return;
          for (const board of boards) board.fit();
          for (const board of boards) board.begin();
          setText(told, update());
        });
      };
      const update = kind.begin({
        boards, element: this, changed, number: (name) => find(name).value, word: (name) => find(name).word,
        say: (name, words) => text.querySelectorAll(`[data-value="${name}"]`).forEach((place) => setText(place, words)),
      });
      const watcher = new ResizeObserver(() => {
        if (boards.some((board) => board.fit())) changed();
      });
      for (const { element } of boards) watcher.observe(element);
      const unwatch = watchTheme(changed);
      text.addEventListener("figure-number", changed);
      this.ending.signal.addEventListener("abort", () => {
        watcher.disconnect();
        unwatch();
        cancelAnimationFrame(asked);
      });
      changed();
      this.dataset["state"] = "ready";
    } catch (error) {
      drawing.replaceChildren(make("p", { class: "figure-failed", role: "alert" }, failureText(error)));
    }
  }
}
