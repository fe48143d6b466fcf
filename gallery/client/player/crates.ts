import type { Outline, Pair } from "sidestep";
import type { Player } from "./player";

const SIDE = 1.2;

/** Crates of a scene that runs, those that were dropped into it too. */
export class Crates {
  private readonly dropped: number[] = [];

  constructor(private readonly player: Player) {}

  /** The one that would be dropped next. */
  next(at: Pair): Outline {
    // Each lies a little differently.
    return crate(at, 0.4 + this.dropped.length * 0.7);
  }

  drop(at: Pair): void {
    const outline = this.next(at);
    this.player.attempt((simulation) => this.dropped.push(simulation.insertObstacle(outline, true)));
  }

  /** Index of the crate, or anything else that is there for a while only, at a place, or −1. */
  at(x: number, y: number): number {
    const obstacle = this.player.simulation.obstacleAt(x, y, 0);
    return this.player.setting.obstacles[obstacle]?.temporary ? obstacle : -1;
  }

  /** Index of the one dropped last, or −1. */
  last(): number {
    return this.dropped.at(-1) ?? -1;
  }

  remove(obstacle: number): void {
    const done = this.player.attempt((simulation) => simulation.removeObstacle(obstacle));
    const index = this.dropped.indexOf(obstacle);
    if (done && index >= 0) this.dropped.splice(index, 1);
  }
}

function crate([x, y]: Pair, angle: number): Outline {
  const corner = (turn: number): Pair => {
    const direction = angle + Math.PI / 4 + (turn * Math.PI) / 2;
    return [x + (SIDE / Math.SQRT2) * Math.cos(direction), y + (SIDE / Math.SQRT2) * Math.sin(direction)];
  };
  return { kind: "polygon", points: [corner(0), corner(1), corner(2), corner(3)] };
}
