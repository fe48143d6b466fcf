import { make, newId, setText } from "../markup";
import { find } from "./find";
import { allPlaces, type Place } from "./places";

/** `<sidestep-search>`: a field that finds places on all pages, and a list of links to them that the arrow keys walk through. */
export class SidestepSearch extends HTMLElement {
  private readonly list = make("ul", { class: "search-found" });
  private readonly status = make("p", { class: "search-status", role: "status" });
  private readonly field = make("input", {
    type: "search", id: newId("search"), autocomplete: "off", spellcheck: "false", placeholder: "ahead2, whisker, detour …",
    input: () => void this.search(), focus: () => void allPlaces().catch(() => {}),
  });
  private turn = 0;

  connectedCallback(): void {
    if (this.field.isConnected) return;
    this.replaceChildren(
      make("form", { class: "search-form", role: "search", submit: (event: SubmitEvent) => { event.preventDefault(); this.links()[0]?.click(); } },
        make("label", { for: this.field.id }, "Search all pages"), this.field),
      this.status, this.list);
    this.addEventListener("keydown", (event) => this.key(event));
  }

  /** Puts the cursor into the field. */
  override focus(): void {
    this.field.focus();
    this.field.select();
  }

  private links(): HTMLAnchorElement[] {
    return [...this.list.querySelectorAll("a")];
  }

  private async search(): Promise<void> {
    this.turn += 1;
    const turn = this.turn;
    const question = this.field.value;
    try {
      const found = find(await allPlaces(), question);
      if (turn !== this.turn) return;
      this.list.replaceChildren(...found.map((place) => this.entry(place)));
      const count = found.length === 1 ? "One place." : `${found.length} places.`;
      setText(this.status, question.trim() === "" ? "" : found.length === 0 ? "Nothing of that name is on the pages." : count);
    } catch {
      if (turn === this.turn) setText(this.status, "The list of what can be found could not be loaded: try again.");
    }
  }

  private entry({ page, title, at, heading, what }: Place): HTMLElement {
    // Every page lies beside the others.
    const address = `${page}.html${at ? `#${at}` : ""}`;
    const link = make("a", { href: address, click: () => this.closest("dialog")?.close() }, heading);
    return make("li", {}, link, make("span", {}, heading === title ? "" : title, what ? `: ${what}` : ""));
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const stops: HTMLElement[] = [this.field, ...this.links()];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const next = stops[at + step];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }
}
