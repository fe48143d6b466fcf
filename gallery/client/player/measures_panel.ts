import { FIGURES } from "./figures";
import { make, setText } from "../markup";
import type { PlayerGroup } from "./group";
import type { Player } from "./player";
import { Sparkline } from "./sparkline";

/**
 * The figures of one or several scenes as numbers with small plots: cards for one, a table for several, in which the better one is
 * said.
 */
export function measuresPanel(group: PlayerGroup, columns: { player: Player; label: string }[]): HTMLElement {
  const several = columns.length > 1;
  const tag = several ? "td" : "dd";
  const rows = FIGURES.map((figure) => {
    const cells = columns.map(({ player, label }) => {
      const plot = new Sparkline(several ? `${figure.label} of ${label}` : figure.label);
      const [number, verdict] = [make("span", { class: "number" }), make("span", { class: "verdict" })];
      return { player, plot, number, verdict, element: make(tag, {}, make("div", {}, number, verdict, plot.element)) };
    });
    const unit = figure.unit ? [" ", make("span", { class: "unit" }, figure.unit)] : [];
    const name = several
      ? make("th", { scope: "row", title: figure.help }, figure.label, ...unit)
      : make("dt", { title: figure.help }, figure.label, ...unit);
    return { figure, cells, element: make(several ? "tr" : "div", {}, name, ...cells.map(({ element }) => element)) };
  });
  const elements = rows.map(({ element }) => element);
  const meanings = make("details", { class: "meanings" }, make("summary", {}, "What these figures mean"),
    make("dl", {}, ...FIGURES.map(({ label, help }) => make("div", {}, make("dt", {}, label), make("dd", {}, help)))));
  const panel = several
    ? make("table", { class: "measures" }, make("caption", {}, "Measures"),
      make("thead", {}, make("tr", {}, make("td"), ...columns.map(({ label }) => make("th", { scope: "col" }, label)))),
      make("tbody", {}, ...elements))
    : make("div", { class: "figures", role: "group", "aria-label": "Measures" }, make("dl", {}, ...elements));

  let lastSteps = -1;
  const update = (): void => {
    const steps = columns[0]?.player.simulation.steps ?? 0;
    const measures = columns.map(({ player }) => player.simulation.measures());
    for (const { figure, cells } of rows) {
      const values = measures.map((each) => figure.read(each));
      const known = values.filter((value) => typeof value === "number");
      const best = figure.better === "less" ? Math.min(...known) : Math.max(...known);
      const differ = figure.better !== null && known.length === values.length && values.some((value) => value !== best);
      cells.forEach(({ plot, number, verdict, element }, index) => {
        const value = values[index];
        setText(number, typeof value === "number" ? figure.text(value) : "–");
        setText(verdict, several && differ && value === best ? "✓ better" : "");
        element.classList.toggle("better", several && differ && value === best);
        if (steps !== lastSteps && typeof value === "number") plot.add(value);
        plot.draw(figure.text);
      });
    }
    lastSteps = steps;
  };
  group.onMeasures.listen(update);
  group.onRestart.listen(() => {
    lastSteps = -1;
    for (const { cells } of rows) for (const { plot } of cells) plot.clear();
  });
  requestAnimationFrame(() => {
    if (!columns.some(({ player }) => player.ended.aborted)) update();
  });
  return make("div", {}, panel, meanings);
}
