import site from "../../site.json";

export interface Page {
  name: string;
  group: string;
  menu: string;
  title: string;
  description: string;
  /** The scene that runs on its card. */
  scene?: string;
}

export interface Group {
  title: string;
  pages: Page[];
}

/** The menu: pages by group, in the order in which they are read. */
export const groups: Group[] = site.groups.map((title) => ({
  title,
  pages: site.pages.filter((page) => page.group === title),
}));

export function pageOf(relativePath: string): Page | undefined {
  return site.pages.find((page) => page.name === relativePath.replace(/\.md$/, ""));
}

/** The pages before and after one. */
export function neighbours(page: Page | undefined): { before: Page | undefined; after: Page | undefined } {
  const index = site.pages.findIndex((candidate) => candidate.name === page?.name);
  return { before: site.pages[index - 1], after: index < 0 ? undefined : site.pages[index + 1] };
}

export function addressOf(page: Page): string {
  return `/${page.name}.html`;
}
