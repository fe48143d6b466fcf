import { ask, type Pair } from "sidestep";
import type { Kind } from "../figure";
import { middle, minus, plus } from "../vectors";
import { VIEWS } from "../views";

const kind: Kind = {
  label: "Two movers and where they come nearest",
  boards: VIEWS["closest-approach"],
  begin({ boards: [board], number, say, changed }) {
    const view = board!;
    const movers: { position: Pair; velocity: Pair; name: string }[] = [
      { position: [1.2, -1.1], velocity: [1.3, 0.25], name: "We" },
      { position: [7.6, -1.8], velocity: [-0.55, 0.85], name: "The other" },
    ];
    for (const mover of movers) {
      view.handle({ label: mover.name, at: () => mover.position, move: (to) => { mover.position = to; changed(); } });
      view.handle({
        label: `Velocity of ${mover.name.toLowerCase()}`, tip: true, part: "relative", at: () => plus(mover.position, mover.velocity),
        move: (to) => { mover.velocity = minus(to, mover.position); changed(); },
      });
    }
    return () => {
      const [radius, horizon] = [number("radius"), number("horizon")];
      const [body, other] = movers.map(({ position, velocity }) => ({ position, velocity, radius, max_speed: 3 }));
      const { time, miss, places, contact, touching } = ask.closestApproach({ body: body!, other: other!, horizon });
      const sum = 2 * radius;
      movers.forEach(({ position, velocity }, index) => {
        const look = index === 0 ? "ours" : "theirs";
        view.line(position, plus(position, velocity, horizon), { class: `course ${look}`, part: "horizon" });
        if (touching) view.circle(touching[index]!, radius, { class: `ghost ${look} bad`, part: "time_to_contact" });
        view.circle(places[index]!, radius, { class: `ghost ${look}`, part: "nearest" });
        view.circle(position, radius, { class: `body ${look}` });
        view.arrow(position, plus(position, velocity), { class: `velocity ${look}`, part: "relative" });
      });
      view.line(movers[0]!.position, movers[1]!.position, { class: "measure", part: "offset" });
      view.text(middle(movers[0]!.position, movers[1]!.position), "offset", { class: "quiet", part: "offset", anchor: "middle", dx: 0, dy: 16 });
      view.line(places[0], places[1], { class: contact === null ? "measure strong good" : "measure strong bad", part: "gap" });
      view.text(middle(places[0], places[1]), `${miss.toFixed(2)} m after ${time.toFixed(1)} s`, { class: contact === null ? "good" : "bad", part: "gap", dx: 10, dy: -14 });
      say("time", `${time.toFixed(2)} s`);
      say("miss", `${miss.toFixed(2)} m`);
      say("sum", `${sum.toFixed(2)} m`);
      say("contact", contact === null ? "never" : `after ${contact.toFixed(2)} s`);
      return contact === null
        ? `They come nearest after ${time.toFixed(2)} s, ${miss.toFixed(2)} m apart: no contact.`
        : `They touch after ${contact.toFixed(2)} s, sooner than they would be nearest.`;
    };
  },
};

export default kind;
