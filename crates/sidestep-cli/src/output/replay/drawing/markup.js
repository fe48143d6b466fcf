/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: never) => void)>} Values */

/**
 * Makes an element. Values that are functions become listeners (`click`, `change`), `true` an empty attribute, and
 * `false`, `null` and `undefined` nothing. Text is always text: nothing from outside is ever read as HTML.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Values} values
 * @param {Child[]} children
 */
export function make(name, values = {}, ...children) {
  return filled(document.createElement(name), values, children);
}

/**
 * The same for a part of a drawing.
 *
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Values} values
 * @param {Child[]} children
 */
export function draw(name, values = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), values, children);
}

/**
 * @template {Element} Made
 * @param {Made} made
 * @param {Values} values
 * @param {Child[]} children
 */
function filled(made, values, children) {
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === "function") made.addEventListener(key, /** @type {EventListener} */ (value));
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, String(value));
  }
  for (const child of children) if (child) made.append(child);
  return made;
}

/**
 * Changes text only where it differs, so that selections and screen readers are left in peace.
 *
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
