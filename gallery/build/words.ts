import type { MarkdownOptions } from "vitepress";

type Markdown = Parameters<NonNullable<MarkdownOptions["config"]>>[0];

/** Head of the tables that say what the names in a formula are. */
const NAMES = ["name", "unit", "what it is"];

/**
 * Keeps words of code such as `--set` and `classic-2` in one piece, which would be broken after a hyphen, and marks tables of names,
 * whose rows a phone shows in another way than those of figures.
 */
export function renderWords(markdown: Markdown): void {
  const code = markdown.renderer.rules.code_inline!;
  markdown.renderer.rules.code_inline = (tokens, index, options, env, self) => {
    const html = code(tokens, index, options, env, self);
    return tokens[index]!.content.includes("-") ? html.replace(/>([^<]*-[^<]*)</, (_, text: string) => `>${inPieces(text)}<`) : html;
  };
  markdown.renderer.rules.table_open = (tokens, index, options, _, self) => {
    // A table that is wider than a phone is moved by keys.
    tokens[index]!.attrSet("tabindex", "0");
    const head = tokens.slice(index, index + 12).filter(({ type }) => type === "inline").map(({ content }) => content);
    if (NAMES.every((name, column) => head[column] === name)) tokens[index]!.attrJoin("class", "names");
    return self.renderToken(tokens, index, options);
  };
}

/** A line goes on after a blank, a comma or a slash, and nowhere else. */
function inPieces(text: string): string {
  const pieces = text.split(/(?<=[\s,/])/).map((piece) => (piece.includes("-") ? `<span class="piece">${piece}</span>` : piece));
  return pieces.join("<wbr>");
}
