import { button, labelled, make, ticked } from "../markup";
import type { Board } from "./board";
import { SelectTool } from "./select_tool";
import type { Tool } from "./tool";
import { GoalTool, GroupTool, SingleTool } from "./tools_for_agents";
import { BoxTool, CircleTool, EdgesTool, PolygonTool, WallTool } from "./tools_for_solids";

export function allTools(): Tool[] {
  return [
    new SelectTool(),
    new WallTool(),
    new CircleTool(),
    new BoxTool(),
    new PolygonTool(),
    new GroupTool(),
    new SingleTool(),
    new GoalTool(),
    new EdgesTool(),
  ];
}

/** The grid's widths that can be chosen (m). */
const GRIDS = [0, 0.1, 0.25, 0.5, 1, 2];

/** Buttons for the tools, and how they draw: beside the board where there is room, else above it. */
export class Toolbar {
  readonly element: HTMLElement;
  /** What the tool at hand does, for over the board. */
  readonly hint = make("p", { class: "hint" });
  private readonly buttons: HTMLButtonElement[];

  constructor(
    private readonly board: Board,
    private readonly tools: Tool[],
    private readonly taken: () => void,
  ) {
    this.buttons = tools.map((tool) =>
      make(
        "button",
        { type: "button", click: () => this.take(tool), "aria-keyshortcuts": tool.key.toUpperCase() },
        tool.label,
        make("kbd", { "aria-hidden": "true" }, tool.key.toUpperCase()),
      ),
    );
    const grid = make(
      "select",
      { change: () => this.setGrid(Number(grid.value)) },
      ...GRIDS.map((width) => make("option", { value: width, selected: width === board.snap }, width === 0 ? "off" : `${width} m`)),
    );
    this.element = make(
      "div",
      { class: "toolbar" },
      make("div", { class: "row tools", role: "group", "aria-label": "Tools" }, ...this.buttons),
      make(
        "div",
        { class: "row options" },
        labelled("Grid", grid),
        ticked("New obstacles are crates", board.crates, (checked) => (board.crates = checked)),
        button("Zoom in", () => this.zoom(1.4)),
        button("Zoom out", () => this.zoom(1 / 1.4)),
        button("Show all", () => board.fit()),
      ),
    );
    this.show();
  }

  /** Takes the tool of a key. Returns whether there is one. */
  takeByKey(key: string): boolean {
    const tool = this.tools.find((candidate) => candidate.key === key.toLowerCase());
    if (tool) this.take(tool);
    return tool !== undefined;
  }

  take(tool: Tool): void {
    this.board.take(tool);
    this.board.say(`${tool.label}. ${tool.hint}`);
    this.show();
    this.taken();
  }

  private show(): void {
    this.tools.forEach((tool, index) => this.buttons[index]?.setAttribute("aria-pressed", String(tool === this.board.tool)));
    this.hint.textContent = this.board.tool.hint;
  }

  private setGrid(width: number): void {
    this.board.snap = width;
    this.board.look();
  }

  private zoom(factor: number): void {
    this.board.view.zoom(factor);
    this.board.look();
  }
}
