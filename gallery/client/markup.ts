import { make } from "drawing/markup";

export { draw, make, setText } from "drawing/markup";

type Child = Parameters<typeof make>[2];
type Values = Parameters<typeof make>[1];

let last = 0;

/** A new id, for a label and what it names. */
export function newId(what: string): string {
  last += 1;
  return `${what}-${last}`;
}

/** A label above its field. */
export function labelled(label: string, field: HTMLElement, ...after: Child[]): HTMLElement {
  field.id ||= newId("field");
  return make("div", { class: "labelled" }, make("label", { for: field.id }, label), field, ...after);
}

/** A box to tick with its label. */
export function ticked(label: string, checked: boolean, change: (checked: boolean) => void): HTMLLabelElement {
  const box = make("input", { type: "checkbox", checked, change: () => change(box.checked) });
  return make("label", { class: "ticked" }, box, label);
}

export function button(label: string, click: () => void, values: Values = {}): HTMLButtonElement {
  return make("button", { type: "button", click, ...values }, label);
}

/** Copies a text, or selects it where that isn't allowed, and says which. */
export async function copy(text: string, field: HTMLInputElement): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return "Copied.";
  } catch {
    field.focus();
    field.select();
    return "Selected: copy it with the keys or the menu of your device.";
  }
}
