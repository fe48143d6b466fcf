import { make } from "../markup";
import type { Hands } from "./hands";
import type { Player } from "./player";

/** What a click on free ground does: drop a crate, or remove one. */
export function crateTools(player: Player): HTMLElement {
  const tools: [Hands["tool"], string][] = [["drop", "Drop crates"], ["remove", "Remove crates"]];
  const buttons = tools.map(([tool, text]) => make("button", { type: "button", "aria-pressed": String(player.hands.tool === tool), click: () => {
    player.hands.tool = tool;
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(tools[index]?.[0] === tool)));
  } }, text));
  return make("div", { class: "player-methods", role: "group", "aria-label": "What a click does" }, ...buttons,
    make("span", { class: "quiet" }, "Click free ground, or hold a crate to take it away."));
}
