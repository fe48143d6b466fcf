import { ask, type Pair } from "sidestep";
import type { Kind } from "../figure";
import { box } from "../vectors";
import { VIEWS } from "../views";

const RADIUS = 0.28;
/** Half of how tall the walls on both sides of the door are, from the middle of the door to beyond the picture (m). */
const TALL = 6;

const kind: Kind = {
  label: "A group behind its leader, before a door and round a corner",
  boards: VIEWS["slots"],
  begin({ boards: [board], number, word, say, changed }) {
    const view = board!;
    let from: Pair = [1, -2.4];
    let corner: Pair = [3.2, 0];
    let leader: Pair = [8.2, 0];
    let door: Pair = [6.9, 0];
    view.handle({ label: "Leader", part: "heading", at: () => leader, move: (to) => { leader = to; changed(); } });
    view.handle({ label: "Corner of its way", part: "trail", at: () => corner, move: (to) => { corner = to; changed(); } });
    view.handle({ label: "Where it comes from", part: "trail", at: () => from, move: (to) => { from = to; changed(); } });
    view.handle({ label: "Door", at: () => door, move: (to) => { door = to; changed(); } });
    return () => {
      const [spacing, wide] = [number("spacing"), number("door")];
      const named = word("pattern");
      const pattern = named === "abreast" ? { abreast: { columns: number("columns") } } as const : named === "ring" ? { ring: { radius: 1 } } as const
        : (named as "file" | "wedge" | "queue");
      const walls = [1, -1].map((side) => box([door[0], door[1] + side * (wide + TALL) / 2], 0.3, TALL));
      const { slots, trail } = ask.slots({ way: [from, corner, leader], members: number("members"), pattern, spacing, radius: RADIUS, walls });
      for (const wall of walls) view.outline(wall, { class: "solid wall" });
      view.path([from, corner, leader], { class: "measure" });
      view.path(trail, { class: "way", part: "trail" });
      for (const slot of slots) {
        view.circle(slot, RADIUS, { class: "ghost ours", part: "slot" });
        view.cross(slot, { class: "aim", part: "slot" });
      }
      view.circle(leader, RADIUS, { class: "body ours" });
      const nearest = Math.min(...slots.flatMap((slot, index) => [leader, ...slots.slice(0, index)].map((other) => Math.hypot(slot[0] - other[0], slot[1] - other[1]))));
      say("apart", `${nearest.toFixed(2)} m`);
      return `${slots.length} slots in the pattern “${named}”; the two nearest places are ${nearest.toFixed(2)} m apart.`;
    };
  },
};

export default kind;
