import { SPEEDS, type PlayerGroup } from "./group";
import type { Player } from "./player";

/** What the keys do, for the help. */
export function keyHelp(player: Player, methods: string[]): [keys: string, action: string][] {
  const arrows = { goal: "move the goal", crates: "move the cursor for crates", none: "move the picture" }[player.hands.touch];
  return [
    ["Space", "play or pause"],
    [".", "one step"],
    ["R", "from the beginning"],
    ["[ ]", "slower, faster"],
    ["N P", "next, previous agent"],
    ["F", "forces of all agents"],
    ["Escape", player.hands.touch === "goal" ? "select none, let all go their own ways" : "select none"],
    ["← ↑ ↓ →", arrows],
    ["Alt + arrows", "move the selected agent"],
    ...(player.hands.touch === "crates" ? [["Enter Delete", "drop, remove a crate at the cursor"] as [string, string]] : []),
    ...(methods.length > 0 ? [[`1–${methods.length}`, "choose a method"] as [string, string]] : []),
    ["+ − 0", "closer, further, all"],
  ];
}

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Does what a key on the stage stands for. Returns whether it stands for anything. */
export function pressKey(event: KeyboardEvent, player: Player, group: PlayerGroup): boolean {
  if (event.ctrlKey || event.metaKey) return false;
  const arrow = ARROWS[event.key];
  if (arrow) {
    if (event.altKey) return player.hands.nudge(...arrow);
    player.hands.arrow(...arrow);
    return true;
  }
  if (event.altKey) return false;
  const zoom = (factor: number): void => {
    player.stage.camera.zoom(factor);
    player.onStale.emit();
  };
  const pace = (by: 1 | -1): void => {
    const index = SPEEDS.indexOf(group.speed) + by;
    group.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, index))] ?? 1;
  };
  const actions: Record<string, () => boolean | void> = {
    " ": () => group.toggle(),
    ".": () => group.step(),
    r: () => void group.restart(),
    n: () => player.selectNext(1),
    p: () => player.selectNext(-1),
    f: () => group.showForces(!player.forcesOfAll),
    "[": () => pace(-1),
    "]": () => pace(1),
    "+": () => zoom(1.25),
    "=": () => zoom(1.25),
    "-": () => zoom(0.8),
    "−": () => zoom(0.8),
    "0": () => player.stage.fit(),
    Enter: () => player.hands.dropAtCursor(),
    Delete: () => player.hands.removeAtCursor(),
    Backspace: () => player.hands.removeAtCursor(),
    Escape: () => {
      const led = player.hands.letGo();
      const hidden = player.hands.hideCursor() || led;
      if (player.selected !== null) player.select(null);
      else if (!hidden) return false;
      player.onStale.emit();
      return true;
    },
  };
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  return action !== undefined && action() !== false;
}
