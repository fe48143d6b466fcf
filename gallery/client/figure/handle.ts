import type { Pair } from "sidestep";
import { draw } from "../markup";
import type { Board } from "./board";

export interface HandleOptions {
  /** What it moves, for those who can't see it. */
  label: string;
  at(): Pair;
  move(to: Pair): void;
  /** How far an arrow key moves it, in units of the drawing: 0.1 if not given. */
  step?: number;
  /** The symbol of the page that it stands for. */
  part?: string;
  /** A small one at the tip of an arrow instead of the ring in the middle of something. */
  tip?: boolean;
}

const ARROWS: Record<string, Pair> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Something in a drawing that pointer and arrow keys move. */
export class Handle {
  readonly element: SVGGElement;

  constructor(private readonly board: Board, private readonly options: HandleOptions) {
    const size = options.tip ? 5.5 : 7.5;
    this.element = draw("g", {
      class: options.tip ? "handle tip" : "handle", tabindex: 0, role: "button", "aria-roledescription": "point to drag", "data-part": options.part,
      pointerdown: (event: PointerEvent) => this.drag(event), keydown: (event: KeyboardEvent) => this.key(event),
    }, draw("circle", { class: "reach", r: 22 }), draw("circle", { class: "ring", r: size }), draw("circle", { class: "knob", r: options.tip ? 2 : 2.5 }));
  }

  /** Where it is now. */
  place(): void {
    const at = this.options.at();
    const [x, y] = this.board.at(at);
    this.element.setAttribute("transform", `translate(${x} ${y})`);
    this.element.setAttribute("aria-label", `${this.options.label}, at ${at[0].toFixed(1)}, ${at[1].toFixed(1)}: arrow keys move it`);
  }

  private drag(event: PointerEvent): void {
    if (event.button !== 0) return;
    // Else the page would be scrolled or text selected.
    event.preventDefault();
    this.element.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
    this.element.classList.add("held");
    const [start, at] = [this.board.under(event), this.options.at()];
    const off: Pair = [at[0] - start[0], at[1] - start[1]];
    const stop = new AbortController();
    const move = (moved: PointerEvent): void => {
      const [x, y] = this.board.under(moved);
      this.options.move(this.board.inside([x + off[0], y + off[1]]));
    };
    const end = (): void => {
      this.element.classList.remove("held");
      stop.abort();
    };
    this.element.addEventListener("pointermove", move, { signal: stop.signal });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"] as const) this.element.addEventListener(name, end, { signal: stop.signal });
  }

  private key(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key];
    if (!arrow || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const step = (this.options.step ?? 0.1) * (event.shiftKey ? 5 : 1);
    const [x, y] = this.options.at();
    this.options.move(this.board.inside([x + arrow[0] * step, y + arrow[1] * step]));
  }
}
