import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { VIEWS, type FigureBoard } from "../client/figure/views";

/** Puts into each figure of the built pages the room that its drawing will take, so that nothing moves when the script comes. */
export async function reserveFigures(outDir: string): Promise<void> {
  const files = await readdir(outDir, { recursive: true });
  for (const path of files.filter((name) => name.endsWith(".html")).map((name) => join(outDir, name))) {
    const html = await readFile(path, "utf8");
    const page = withRoom(html);
    if (page !== html) await writeFile(path, page);
  }
}

/** One page with room in its figures. Throws if there is no figure of a kind, or if one has no heading. */
export function withRoom(html: string): string {
  return html.replace(/(<sidestep-figure kind="([^"]*)"[^>]*>)(.*?)(<\/sidestep-figure>)/gs, (_match, begin, kind, within, end) => {
    const boards = (VIEWS as Record<string, FigureBoard[]>)[kind];
    if (!boards) throw new Error(`a page has a figure of kind "${kind}": client/figure/views.ts has none`);
    const parts = /^\s*(<h3.*?<\/h3>)(.*)$/s.exec(within);
    if (!parts) throw new Error(`the figure of kind "${kind}" doesn't begin with a heading: put "### …" first`);
    const [, heading, text] = parts;
    return `${begin}${heading}<div class="figure-drawing">${room(boards)}</div><div class="figure-text">${text}</div>${end}`;
  });
}

function room(boards: FigureBoard[]): string {
  const each = boards.map(({ view, heading }) => {
    const ratio = `${view.x[1] - view.x[0]} / ${view.y[1] - view.y[0]}`;
    return `<div>${heading ? `<p class="figure-heading">${heading}</p>` : ""}<svg class="figure-board" style="aspect-ratio: ${ratio}" aria-hidden="true"></svg></div>`;
  });
  return `<div class="figure-boards" data-boards="${boards.length}">${each.join("")}</div><p class="figure-told">&nbsp;</p>`
    + `<p class="figure-hint">Drag the rings and the underlined numbers, or reach them by Tab and move them by the arrow keys.</p>`;
}
