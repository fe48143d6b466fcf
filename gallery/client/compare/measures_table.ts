import { make } from "../markup";
import type { Player } from "../player/player";
import { best, ROWS } from "./figures";

/** One table with the measures of all methods; the best is marked by a sign, a word and weight. */
export class MeasuresTable {
  readonly element: HTMLElement;
  private readonly cells: HTMLTableCellElement[][];
  private readonly players: Player[];

  constructor(methods: string[], players: Player[]) {
    this.players = players;
    this.cells = ROWS.map(() => methods.map(() => make("td")));
    const head = make("tr", {}, make("th", { scope: "col" }, "Measure"), ...methods.map((name) => make("th", { scope: "col" }, name)));
    const rows = ROWS.map(({ label, unit, help }, index) =>
      make(
        "tr",
        {},
        make("th", { scope: "row", title: help }, label, unit !== "" && make("span", { class: "quiet" }, ` ${unit}`)),
        ...(this.cells[index] ?? []),
      ),
    );
    const table = make("table", {}, make("caption", {}, "Measures so far"), make("thead", {}, head), make("tbody", {}, ...rows));
    this.element = make("div", { class: "wide measures-of-all", role: "region", "aria-label": "Measures", tabindex: 0 }, table);
    this.show();
  }

  show(): void {
    const measures = this.players.map(({ simulation }) => simulation.measures());
    ROWS.forEach((row, index) => {
      const values = measures.map((figures) => row.read(figures));
      const wins = best(row, values);
      values.forEach((value, column) => {
        const cell = this.cells[index]?.[column];
        if (!cell) return;
        const win = wins[column] ?? false;
        const text = `${value === null ? "–" : value.toFixed(row.digits)}${win ? " ✓ best" : ""}`;
        if (cell.textContent !== text) cell.textContent = text;
        cell.classList.toggle("best", win);
      });
    });
  }
}
