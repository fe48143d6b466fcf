import { ask, type Pair } from "sidestep";
import { drawCone } from "../cone";
import type { Kind } from "../figure";
import { minus, plus, size } from "../vectors";
import { VIEWS } from "../views";

const RADIUS = 0.35;
const FASTEST = 1.8;

const kind: Kind = {
  label: "A mover among others, and the velocities that ORCA allows it",
  boards: VIEWS["half-planes"],
  begin({ boards: [space, velocities], number, say, changed, element }) {
    const [places, speeds] = [space!, velocities!];
    const single = element.getAttribute("others") === "1";
    const us = { position: [0, 0] as Pair, velocity: (single ? [1.0, 0.1] : [1.3, 0]) as Pair };
    let wish: Pair = single ? [1.35, 0.45] : [1.3, 0];
    const all: { position: Pair; velocity: Pair }[] = [
      { position: [3.6, 0.35], velocity: [-1.1, 0] },
      { position: [2.4, -2.2], velocity: [0.1, 1.1] },
      { position: [1.4, 2.2], velocity: [0.6, -0.9] },
    ];
    const others = all.slice(0, Number(element.getAttribute("others") ?? all.length));
    places.handle({ label: "We", at: () => us.position, move: (to) => { us.position = to; changed(); } });
    others.forEach((other, index) => {
      const name = others.length > 1 ? `other ${index + 1}` : "the other";
      places.handle({ label: name, at: () => other.position, move: (to) => { other.position = to; changed(); } });
      places.handle({ label: `Velocity of ${name}`, tip: true, at: () => plus(other.position, other.velocity), move: (to) => { other.velocity = minus(to, other.position); changed(); } });
    });
    speeds.handle({ label: "What we would like", tip: true, part: "wish", at: () => wish, move: (to) => { wish = to; changed(); } });
    if (single) speeds.handle({ label: "Our velocity", part: "velocity", at: () => us.velocity, move: (to) => { us.velocity = to; changed(); } });
    return () => {
      const answer = ask.halfPlanes({
        body: { ...us, radius: RADIUS, max_speed: FASTEST }, wish,
        others: others.map((other) => ({ ...other, radius: RADIUS, max_speed: FASTEST })), parameters: { time_horizon: number("time_horizon") },
      });
      places.grid();
      others.forEach(({ position, velocity }, index) => {
        places.circle(position, RADIUS, { class: `body group-${index + 1}` });
        places.arrow(position, plus(position, velocity), { class: `velocity group-${index + 1}` });
      });
      places.circle(us.position, RADIUS, { class: "body ours" });
      places.arrow(us.position, plus(us.position, answer.velocity), { class: "velocity ours", part: "decided" });

      speeds.grid();
      speeds.path(answer.allowed, { class: "allowed", part: "half_plane" }, true);
      speeds.circle([0, 0], FASTEST, { class: "rim", part: "max_speed" });
      if (single && answer.cones[0]) drawCone(speeds, answer.cones[0], { class: "cone", part: "VO" });
      for (const { point, direction, other, change } of answer.planes) {
        speeds.line(plus(point, direction, -8), plus(point, direction, 8), { class: `border group-${other + 1}`, part: "half_plane" });
        const into: Pair = [-direction[1], direction[0]];
        for (const along of [-1, 0, 1]) {
          const foot = plus(point, direction, along * 0.9);
          speeds.line(foot, plus(foot, into, 0.14), { class: `border group-${other + 1}`, part: "out" });
        }
        if (single) {
          speeds.arrow(us.velocity, plus(us.velocity, change), { class: "change", part: "change" });
          speeds.text(plus(us.velocity, change, 0.5), "change", { class: "quiet", part: "change", dx: -8, dy: 4, anchor: "end" });
        }
      }
      speeds.arrow([0, 0], wish, { class: "wish", part: "wish" });
      speeds.text(wish, "wish", { part: "wish", dx: 10, dy: -6 });
      speeds.dot(answer.velocity, { class: "chosen", part: "decided" }, 7);
      if (size(minus(answer.velocity, wish)) > 0.15) speeds.text(answer.velocity, "decided", { class: "strong", part: "decided", dx: 10, dy: 18 });
      const first = answer.planes[0];
      say("change", first ? `${size(first.change).toFixed(2)} m/s` : "0 m/s");
      say("decided", `${size(answer.velocity).toFixed(2)} m/s`);
      if (!answer.feasible) return "No velocity is allowed by all: it takes the one that oversteps the worst line least.";
      if (size(minus(answer.velocity, wish)) < 0.005) return "What it would like is allowed: it does that.";
      return `What it would like isn't allowed. The nearest that is differs by ${size(minus(answer.velocity, wish)).toFixed(2)} m/s.`;
    };
  },
};

export default kind;
