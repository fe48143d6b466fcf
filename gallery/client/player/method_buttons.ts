import { make, setText } from "../markup";
import type { PlayerGroup } from "./group";
import { saidOfMethod } from "./tutorials";

/** Buttons for methods, which the digits choose, too. Each says whose method it is, and so does a line about the one that is chosen. */
export function methodButtons(owner: HTMLElement, group: PlayerGroup, methods: string[]): HTMLElement {
  const choose = (index: number): void => {
    const method = methods[index];
    if (method !== undefined) group.set([`method=${method}`]);
    show();
  };
  const buttons = methods.map((method, index) => make("button", { type: "button", "aria-pressed": "false", title: saidOfMethod(method), click: () => choose(index) },
    make("kbd", {}, String(index + 1)), method));
  const said = make("p", { class: "quiet method-said" });
  const show = (): void => {
    const method = group.players[0]?.setting.method;
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(methods[index] === method)));
    setText(said, method === undefined ? "" : saidOfMethod(method));
  };
  group.onState.listen(show);
  show();
  // The digits work wherever the focus is, unless somebody writes or another scene has it.
  document.addEventListener("keydown", (event) => {
    if (!owner.isConnected || group.unseen || event.ctrlKey || event.metaKey || event.altKey) return;
    const focused = event.target instanceof Element ? event.target : document.body;
    if (focused.closest("input:not([type=range]), select, textarea, [contenteditable]")) return;
    const scene = focused.closest("sidestep-scene, sidestep-versus, sidestep-compare, sidestep-editor");
    if (scene !== null && scene !== owner) return;
    const index = Number(event.key) - 1;
    if (!(index >= 0 && index < methods.length)) return;
    choose(index);
    event.preventDefault();
  });
  return make("div", { class: "player-methods", role: "group", "aria-label": "Method" }, ...buttons, said);
}
