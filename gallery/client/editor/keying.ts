import type { Board } from "./board";
import type { Point } from "./scene_data";
import { SelectTool, thingAt } from "./select_tool";
import { thingsOf } from "./things";

/** With Shift the cursor goes so many steps at once. */
const STRIDE = 5;

const ARROWS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** What keys do on the board, besides the tools' letters and undo, which the editor knows. */
export function keyOn(board: Board): void {
  board.element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) moveCursor(board, arrow, event.shiftKey ? STRIDE : 1);
    else if (event.key === "Enter" || event.key === " ") place(board);
    else if (event.key === "Escape") giveUp(board);
    else if (event.key === "+" || event.key === "=") zoom(board, 1.25);
    else if (event.key === "-") zoom(board, 0.8);
    else if (event.key === "0") board.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function moveCursor(board: Board, [dx, dy]: Point, times: number): void {
  const step = (board.snap || 0.1) * times;
  board.finger = false;
  board.cursor = board.snapped([board.cursor[0] + dx * step, board.cursor[1] + dy * step]);
  board.view.reveal(board.cursor);
  board.tool.move(board.cursor, board);
  board.look();
  const here = thingAt(thingsOf(board.model.scene), board.cursor, board.reach);
  const where = `x ${board.cursor[0]}, y ${board.cursor[1]}`;
  board.say(here ? `${where}: ${here.label}` : where);
}

function place(board: Board): void {
  board.tool.press(board.cursor, board, "keys");
  board.look();
}

function giveUp(board: Board): void {
  board.say(board.tool.cancel(board) ? "Given up." : "Nothing was begun.");
  if (board.tool instanceof SelectTool) board.show();
  board.look();
}

function zoom(board: Board, factor: number): void {
  board.view.zoom(factor, board.view.toScreen(board.cursor));
  board.look();
}
