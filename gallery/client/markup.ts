/** Elements made in code. Text is always text here: nothing from outside is ever read as HTML. */

type Child = Node | string | null | undefined | false;
type Values = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/**
 * Makes an element. Values that are functions become listeners (`click`, `change`), `true` an empty attribute, and
 * `false`, `null` and `undefined` nothing.
 */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  values: Values = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  return filled(document.createElement(name), values, children);
}

/** The same for a part of a drawing. */
export function draw<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  values: Values = {},
  ...children: Child[]
): SVGElementTagNameMap[Name] {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), values, children);
}

function filled<Made extends Element>(made: Made, values: Values, children: Child[]): Made {
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === "function") made.addEventListener(key, value as EventListener);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, String(value));
  }
  made.append(...children.filter((child): child is Node | string => child instanceof Node || typeof child === "string"));
  return made;
}

/** Changes text only where it differs, so that selections and screen readers are left in peace. */
export function setText(node: Node, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

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
