import type { Camera } from "drawing/camera";

/** Where the pointer is: in metres and in CSS pixels of the stage. */
export interface Point {
  x: number;
  y: number;
  screenX: number;
  screenY: number;
  /** How far off counts as hit, in metres: more for a finger than for a mouse. */
  reach: number;
  touch: boolean;
  shift: boolean;
}

/** Something that follows the pointer until it is let go. */
export interface Drag {
  move(point: Point): void;
  end(point: Point, cancelled: boolean): void;
}

/** What a stage does when it is touched. All parts may be left out. */
export interface Handler {
  /** Whether something is taken here. What isn't lets a mouse move the picture, and a finger the page. */
  grab?(point: Point): Drag | null;
  /** Pressed and let go at the same place. */
  tap?(point: Point): void;
  /** A finger or button that stays. Returns whether that did something: if so, the press is neither a tap nor a drag any more. */
  hold?(point: Point): boolean;
  hover?(point: Point | null): void;
  /** How the pointer looks here. */
  pointer?(point: Point): string;
}

const TAP_DISTANCE = 6;
const HOLD_MILLISECONDS = 550;

interface Press {
  id: number;
  start: Point;
  drag: Drag | null;
  moved: boolean;
  /** It stayed for long. */
  long: boolean;
  /** Staying for long did something. */
  held: boolean;
  timer: number;
}

/** Turns what pointers do on a stage into taps, drags, and moves of the camera. */
export class Gestures {
  handler: Handler = {};

  private readonly pointers = new Map<number, { x: number; y: number }>();
  private press: Press | null = null;
  private readonly stop = new AbortController();

  constructor(
    private readonly element: HTMLElement,
    private readonly camera: Camera,
    private readonly moved: () => void,
  ) {
    const listen = <Name extends keyof HTMLElementEventMap>(name: Name, listener: (event: HTMLElementEventMap[Name]) => void, passive = true) =>
      element.addEventListener(name, listener, { signal: this.stop.signal, passive });
    listen("pointerdown", (event) => this.down(event));
    listen("pointermove", (event) => this.move(event));
    listen("pointerup", (event) => this.up(event, false));
    listen("pointercancel", (event) => this.up(event, true));
    listen("pointerleave", () => this.handler.hover?.(null));
    listen("wheel", (event) => this.wheel(event), false);
    listen("contextmenu", (event) => {
      if (this.press?.long) event.preventDefault();
    }, false);
    // One finger scrolls the page unless it has taken something; two are always the stage's.
    listen("touchstart", (event) => {
      if (event.touches.length > 1 || this.press?.drag) event.preventDefault();
    }, false);
    listen("touchmove", (event) => {
      if (event.cancelable && (event.touches.length > 1 || this.press?.drag)) event.preventDefault();
    }, false);
  }

  destroy(): void {
    this.stop.abort();
    if (this.press) clearTimeout(this.press.timer);
  }

  /** Whether a pointer is down on the stage: what is under it must stay there. */
  get held(): boolean {
    return this.pointers.size > 0;
  }

  private point(event: MouseEvent, touch: boolean): Point {
    const box = this.element.getBoundingClientRect();
    const [screenX, screenY] = [event.clientX - box.left, event.clientY - box.top];
    return {
      screenX, screenY, touch, shift: event.shiftKey,
      x: this.camera.worldX(screenX), y: this.camera.worldY(screenY), reach: (touch ? 18 : 7) / this.camera.scale,
    };
  }

  private down(event: PointerEvent): void {
    const touch = event.pointerType !== "mouse";
    const point = this.point(event, touch);
    this.pointers.set(event.pointerId, { x: point.screenX, y: point.screenY });
    if (this.pointers.size > 1) {
      this.endPress(point, true);
      return;
    }
    if (event.button !== 0) return;
    const drag = this.handler.grab?.(point) ?? (touch ? null : this.panning());
    const press: Press = { id: event.pointerId, start: point, drag, moved: false, long: false, held: false, timer: 0 };
    press.timer = window.setTimeout(() => {
      press.long = true;
      press.held = this.handler.hold?.(point) ?? false;
    }, HOLD_MILLISECONDS);
    this.press = press;
    if (drag) this.element.setPointerCapture(event.pointerId);
  }

  private panning(): Drag {
    let last: Point | null = null;
    return {
      move: (point) => {
        const from = last ?? this.press?.start ?? point;
        this.camera.pan(point.screenX - from.screenX, point.screenY - from.screenY);
        this.element.classList.add("panning");
        this.moved();
        last = point;
      },
      end: () => this.element.classList.remove("panning"),
    };
  }

  private move(event: PointerEvent): void {
    const point = this.point(event, event.pointerType !== "mouse");
    const before = this.pointers.get(event.pointerId);
    if (before && this.pointers.size === 2) {
      this.pinch(event.pointerId, point);
    }
    if (before) this.pointers.set(event.pointerId, { x: point.screenX, y: point.screenY });
    const press = this.press;
    if (press?.id === event.pointerId) {
      const far = Math.hypot(point.screenX - press.start.screenX, point.screenY - press.start.screenY) > TAP_DISTANCE;
      if (far && !press.moved) {
        press.moved = true;
        clearTimeout(press.timer);
      }
      if (press.moved && !press.held) press.drag?.move(point);
    } else if (!before) {
      this.handler.hover?.(point);
      this.element.style.cursor = this.handler.pointer?.(point) ?? "";
    }
  }

  private pinch(moving: number, point: Point): void {
    const here = this.pointers.get(moving);
    const other = [...this.pointers].find(([id]) => id !== moving)?.[1];
    if (!here || !other) return;
    const before = Math.hypot(here.x - other.x, here.y - other.y);
    const after = Math.hypot(point.screenX - other.x, point.screenY - other.y);
    this.camera.pan((point.screenX - here.x) / 2, (point.screenY - here.y) / 2);
    if (before > 4) this.camera.zoom(after / before, (point.screenX + other.x) / 2, (point.screenY + other.y) / 2);
    this.moved();
  }

  private up(event: PointerEvent, cancelled: boolean): void {
    this.pointers.delete(event.pointerId);
    if (this.press?.id !== event.pointerId) return;
    this.endPress(this.point(event, event.pointerType !== "mouse"), cancelled);
  }

  private endPress(point: Point, cancelled: boolean): void {
    const press = this.press;
    this.press = null;
    if (!press) return;
    clearTimeout(press.timer);
    press.drag?.end(point, cancelled || !press.moved);
    if (!cancelled && !press.moved && !press.held) this.handler.tap?.(press.start);
  }

  private wheel(event: WheelEvent): void {
    // The wheel belongs to the page until the stage has been chosen.
    const chosen = event.ctrlKey || this.element.matches(":focus-within");
    if (!chosen) return;
    event.preventDefault();
    const { screenX, screenY } = this.point(event, false);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.camera.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0015)), screenX, screenY);
    this.moved();
  }
}
