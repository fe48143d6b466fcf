import { SidestepSearch } from "./field";

/** Lets the header's button, and the key `/`, open the field over the page. */
export function startSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>("dialog.search-dialog");
  const open = (): void => {
    if (!dialog || dialog.open) return;
    dialog.showModal();
    dialog.querySelector<SidestepSearch>("sidestep-search")?.focus();
  };
  document.querySelector("button.find")?.addEventListener("click", open);
  // A click beside it closes it, as Escape does.
  dialog?.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, [contenteditable]")) return;
    event.preventDefault();
    open();
  });
}
