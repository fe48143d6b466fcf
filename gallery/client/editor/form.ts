/** A form for any table of a scene, made from what the format says about its keys. */
import { methods } from "sidestep";
import { button, make } from "../markup";
import { valueAt } from "./at_path";
import { choiceField, type Given, numberField, pointField, pointsField, rangeField, switchField, textField, wordsOf } from "./fields";
import { askedFor, type Described, describedAt, resolved } from "./format";
import { fresh } from "./fresh";
import type { SceneDraft } from "./scene_data";

/** What every form needs to know. */
export interface Form {
  scene: SceneDraft;
  /** Sets the value at a path; `undefined` takes it away. */
  set(path: string, value: unknown): void;
}

/** Fields for these keys of the table at a path, in this order. */
export function fieldsFor(form: Form, path: string, keys: string[]): HTMLElement[] {
  const table = describedAt(path);
  return keys.flatMap((key) => {
    const described = table.properties?.[key];
    if (!described) return [];
    const inner = path === "" ? key : `${path}.${key}`;
    return [fieldFor(form, inner, key, resolved(described), table.required?.includes(key) ?? false)];
  });
}

function fieldFor(form: Form, path: string, key: string, described: Described, required: boolean): HTMLElement {
  const given: Given = {
    key,
    id: `property-${path.replaceAll(".", "-")}`,
    described,
    value: valueAt(form.scene, path),
    required,
    change: (value) => form.set(path, value),
  };
  if (key === "method") return choiceField(given, methods().map(({ name, description }) => ({ value: name, help: description })));
  switch (askedFor(described)) {
    case "number":
      return numberField(given);
    case "range":
      return rangeField(given);
    case "switch":
      return switchField(given);
    case "choice":
      return choiceField(given, choicesOf(described));
    case "text":
      return textField(given);
    case "point":
      return pointField(given);
    case "points":
      return pointsField(given);
    case "table":
      return tableField(form, path, key, described, given.value, required);
    case "tables":
      return tablesField(form, path, key, described, given.value);
    case "unknown":
      return make("p", {}, `${wordsOf(key)}: see the text.`);
  }
}

function choicesOf(described: Described): { value: string; help: string }[] {
  return (described.oneOf ?? []).flatMap((choice) =>
    choice.const === undefined ? [] : [{ value: choice.const, help: (choice.description ?? "").replaceAll("`", "") }],
  );
}

/** A table in the table: a box of its own, with a button to add it where it may be absent. */
function tableField(form: Form, path: string, key: string, described: Described, value: unknown, required: boolean): HTMLElement {
  const legend = make("legend", {}, wordsOf(key));
  if (value === undefined) {
    return make("div", { class: "absent" }, button(`Add ${wordsOf(key).toLowerCase()}`, () => form.set(path, fresh(described))));
  }
  // What is drawn can't be without its shape.
  const shape = /^obstacles\.\d+\.(circle|box|polygon)$/u.test(path);
  const away = !required && !shape && button("Remove", () => form.set(path, undefined), { "aria-label": `Remove ${wordsOf(key).toLowerCase()}` });
  return make("fieldset", {}, legend, ...fieldsFor(form, path, Object.keys(described.properties ?? {})), away);
}

function tablesField(form: Form, path: string, key: string, described: Described, value: unknown): HTMLElement {
  const items = resolved(described.items ?? {});
  const list = Array.isArray(value) ? value : [];
  const parts = list.map((item: Record<string, unknown>, index) => {
    const inner = `${path}.${index}`;
    const name = typeof item.kind === "string" ? item.kind : `${index + 1}`;
    return make(
      "details",
      { "data-path": inner },
      make("summary", {}, `${wordsOf(key)}: ${name}`),
      // Keys that are there come first; the rest waits in the order of the format.
      ...fieldsFor(form, inner, ordered(items, item)),
      button("Remove", () => form.set(inner, undefined), { "aria-label": `Remove ${name} of ${key}` }),
    );
  });
  const add = button(`Add to ${wordsOf(key).toLowerCase()}`, () => form.set(path, [...list, fresh(items)]));
  return make("fieldset", { class: "list" }, make("legend", {}, wordsOf(key)), ...parts, add);
}

function ordered(table: Described, item: Record<string, unknown>): string[] {
  const keys = Object.keys(table.properties ?? {});
  return [...keys.filter((key) => key in item), ...keys.filter((key) => !(key in item))];
}
