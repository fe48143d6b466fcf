import { ask, type Pair } from "sidestep";
import type { Kind } from "../figure";
import { heat } from "../heat";
import { minus, plus, size } from "../vectors";
import { drawCone } from "../cone";
import { VIEWS } from "../views";

const RADIUS = 0.3;
const EXTENT = 2;
const CELLS = 56;

type Mover = { position: Pair; velocity: Pair };

const few = (): Mover[] => [
  { position: [4.2, 0.2], velocity: [-1.2, 0] },
  { position: [3.2, -2.4], velocity: [-0.2, 1.0] },
  { position: [1.6, 2.3], velocity: [0.9, -0.5] },
];

// Rows that come, with gaps that are just wide enough.
const crowd = (): Mover[] => [[2.2, 0.1], [2.5, 1.3], [2.3, -1.2], [3.6, 0.7], [3.9, -0.6], [3.7, 2.1], [3.6, -2.1], [5.0, 0.1]]
  .map(([x, y]) => ({ position: [x!, y!], velocity: [-1, 0] }));

const kind: Kind = {
  label: "A mover among others, and what each of its velocities costs",
  boards: VIEWS["velocity-costs"],
  begin({ boards: [space, velocities], number, say, changed, element }) {
    const [places, speeds] = [space!, velocities!];
    const us = { position: [0, 0] as Pair, velocity: [1.3, 0] as Pair };
    let wish: Pair = [1.3, 0];
    const others: { position: Pair; velocity: Pair }[] = element.getAttribute("crowd") === "full" ? crowd() : few();
    places.handle({ label: "We", at: () => us.position, move: (to) => { us.position = to; changed(); } });
    others.forEach((other, index) => {
      const name = `Other ${index + 1}`;
      places.handle({ label: name, at: () => other.position, move: (to) => { other.position = to; changed(); } });
      places.handle({ label: `Velocity of other ${index + 1}`, tip: true, at: () => plus(other.position, other.velocity), move: (to) => { other.velocity = minus(to, other.position); changed(); } });
    });
    speeds.handle({ label: "What we would like", tip: true, part: "preferred", at: () => wish, move: (to) => { wish = to; changed(); } });
    speeds.handle({ label: "Our velocity", at: () => us.velocity, part: "current", move: (to) => { us.velocity = to; changed(); } });
    return () => {
      const body = { ...us, radius: RADIUS, max_speed: 1.8 };
      const answer = ask.velocityCosts({
        body, wish, others: others.map((other) => ({ ...other, radius: RADIUS, max_speed: 1.8 })), extent: EXTENT, cells: CELLS,
        parameters: { horizon: number("horizon"), side_angle: number("side_angle"), contact_weight: number("contact_weight"), miss_weight: number("miss_weight") },
      });
      places.grid();
      others.forEach(({ position, velocity }, index) => {
        places.circle(position, RADIUS, { class: `body theirs${answer.threat === index ? " threat" : ""}` });
        places.arrow(position, plus(position, velocity), { class: "velocity theirs" });
      });
      places.circle(us.position, RADIUS, { class: "body ours" });
      places.arrow(us.position, plus(us.position, wish), { class: "wish", part: "preferred" });
      places.arrow(us.position, plus(us.position, answer.chosen), { class: "velocity ours", part: "velocity" });

      speeds.image(heat(answer.costs, CELLS, element));
      speeds.grid();
      speeds.circle([0, 0], 1.8, { class: "rim" });
      for (const cone of answer.cones) if (cone) drawCone(speeds, cone, { class: "cone", part: "VO" });
      for (const [x, y] of answer.looked_at) speeds.dot([x, y], { class: "candidate" }, 2.6);
      speeds.arrow([0, 0], wish, { class: "wish", part: "preferred" });
      speeds.dot(answer.preferred, { class: "preferred", part: "preferred" }, 4.5);
      speeds.dot(answer.chosen, { class: "chosen", part: "velocity" }, 7);
      const close = size(minus(answer.chosen, wish)) < 0.25;
      if (!close) speeds.text(wish, "wish", { part: "preferred", dx: 10, dy: 16 });
      speeds.text(answer.chosen, "cheapest", { class: "strong", part: "velocity", dx: 11, dy: -8 });
      say("looked-at", String(answer.looked_at.length));
      const speed = size(answer.chosen);
      const turn = speed > 0.05 ? (Math.atan2(answer.chosen[0] * wish[1] - answer.chosen[1] * wish[0], answer.chosen[0] * wish[0] + answer.chosen[1] * wish[1]) * 180) / Math.PI : 0;
      if (answer.looked_at.length === 0) return "Nobody is in the way: it goes as it likes.";
      const how = `${speed.toFixed(2)} m/s, ${Math.abs(turn).toFixed(0)}° to the ${turn >= 0 ? "right" : "left"}`;
      return answer.threat === null ? `Nobody would be touched, but passed closely: the cheapest of ${answer.looked_at.length} velocities is ${how}.`
        : `It would touch other ${answer.threat + 1} in ${answer.contact!.toFixed(1)} s: the cheapest of ${answer.looked_at.length} velocities is ${how}.`;
    };
  },
};

export default kind;
