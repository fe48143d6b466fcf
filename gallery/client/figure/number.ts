import { setText } from "../markup";

// So many pixels of dragging go from the least to the most.
const FULL_WAY = 260;

/**
 * `<sidestep-number name="…" label="…" value="3" min="1" max="6" step="0.1" unit="m">3.0 m</sidestep-number>`: a number in a sentence that is a
 * slider. With `options="two|three"` it is a word that is chosen. Its figure hears an event `figure-number`.
 */
export class SidestepNumber extends HTMLElement {
  value = 0;

  private options: string[] = [];
  private least = 0;
  private most = 1;
  private step = 1;

  connectedCallback(): void {
    if (this.hasAttribute("role")) return;
    const number = (name: string, otherwise: number): number => Number(this.getAttribute(name) ?? otherwise);
    this.options = this.getAttribute("options")?.split("|") ?? [];
    this.least = number("min", 0);
    this.most = number("max", Math.max(1, this.options.length - 1));
    this.step = number("step", 1);
    this.value = number("value", this.least);
    this.setAttribute("role", "slider");
    this.tabIndex = 0;
    this.setAttribute("aria-label", this.getAttribute("label") ?? this.getAttribute("name") ?? "");
    this.setAttribute("aria-valuemin", String(this.least));
    this.setAttribute("aria-valuemax", String(this.most));
    this.title = this.options.length > 0 ? "Click to change" : "Drag to the side, or use the arrow keys";
    this.addEventListener("pointerdown", (event) => this.drag(event));
    this.addEventListener("keydown", (event) => this.key(event));
    this.show();
  }

  /** The word that is chosen. */
  get word(): string {
    return this.options[this.value] ?? "";
  }

  private set(wanted: number): void {
    const whole = this.least + Math.round((wanted - this.least) / this.step) * this.step;
    const value = Number(Math.min(this.most, Math.max(this.least, whole)).toFixed(6));
    if (value === this.value) return;
    this.value = value;
    this.show();
    this.dispatchEvent(new CustomEvent("figure-number", { bubbles: true }));
  }

  private show(): void {
    const digits = Math.max(0, -Math.floor(Math.log10(this.step) + 1e-9));
    const unit = this.getAttribute("unit");
    // The sign and the unit stay with the number at the end of a line.
    const text = this.word || `${this.value.toFixed(digits).replace("-", "−")}${unit ? `\u00a0${unit}` : ""}`;
    setText(this, text);
    this.setAttribute("aria-valuenow", String(this.value));
    this.setAttribute("aria-valuetext", text);
  }

  private drag(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    this.focus({ preventScroll: true });
    if (this.options.length > 0) {
      this.set((this.value + 1) % this.options.length);
      return;
    }
    this.setPointerCapture(event.pointerId);
    const [from, value] = [event.clientX, this.value];
    const stop = new AbortController();
    this.addEventListener("pointermove", (moved) => this.set(value + ((moved.clientX - from) / FULL_WAY) * (this.most - this.least)), { signal: stop.signal });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) this.addEventListener(name, () => stop.abort(), { signal: stop.signal });
  }

  private key(event: KeyboardEvent): void {
    const large = Math.max(this.step, (this.most - this.least) / 10);
    const to: Record<string, number> = {
      ArrowRight: this.value + this.step, ArrowUp: this.value + this.step, ArrowLeft: this.value - this.step, ArrowDown: this.value - this.step,
      PageUp: this.value + large, PageDown: this.value - large, Home: this.least, End: this.most,
      ...(this.options.length > 0 && { " ": (this.value + 1) % this.options.length, Enter: (this.value + 1) % this.options.length }),
    };
    const wanted = to[event.key];
    if (wanted === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.set(wanted);
  }
}
