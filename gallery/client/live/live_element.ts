import type { PlayerGroup } from "../player/group";
import type { Player } from "../player/player";
import { inTurn } from "./turns";

/** An element of a page in which scenes run: it begins when its turn comes, and ends when it leaves the page. */
export abstract class LiveElement extends HTMLElement {
  players: Player[] = [];
  group: PlayerGroup | null = null;

  private started = false;

  /** The first of its scenes. */
  get player(): Player | null {
    return this.players[0] ?? null;
  }

  connectedCallback(): void {
    if (this.started) return;
    this.started = true;
    void inTurn(() => this.start());
  }

  disconnectedCallback(): void {
    // Moved within the page: it goes on.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.group?.destroy();
      this.group = null;
      this.players = [];
      this.started = false;
    });
  }

  /** What begins it anew after it could not be built. */
  protected readonly again = (): void => {
    this.replaceChildren();
    void inTurn(() => this.start());
  };

  /** Builds its scenes. What goes wrong it says itself. */
  protected abstract start(): Promise<void>;
}
