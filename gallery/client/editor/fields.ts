/** Fields for single values, made from what the scene format says about them. */
import { make, newId } from "../markup";
import { type Described, helpOf, resolved, unitOf } from "./format";

/** What a field shows, and whom it tells of a new value; `undefined` stands for none. */
export interface Given {
  key: string;
  id: string;
  described: Described;
  value: unknown;
  required: boolean;
  change(value: unknown): void;
}

const WORDS: Record<string, string> = { dt: "time step", x: "x", y: "y", min: "lower left", max: "upper right" };

/** A key in words: `max_speed` is “Max speed”. */
export function wordsOf(key: string): string {
  const words = WORDS[key] ?? key.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function labelOf({ key, described }: Given): string {
  const unit = unitOf(described);
  return unit === "" ? wordsOf(key) : `${wordsOf(key)} (${unit})`;
}

/** A field with its label and, where the format has one, its explanation. */
function field(given: Given, ...inputs: HTMLElement[]): HTMLElement {
  const help = helpOf(given.described);
  const hint = newId("help");
  inputs.forEach((input) => input.setAttribute("aria-describedby", hint));
  const [first] = inputs;
  const label = make("label", { for: first?.id ?? "", title: help }, labelOf(given));
  return make(
    "div",
    { class: "field", "data-key": given.key },
    label,
    make("span", { class: "inputs" }, ...inputs),
    make("span", { id: hint, class: "unseen" }, help),
  );
}

/** A third of a second needn't fill the field with digits; what isn't changed keeps all of them. */
function shortOf(value: number): string {
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
}

function numberInput(given: Given, id: string, described: Described, value: unknown, change: (value: number | undefined) => void): HTMLInputElement {
  const shown = typeof value === "number" ? shortOf(value) : "";
  const standard = typeof given.described.default === "number" ? shortOf(given.described.default) : "";
  const input = make("input", {
    id,
    type: "number",
    inputmode: "decimal",
    step: described.type === "integer" ? 1 : "any",
    min: described.minimum,
    max: described.maximum,
    value: shown,
    placeholder: standard,
    required: given.required,
    change: () => {
      const number = input.value.trim() === "" ? undefined : Number(input.value);
      // What the engine would refuse isn't taken, and the field's own message says why.
      if (!input.reportValidity() || (number !== undefined && !Number.isFinite(number))) return;
      change(number);
    },
  });
  return input;
}

export function numberField(given: Given): HTMLElement {
  return field(given, numberInput(given, given.id, given.described, given.value, given.change));
}

/** One number for all, or two between which each gets its own. */
export function rangeField(given: Given): HTMLElement {
  const number = resolved(given.described.anyOf?.[0] ?? {});
  const range = typeof given.value === "object" ? (given.value as { min?: number; max?: number } | null) : null;
  let low = range?.min ?? (given.value as number | undefined);
  let high = range?.max;
  const tell = (): void => {
    if (low === undefined) given.change(undefined);
    else if (high === undefined || high === low) given.change(low);
    else given.change({ min: Math.min(low, high), max: Math.max(low, high) });
  };
  const from = numberInput(given, given.id, number, low, (value) => {
    low = value;
    tell();
  });
  const to = numberInput({ ...given, required: false, described: {} }, `${given.id}-to`, number, high, (value) => {
    high = value;
    tell();
  });
  to.setAttribute("aria-label", `${labelOf(given)}, up to`);
  to.setAttribute("placeholder", "same");
  return field(given, from, make("span", {}, "to"), to);
}

export function switchField(given: Given): HTMLElement {
  const box = make("input", {
    id: given.id,
    type: "checkbox",
    checked: (given.value ?? given.described.default) === true,
    change: () => given.change(box.checked),
  });
  return field(given, box);
}

export function choiceField(given: Given, choices: { value: string; help: string }[]): HTMLElement {
  const standard = typeof given.described.default === "string" ? `${given.described.default} (default)` : "not set";
  const select = make(
    "select",
    { id: given.id, change: () => given.change(select.value === "" ? undefined : select.value) },
    !given.required && make("option", { value: "", selected: given.value === undefined }, standard),
    ...choices.map(({ value, help }) => make("option", { value, title: help, selected: given.value === value }, value)),
  );
  return field(given, select);
}

export function textField(given: Given): HTMLElement {
  const input = make("input", {
    id: given.id,
    type: "text",
    value: typeof given.value === "string" ? given.value : "",
    maxlength: given.described.maxLength,
    required: given.required,
    autocomplete: "off",
    change: () => {
      // Not the field's own `pattern`: that has another syntax than the schema.
      const fits = input.value === "" || new RegExp(given.described.pattern ?? "", "u").test(input.value);
      input.setCustomValidity(fits ? "" : given.described.description ?? "This isn't allowed here.");
      if (input.reportValidity()) given.change(input.value === "" ? undefined : input.value);
    },
  });
  return field(given, input);
}

export function pointField(given: Given): HTMLElement {
  const value = Array.isArray(given.value) ? [...given.value] : [undefined, undefined];
  const number = resolved(given.described.items ?? {});
  const inputs = (["x", "y"] as const).map((axis, index) => {
    const id = index === 0 ? given.id : `${given.id}-${axis}`;
    const input = numberInput({ ...given, described: {} }, id, number, value[index], (entered) => {
      value[index] = entered;
      if (value.every((coordinate) => coordinate === undefined)) given.change(undefined);
      else if (value.every((coordinate) => typeof coordinate === "number")) given.change([...value]);
    });
    input.setAttribute("aria-label", `${labelOf(given)}, ${axis}`);
    return input;
  });
  return field(given, ...inputs);
}

/** A list of points, one a line. */
export function pointsField(given: Given): HTMLElement {
  const points = Array.isArray(given.value) ? (given.value as [number, number][]) : [];
  const text = make("textarea", {
    id: given.id,
    rows: Math.min(8, Math.max(2, points.length)),
    spellcheck: "false",
    change: () => {
      const read = text.value.split("\n").filter((line) => line.trim() !== "").map((line) => line.trim().split(/[\s,;]+/u).map(Number));
      const fine = read.every((point) => point.length === 2 && point.every(Number.isFinite));
      text.setCustomValidity(fine ? "" : "Two numbers a line: x and y, such as 2.5, -1");
      if (text.reportValidity()) given.change(read.length === 0 ? undefined : read);
    },
  });
  text.value = points.map((point) => point.join(", ")).join("\n");
  return field(given, text);
}
