import { placeLabels, type Box, type Label } from "drawing/labels";
import { cssColour } from "drawing/palette";

/**
 * Words above the drawing, as text of the page: sharp at every size, and with a halo that keeps them legible on anything. They make
 * way for each other; what finds no place is left to the panel beside the stage.
 */
export class Labels {
  readonly element = document.createElement("div");

  private readonly pool: HTMLSpanElement[] = [];

  constructor() {
    this.element.className = "stage-labels";
    // The panel says the same to those who can't see it.
    this.element.setAttribute("aria-hidden", "true");
  }

  show(labels: Label[], width: number, height: number, keepFree: Box[] = [], betterFree: Box[] = []): void {
    const placed = placeLabels(labels, width, height, keepFree, betterFree);
    placed.forEach(({ text, colour, left, top }, index) => {
      const span = (this.pool[index] ??= this.add());
      if (span.textContent !== text) span.textContent = text;
      span.style.color = cssColour(colour);
      span.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
      span.hidden = false;
    });
    for (const span of this.pool.slice(placed.length)) span.hidden = true;
  }

  private add(): HTMLSpanElement {
    const span = document.createElement("span");
    this.element.append(span);
    return span;
  }
}
