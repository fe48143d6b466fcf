import { ask, type Outline, type Pair } from "sidestep";
import type { Kind } from "../figure";
import { box, minus, plus, size, withLength } from "../vectors";
import { VIEWS } from "../views";

const SPEED = 1.4;

const kind: Kind = {
  label: "A disc swept along its way, a pillar and a wall",
  boards: VIEWS["sweep"],
  begin({ boards: [board], number, say, changed }) {
    const view = board!;
    let position: Pair = [1.2, 0];
    let ahead: Pair = [1, 0];
    let pillar: Pair = [4.4, 0.25];
    let wall: Pair = [6.9, -1.5];
    view.handle({ label: "Mover", at: () => position, move: (to) => { position = to; changed(); } });
    view.handle({ label: "Pillar", at: () => pillar, move: (to) => { pillar = to; changed(); } });
    view.handle({ label: "Wall", at: () => wall, move: (to) => { wall = to; changed(); } });
    view.handle({
      label: "Where it wants to go", tip: true, part: "wanted", at: () => plus(position, withLength(ahead, 1.1)),
      move: (to) => { if (size(minus(to, position)) > 0.05) { ahead = minus(to, position); changed(); } },
    });
    return () => {
      const radius = number("radius");
      const wish = withLength(ahead, SPEED);
      const obstacles: Outline[] = [{ kind: "circle", center: pillar, radius: 0.5 }, box(wall, 0.5, 2.2)];
      const { reach, contact, ways, velocity, side, reasons } = ask.lookAhead({
        body: { position, velocity: wish, radius, max_speed: SPEED * 1.3 }, wish, obstacles,
        parameters: { horizon: number("horizon"), margin: number("margin") },
      });
      const end = plus(position, withLength(ahead, reach));
      view.capsule(position, end, radius, { class: "sweep", part: "reach" });
      if (contact) view.capsule(position, contact.at, radius, { class: "sweep met", part: "touch" });
      obstacles.forEach((outline) => view.outline(outline, { class: "solid" }));
      for (const { to, taken, label } of ways) {
        view.line(position, plus(position, withLength(minus(to, position), 3.4)), { class: taken ? "way taken" : "way", part: taken ? "length" : "other" });
        view.text(plus(position, withLength(minus(to, position), 3.4)), label.replace("way past on the ", ""), { class: taken ? "good" : "quiet", part: taken ? "length" : "other" });
      }
      view.circle(position, radius, { class: "body" });
      view.arrow(position, plus(position, withLength(ahead, 1.1)), { class: "wish", part: "wanted" });
      if (contact) {
        view.circle(contact.at, radius, { class: "ghost", part: "touch" });
        view.arrow(contact.point, plus(contact.point, contact.normal, 0.7), { class: "normal", part: "normal" });
        view.dot(contact.point, { class: "bad", part: "contact" });
        view.text(plus(contact.at, [0, radius]), `${contact.distance.toFixed(2)} m`, { class: "bad", part: "touch", dx: 0, dy: -6, anchor: "middle" });
      }
      view.arrow(position, plus(position, velocity), { class: "velocity", part: "turned" });
      const angle = (Math.atan2(velocity[1], velocity[0]) - Math.atan2(wish[1], wish[0])) * (180 / Math.PI);
      const turn = Math.abs(((angle + 540) % 360) - 180);
      say("reach", `${reach.toFixed(2)} m`);
      say("contact", contact ? `${contact.distance.toFixed(2)} m, which is ${contact.time.toFixed(2)} s` : "nowhere");
      say("turn", `${turn.toFixed(0)}°`);
      if (!contact) return "The way is free as far as it looks: it goes straight on.";
      return side ? `It touches after ${contact.time.toFixed(2)} s, so it turns by ${turn.toFixed(0)}° and passes on the ${side}.` : `${reasons.at(-1) ?? "No way on either side: it stops."}`;
    };
  },
};

export default kind;
