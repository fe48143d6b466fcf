import type { Player } from "./player";

/** What one camera does, the others do. */
export function shareCamera(players: Player[]): void {
  const [first, ...others] = players;
  if (first) for (const { stage } of others) stage.shareExtent(first.stage);
  for (const player of players) {
    player.onStale.listen(() => {
      for (const other of players) {
        if (other === player) continue;
        if (player.stage.camera.moved) other.stage.camera.follow(player.stage.camera);
        else if (other.stage.camera.moved) other.stage.camera.fit();
      }
    });
  }
}

/** The same agent is selected everywhere. */
export function shareSelection(players: Player[]): void {
  for (const player of players) {
    player.onSelected.listen(() => {
      for (const other of players) if (other.selected !== player.selected) other.select(player.selected);
    });
  }
}
