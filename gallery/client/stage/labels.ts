import { cssColour } from "./pen";

/** Words on the stage: from `x`, `y` in CSS pixels, the middle of the line of text. */
export interface Label {
  text: string;
  x: number;
  y: number;
  colour: number;
  /** Where the text lies from there. */
  side?: "right" | "left" | "centre";
  /** Those with a lower rank have the first choice of places; 1 if not given. */
  rank?: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const HEIGHT = 16;
const SHIFTS = [0, -16, 16, -32, 32, -48, 48, -64, 64, -80, 80];

/**
 * Words above the drawing, as text of the page: sharp at every size, and with a halo that keeps them legible on anything. They make
 * way for each other; what finds no place is left to the panel beside the stage.
 */
export class Labels {
  readonly element = document.createElement("div");

  private readonly pool: HTMLSpanElement[] = [];
  private readonly widths = new Map<string, number>();
  private readonly context = document.createElement("canvas").getContext("2d");

  constructor() {
    this.element.className = "stage-labels";
    // The panel says the same to those who can't see it.
    this.element.setAttribute("aria-hidden", "true");
  }

  show(labels: Label[], width: number, height: number, keepFree: Box[] = []): void {
    const taken = [...keepFree];
    let used = 0;
    for (const label of [...labels].sort((a, b) => (a.rank ?? 1) - (b.rank ?? 1))) {
      const wide = this.width(label.text);
      const wanted = label.x - wide * { right: 0, centre: 0.5, left: 1 }[label.side ?? "right"];
      const left = Math.max(4, Math.min(wanted, width - wide - 4));
      const top = freePlace(taken, left, label.y - HEIGHT / 2, wide, height);
      if (top === null) continue;
      const span = (this.pool[used] ??= this.add());
      used += 1;
      if (span.textContent !== label.text) span.textContent = label.text;
      span.style.color = cssColour(label.colour);
      span.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
      span.hidden = false;
    }
    for (const span of this.pool.slice(used)) span.hidden = true;
  }

  private add(): HTMLSpanElement {
    const span = document.createElement("span");
    this.element.append(span);
    return span;
  }

  private width(text: string): number {
    let width = this.widths.get(text);
    if (width === undefined) {
      if (this.widths.size > 2000) this.widths.clear();
      if (this.context) this.context.font = "600 12.5px system-ui, sans-serif";
      width = this.context?.measureText(text).width ?? text.length * 7;
      this.widths.set(text, width);
    }
    return width;
  }
}

function freePlace(taken: Box[], left: number, top: number, width: number, height: number): number | null {
  for (const shift of SHIFTS) {
    const box = { left, right: left + width, top: top + shift, bottom: top + shift + HEIGHT };
    if (box.top < 2 || box.bottom > height - 2) continue;
    if (taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)) continue;
    taken.push(box);
    return box.top;
  }
  return null;
}
