/** Symbols in texts, figures and formulas that stand for the same thing light up together. */
export function startLighting(): void {
  let lit: Element[] = [];
  const light = (target: EventTarget | null): void => {
    for (const element of lit) element.classList.remove("lit");
    const name = target instanceof Element ? nameOf(target) : null;
    lit = name === null ? [] : [...document.querySelectorAll("main [data-part], main math .name")].filter((element) => nameOf(element) === name);
    // A symbol that stands alone has nothing to show.
    if (!lit.some((element) => element instanceof HTMLElement || element instanceof SVGElement)) lit = [];
    for (const element of lit) element.classList.add("lit");
  };
  document.addEventListener("pointerover", (event) => light(event.target));
  document.addEventListener("focusin", (event) => light(event.target));
}

function nameOf(element: Element): string | null {
  const part = element.closest<HTMLElement | SVGElement>("[data-part]");
  if (part) return part.dataset["part"] ?? null;
  return element.closest("math .name")?.textContent ?? null;
}
