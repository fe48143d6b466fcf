import type { HeadConfig } from "vitepress";

/**
 * The first lines that run in each page, before anything is drawn: the colours must be right from the first picture, and
 * the engine had better be under way. Pages opened as files may not fetch; there `client/core.ts` finds another way.
 */
const firstLines = `
(() => {
  let chosen = null;
  try { chosen = localStorage.getItem("sidestep-colours"); } catch {}
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.classList.toggle("dark", dark);
  document.documentElement.classList.add("scripted");
  if (location.protocol !== "file:") self.sidestepEngine = fetch(__ASSETS__ + "sidestep.wasm");
})();
`;

/** What the head of a built page holds, `depth` folders below the top. */
export function head(depth: number): HeadConfig[] {
  const assets = "../".repeat(depth) + "assets/";
  return [
    ["meta", { name: "color-scheme", content: "light dark" }],
    ["link", { rel: "icon", href: icon }],
    ["script", {}, firstLines.replace("__ASSETS__", JSON.stringify(assets))],
    ["script", { defer: "", src: "/assets/gallery.js" }],
  ];
}

/** Two agents that pass each other. Part of the page, so that nothing has to be fetched for it. */
const icon =
  "data:image/svg+xml," +
  encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b6b74"/>` +
      `<path d="M9 27C9 19 13 19 13 12V6m-4 4 4-4 4 4" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>` +
      `<circle cx="22" cy="19" r="5" fill="#ffc46b"/></svg>`,
  );
