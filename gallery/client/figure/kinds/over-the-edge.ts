import { ask, type Pair } from "sidestep";
import type { Kind } from "../figure";
import { box, minus, plus, size, withLength } from "../vectors";
import { VIEWS } from "../views";

const RADIUS = 0.4;
const SPEED = 1.3;
const [MIN, MAX]: [Pair, Pair] = [[0, -2.4], [10, 2.4]];

const kind: Kind = {
  label: "Two who meet across the edge of a world that wraps",
  boards: VIEWS["over-the-edge"],
  begin({ boards: [board], number, word, say, changed }) {
    const view = board!;
    const within = ([x, y]: Pair): Pair => [Math.min(MAX[0] - 0.05, Math.max(MIN[0] + 0.05, x)), Math.min(MAX[1] - 0.05, Math.max(MIN[1] + 0.05, y))];
    const movers: { position: Pair; ahead: Pair; name: string }[] = [
      { position: [8.7, -0.1], ahead: [1, 0], name: "We" },
      { position: [0.6, 2.1], ahead: [0.05, -1], name: "The other" },
    ];
    for (const mover of movers) {
      view.handle({ label: mover.name, at: () => mover.position, move: (to) => { mover.position = within(to); changed(); } });
      view.handle({
        label: `Where ${mover.name.toLowerCase()} ${mover.name === "We" ? "go" : "goes"}`, tip: true, at: () => plus(mover.position, withLength(mover.ahead, 1)),
        move: (to) => { if (size(minus(to, mover.position)) > 0.05) { mover.ahead = minus(to, mover.position); changed(); } },
      });
    }
    return () => {
      const over = word("over") === "looks over the edge";
      const [body, other] = movers.map(({ position, ahead }) => ({ position, velocity: withLength(ahead, SPEED), radius: RADIUS, max_speed: SPEED }));
      const { image, seen, velocity, contact, touching } = ask.overTheEdge({ body: body!, other: other!, min: MIN, max: MAX, look_ahead: number("look_ahead"), over });
      view.outline(box([5, 0], 10, 4.8), { class: "rim" });
      const shown = over ? image : other!.position;
      view.line(body!.position, plus(body!.position, withLength(body!.velocity, number("look_ahead"))), { class: "sight" });
      if (over && size(minus(image, other!.position)) > 0.01) view.circle(image, RADIUS, { class: "ghost theirs" });
      if (touching) view.circle(touching, RADIUS, { class: "ghost ours bad" });
      view.circle(other!.position, RADIUS, { class: "body theirs" });
      view.circle(body!.position, RADIUS, { class: "body ours" });
      view.arrow(other!.position, plus(other!.position, withLength(movers[1]!.ahead, 1)), { class: "velocity theirs" });
      view.arrow(body!.position, plus(body!.position, withLength(movers[0]!.ahead, 1)), { class: "velocity ours" });
      if (seen) {
        view.arrow(body!.position, plus(body!.position, velocity), { class: "force" });
        view.line(body!.position, shown, { class: "measure bad" });
      }
      say("seen", seen ? "turns" : "goes straight on");
      const meet = contact === null ? "they don't meet within 10 s" : `they touch after ${contact.toFixed(1)} s if nobody turns`;
      return seen ? `It sees whom it will meet and turns: ${meet}.` : `It sees nobody and goes straight on: ${meet}.`;
    };
  },
};

export default kind;
