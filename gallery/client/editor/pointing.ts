import type { Board } from "./board";
import type { Point } from "./scene_data";
import { SelectTool, thingAt } from "./select_tool";
import { thingsOf } from "./things";

/** So far (pixels) a pointer may shake and still click. */
const SHAKE = 5;

/** Mouse, pen and fingers on the board: one draws, two move and zoom the view. */
export function pointOn(board: Board): void {
  const { element } = board;
  const fingers = new Map<number, Point>();
  let pressed: Point | undefined;
  let dragged = false;
  let panning = false;
  // What a finger does by its press, until it is sure that no second one follows: two place nothing.
  let pending: (() => void) | undefined;
  const settle = (): void => {
    pending?.();
    pending = undefined;
  };

  const at = (event: PointerEvent | MouseEvent | WheelEvent): Point => {
    const box = element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  // What is taken is looked for where the pointer is; what is placed snaps to the grid.
  const place = (screen: Point): Point => {
    const exact = board.view.toWorld(screen);
    return board.tool instanceof SelectTool && !board.tool.holds ? exact : board.snapped(exact);
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.button > 1) return;
    const screen = at(event);
    board.finger = event.pointerType === "touch";
    fingers.set(event.pointerId, screen);
    element.setPointerCapture(event.pointerId);
    if (fingers.size > 1) {
      board.tool.cancel(board);
      pressed = undefined;
      pending = undefined;
      board.look();
      return;
    }
    pressed = screen;
    dragged = false;
    const world = board.view.toWorld(screen);
    const free = board.tool instanceof SelectTool && emptyAt(board, world);
    panning = event.button === 1 || free;
    if (panning) return;
    pending = () => {
      board.tool.press(board.tool instanceof SelectTool ? world : board.snapped(world), board, "pointer");
      moveCursor(board, board.snapped(world));
    };
    if (!board.finger) settle();
  });

  element.addEventListener("pointermove", (event) => {
    const screen = at(event);
    const before = fingers.get(event.pointerId);
    if (before) fingers.set(event.pointerId, screen);
    if (fingers.size === 2 && before) return pinch(board, fingers, event.pointerId, before, screen);
    if (pressed && Math.hypot(screen[0] - pressed[0], screen[1] - pressed[1]) > SHAKE) dragged = true;
    if (dragged) settle();
    if (pending) return;
    if (panning && before) {
      board.view.pan(screen[0] - before[0], screen[1] - before[1]);
      board.look();
      return;
    }
    board.tool.move(place(screen), board);
    board.showDraft();
  });

  const end = (event: PointerEvent): void => {
    const screen = at(event);
    const mine = fingers.delete(event.pointerId);
    if (!mine || fingers.size > 0) return;
    settle();
    if (panning && !dragged) board.model.select("");
    if (pressed && !panning) {
      const target = dragged ? place(screen) : board.snapped(board.view.toWorld(screen));
      if (board.tool instanceof SelectTool && !dragged) board.tool.cancelGrip();
      else board.tool.release(target, board, dragged);
      if (dragged) moveCursor(board, board.snapped(target));
    }
    pressed = undefined;
    panning = false;
    board.look();
  };
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", (event) => {
    fingers.delete(event.pointerId);
    board.tool.cancel(board);
    pressed = undefined;
    pending = undefined;
    panning = false;
  });

  // The page scrolls as everywhere, unless somebody works on the board.
  element.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== element) return;
      event.preventDefault();
      board.view.zoom(Math.exp(-event.deltaY / 400), at(event));
      board.look();
    },
    { passive: false },
  );
}

function emptyAt(board: Board, world: Point): boolean {
  const things = thingsOf(board.model.scene);
  const selected = things.find((thing) => thing.key === board.model.selected);
  const near = selected?.handles.some((handle) => Math.hypot(handle.at[0] - world[0], handle.at[1] - world[1]) <= board.reach);
  return !near && !thingAt(things, world, board.reach);
}

function moveCursor(board: Board, to: Point): void {
  board.cursor = to;
  board.showDraft();
}

function pinch(board: Board, fingers: Map<number, Point>, moved: number, before: Point, now: Point): void {
  const other = [...fingers].find(([id]) => id !== moved)?.[1];
  if (!other) return;
  const [was, is] = [before, now].map((point) => Math.hypot(point[0] - other[0], point[1] - other[1])) as [number, number];
  const middle: Point = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
  board.view.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
  if (was > 1) board.view.zoom(is / was, middle);
  board.look();
}
