import temml from "temml";
import type { MarkdownOptions } from "vitepress";

type Markdown = Parameters<NonNullable<MarkdownOptions["config"]>>[0];

/**
 * Turns fenced blocks of the language `math`, and code between dollars such as `` `$v^2$` ``, from LaTeX into MathML:
 * browsers draw that by themselves.
 */
export function renderFormulas(markdown: Markdown): void {
  const fence = markdown.renderer.rules.fence!;
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index]!;
    if (token.info.trim() !== "math") return fence(tokens, index, ...rest);
    return `<div class="formula" tabindex="0" role="group" aria-label="Formula" v-pre>${render(token.content, true)}</div>\n`;
  };
  const code = markdown.renderer.rules.code_inline!;
  markdown.renderer.rules.code_inline = (tokens, index, ...rest) => {
    const formula = /^\$(.+)\$$/.exec(tokens[index]!.content)?.[1];
    return formula ? `<span v-pre>${render(formula, false)}</span>` : code(tokens, index, ...rest);
  };
}

function render(formula: string, displayMode: boolean): string {
  // Names from the code stay whole words, for the eye and for screen readers, and look like code.
  const named = formula.replace(/\\mathtt\{([^{}]*)\}/g, "\\class{name}{\\text{$1}}");
  return temml.renderToString(named, { displayMode, throwOnError: true, trust: ({ command }) => command === "\\class" });
}
