// What the pages say that their sliders do, tried in the scene that each stands beside. No slider is left out: the last test sees to it.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { clientModule } from "./client_module.mjs";
import { distance, figuresOf, mean, meanOf, pass, people, withScene } from "./harness/runs.mjs";

const { slidersOf } = await clientModule("sliders/catalogue.ts");

/** By page, what is tried of each slider, by its key. `at` gives the slider's assignment to a value that it can have. */
const trials = {};
const tried = (page, key, what, trial) => ((trials[page] ??= {})[key] = { what, trial });

/** Fails unless numbers rise from one to the next, each by at least that share of the largest. */
function rises(numbers, share = 0.02) {
  const least = share * Math.max(...numbers.map(Math.abs));
  assert.ok(numbers.every((value, index) => index === 0 || value > numbers[index - 1] + least), `${numbers} should rise`);
}
const falls = (numbers, share) => rises(numbers.toReversed(), share);

const total = (numbers) => numbers.reduce((sum, value) => sum + value, 0);

/** The gap between each of a group and whoever of it is nearest (m). */
const gaps = (group) => group.map((one) => Math.min(...group.filter((other) => other !== one).map((other) => distance(one, other) - one.radius - other.radius)));

const target = (simulation) => {
  const [x, y] = simulation.frame().targets;
  return { x, y };
};

/** The force (N) that a behaviour of an agent asks for just now. */
const wanted = (simulation, agent, name) => {
  const force = simulation.explain(agent).forces.find((share) => share.name === name);
  assert.ok(force, `${name} among ${simulation.explain(agent).forces.map((share) => share.name)}`);
  return Math.hypot(...force.wanted);
};

// Blending: 24 sheep and a dog.
const sheep = (simulation) => people(simulation).slice(0, 24);
const dog = (simulation) => people(simulation)[24];
const fromDog = (simulation) => Math.min(...sheep(simulation).map((one) => distance(one, dog(simulation))));

tried("blending", "agents.0.behaviors.0.weight", "at 0 a sheep doesn't mind the dog", (at) => {
  rises([0, 1].map((value) => meanOf("blending", [at(value)], 30, fromDog)), 0.2);
});
tried("blending", "agents.0.behaviors.0.distance", "from so far away a sheep runs", (at) => {
  withScene("blending", [at(4)], (simulation) => {
    let [near, far] = [0, 0];
    pass(simulation, 20, () => sheep(simulation).forEach((one, index) => {
      const apart = distance(one, dog(simulation));
      if (apart > 4.5) {
        far += 1;
        assert.equal(wanted(simulation, index, "evade"), 0, `at ${apart} m`);
      } else if (apart < 3) near += Number(wanted(simulation, index, "evade") > 0);
    }));
    assert.ok(near > 50 && far > 50, `${near} and ${far}`);
  });
});
tried("blending", "agents.0.behaviors.1.weight", "high spreads the flock out, and at 0 nobody touches anybody", (at) => {
  rises([0, 2].map((value) => meanOf("blending", [at(value)], 30, (simulation) => mean(gaps(sheep(simulation))))), 0.1);
  assert.equal(figuresOf("blending", [at(0)], 30).agent_overlaps, 0);
});
tried("blending", "agents.0.behaviors.2.weight", "high makes one tight flock, 0 lets everyone go", (at) => {
  const spread = (simulation) => {
    const middle = { x: mean(sheep(simulation).map(({ x }) => x)), y: mean(sheep(simulation).map(({ y }) => y)) };
    return mean(sheep(simulation).map((one) => distance(one, middle)));
  };
  falls([0, 0.25, 2].map((value) => meanOf("blending", [at(value)], 40, spread, 10)), 0.1);
});
tried("blending", "agents.0.behaviors.3.weight", "strolling gets what the others have left", (at) => {
  withScene("blending", [at(0.5)], (simulation) => {
    const { max_force } = simulation.spec(0).body.limits;
    let [all, part, none] = [0, 0, 0];
    pass(simulation, 30, () => {
      if (simulation.steps % 10 > 0) return;
      for (let agent = 0; agent < 24; agent += 4) {
        const wishes = simulation.explain(agent).forces.filter(({ name }) => ["evade", "separation", "cohesion", "wander"].includes(name));
        assert.equal(wishes.at(-1).name, "wander");
        const asked = wishes.map(({ weight, wanted }) => weight * Math.hypot(...wanted));
        const given = wishes.map(({ given }) => Math.hypot(...given));
        // With the default avoidance, as much as the largest wish asks for is shared out.
        const left = Math.max(max_force, ...asked) - total(given.slice(0, -1));
        assert.ok(given.at(-1) < Math.max(0, left) + 0.01, `${given.at(-1)} of ${left} N`);
        if (given.at(-1) < 0.02) none += 1;
        else if (given.at(-1) < 0.99 * asked.at(-1)) part += 1;
        else all += 1;
      }
    });
    assert.ok(none > 5 && part + all > 5, `none ${none}, part ${part}, all ${all}`);
  });
});
tried("blending", "agents.1.speed", "sheep don't run much faster than the 2 m/s that they like, however fast the dog is", (at) => {
  let fastest = 0;
  const late = [0.5, 3.5].map((value) => meanOf("blending", [at(value)], 30, (simulation) => {
    fastest = Math.max(fastest, ...sheep(simulation).map(({ speed }) => speed));
    return distance(dog(simulation), target(simulation));
  }));
  falls(late, 0.2);
  assert.ok(fastest > 1.9 && fastest < 2.4, `${fastest} m/s`);
});

// Crowds: a hundred people, 25 from each corner, and six who stand about.
const crossings = (set, seconds = 60) => withScene("crowds", set, (simulation) => {
  let sides = people(simulation).map(({ x }) => Math.sign(x));
  const across = Array(sides.length).fill(0);
  pass(simulation, seconds, () => {
    const now = people(simulation).map(({ x }) => Math.sign(x));
    now.forEach((side, index) => { across[index] += Number(side !== sides[index]); });
    sides = now;
  });
  return across;
});
/** How many of the hundred make room for somebody who is held up, on average, and which share of them all but stands. */
const held = (set) => withScene("crowds", set, (simulation) => {
  let [makeRoom, stand, looks] = [0, 0, 0];
  for (; looks < 12; looks += 1) {
    pass(simulation, 5);
    stand += people(simulation).slice(0, 100).filter(({ speed }) => speed < 0.2).length / 100;
    for (let agent = 0; agent < 100; agent += 1) makeRoom += Number(simulation.explain(agent).reasons.some((reason) => /^makes room for agent \d+, who is held up/.test(reason)));
  }
  return { makeRoom: makeRoom / looks, stand: stand / looks };
});
tried("crowds", "parameters.sampling.patience", "short is pushy, long lets a jam stand", (at) => {
  // Of one run alone much is chance.
  const [short, usual, long] = [0.1, 0.75, 10].map((value) => {
    const runs = [1.25, 1.3, 1.35, 1.4, 1.45].map((speed) => held([at(value), `agents.*.speed=${speed}`]));
    return { makeRoom: mean(runs.map((run) => run.makeRoom)), stand: mean(runs.map((run) => run.stand)) };
  });
  falls([short.makeRoom, long.makeRoom], 0.1);
  assert.ok(long.stand > 1.2 * usual.stand, `${long.stand} and ${usual.stand} all but stand`);
});
tried("crowds", "parameters.sampling.reach", "the further ahead the more make room for who is held up", (at) => {
  rises([0, 20].map((value) => held([at(value)]).makeRoom), 0.2);
});
tried("crowds", "parameters.sampling.side_angle", "lanes form on the right, below 0 on the left, and at 0 nobody knows the side", (at) => {
  // How much further to the right than oncoming people somebody is in the upper doorway (m).
  const aside = (value) => {
    const ys = { right: [], left: [] };
    withScene("crowds", [at(value)], (simulation) => pass(simulation, 60, () => people(simulation).slice(0, 100).forEach(({ x, y, heading }) => {
      if (Math.abs(x) < 0.5 && y > 0) ys[heading[0] > 0 ? "right" : "left"].push(y);
    })));
    return mean(ys.left) - mean(ys.right);
  };
  const [left, none, right] = [-0.33, 0, 0.33].map(aside);
  assert.ok(right > 0.5 && left < -0.5, `${left}, ${none}, ${right} m`);
  assert.ok(Math.abs(none) < Math.min(right, -left), `${left}, ${none}, ${right} m`);
});
tried("crowds", "parameters.sampling.horizon", "contacts later than this don't matter, and it shrinks where it is crowded", (at) => {
  const run = (value) => withScene("crowds", [at(value)], (simulation) => {
    pass(simulation, 15);
    return simulation.hash();
  }, true);
  assert.notEqual(run(0.5), run(6));
});
tried("crowds", "agents.0.speed", "it is the group from the upper left, and the others like 1.25 and 1.4 m/s", (at) => {
  withScene("crowds", [at(3)], (simulation) => {
    const speeds = [0, 25, 50, 75].map((agent) => Number(simulation.spec(agent).preferred_speed.toFixed(3)));
    assert.deepEqual(speeds, [3, 1.25, 1.25, 1.4]);
    const [first] = people(simulation);
    assert.ok(first.x < -10 && first.y > 0, "upper left");
  });
  const [slow, fast] = [0.6, 1.4].map((value) => total(crossings([at(value)], 30).slice(0, 25)));
  assert.ok(fast > slow, `${fast} and ${slow}`);
});
tried("crowds", "agents.*.radius", "bodies of 0.5 m leave room for three side by side, and fewer get through", (at) => {
  withScene("crowds", [at(0.5)], (simulation) => {
    const ends = simulation.setting().walls.flat().filter(([x]) => Math.abs(x) < 0.5).map(([, y]) => y);
    const wide = Math.min(...ends.filter((y) => y > 5)) - Math.max(...ends.filter((y) => y > 0 && y < 5));
    assert.equal(Math.floor(wide / (2 * simulation.spec(0).body.radius)), 3, `${wide} m`);
  });
  falls([0.2, 0.5].map((value) => total(crossings([at(value)], 40))), 0.05);
});
const keepsItsChoice = (scene) => (at) => {
  const deciding = (value) => withScene(scene, [at(value)], (simulation) => {
    pass(simulation, 5);
    return [simulation.hash(), simulation.measures().agent_overlaps];
  }, true);
  const [each, seldom] = [0, 0.6].map(deciding);
  assert.notEqual(each[0], seldom[0]);
  assert.deepEqual([each[1], seldom[1]], [0, 0], "still guarded");
};
tried("crowds", "decide_every", "in between one is still guarded", keepsItsChoice("crowds"));

// Detours.
const way = (set) => figuresOf("detours", set, 45);
tried("detours", "parameters.detour.clearance", "more of it closes gaps and makes bigger heaps", (at) => {
  rises([0, 0.4, 0.6].map((value) => way([at(value)]).mean_path_ratio), 0.01);
  const heaps = (value) => withScene("detours", [at(value)], (simulation) => {
    const sizes = [];
    pass(simulation, 12, () => {
      if (simulation.steps % 50 > 0) return;
      for (let agent = 0; agent < 14; agent += 1) {
        for (const { kind, shape } of simulation.explain(agent).marks) if (kind === "cluster" && shape.points) sizes.push(Math.max(...shape.points.map(([x, y]) => Math.hypot(x - shape.points[0][0], y - shape.points[0][1]))));
      }
    });
    return mean(sizes);
  });
  rises([0, 0.6].map(heaps), 0.1);
});
tried("detours", "parameters.detour.neighborhood", "little is lost at 0.5 m, as they look again", (at) => {
  const [near, far] = [0.5, 8.75].map((value) => way([at(value)]));
  assert.deepEqual([near.blocked_ever, far.blocked_ever], [0, 0]);
  const ratio = near.mean_travel_seconds / far.mean_travel_seconds;
  assert.ok(ratio > 1 && ratio < 1.1, `${near.mean_travel_seconds} and ${far.mean_travel_seconds} s`);
});
tried("detours", "parameters.detour.rounds", "one round often will do", (at) => {
  // Single runs differ by some 3 % either way.
  const steps = [0.02, 0.03, 0.04, 0.05];
  const [one, four] = [1, 4].map((value) => mean(steps.map((step) => way([at(value), `dt=${step}`]).mean_travel_seconds)));
  assert.ok(Math.abs(one / four - 1) < 0.02, `${one} and ${four} s`);
});
tried("detours", "agents.*.speed", "they like that speed", (at) => {
  rises([0.6, 1.4, 3].map((value) => meanOf("detours", [at(value)], 10, (simulation) => mean(people(simulation).map(({ speed }) => speed)), 2)), 0.1);
});

// Goals: 8 chasers, 9 hares, a patrol of 5, a leader with 6 followers.
const part = (simulation, from, to) => people(simulation).slice(from, to);
tried("goals", "agents.0.speed", "the point goes at 2 m/s by itself, and faster chasers are nearer to it", (at) => {
  withScene("goals", [], (simulation) => {
    const before = target(simulation);
    pass(simulation, 5);
    assert.ok(Math.abs(distance(before, target(simulation)) / simulation.time - 2) < 0.02);
  });
  falls([0.5, 1.75, 4].map((value) => meanOf("goals", [at(value)], 30, (simulation) => mean(part(simulation, 0, 8).map((one) => distance(one, target(simulation)))))), 0.1);
});
tried("goals", "agents.0.behaviors.0.horizon", "at 0 they run to where the point is and end up behind it, further the less they look ahead", (at) => {
  /** How far behind the point the chasers are, along its way (m). */
  const behind = (value) => {
    let last;
    return meanOf("goals", [at(value)], 60, (simulation) => {
      const [before, now] = [last, target(simulation)];
      last = now;
      const length = before ? distance(before, now) : 0;
      if (length === 0) return NaN;
      return mean(part(simulation, 0, 8).map(({ x, y }) => ((now.x - x) * (now.x - before.x) + (now.y - y) * (now.y - before.y)) / length));
    }, 10);
  };
  const [none, some, far] = [0, 2, 6].map(behind);
  falls([none, some, far], 0.1);
  assert.ok(none > 3, `${none} m`);
});
tried("goals", "agents.0.behaviors.1.distance", "below that free gap two chasers part, beyond it they don't mind", (at) => {
  withScene("goals", [at(1)], (simulation) => {
    let [near, far] = [0, 0];
    pass(simulation, 20, () => gaps(part(simulation, 0, 8)).forEach((gap, index) => {
      const force = wanted(simulation, index, "separation");
      if (gap > 1.01) {
        far += 1;
        assert.equal(force, 0, `at ${gap} m`);
      } else if (gap < 0.99) {
        near += 1;
        assert.ok(force > 0, `at ${gap} m`);
      }
    }));
    assert.ok(near > 50 && far > 50, `${near} and ${far}`);
  });
});
tried("goals", "agents.1.behaviors.0.distance", "beyond it from the point hares only stroll, within it they run from it", (at) => {
  withScene("goals", [at(5)], (simulation) => {
    let [near, far] = [0, 0];
    pass(simulation, 30, () => part(simulation, 8, 17).forEach((hare, index) => {
      const [apart, force] = [distance(hare, target(simulation)), wanted(simulation, 8 + index, "evade")];
      if (apart > 5.5) {
        far += 1;
        assert.equal(force, 0, `at ${apart} m`);
        assert.ok(wanted(simulation, 8 + index, "wander") > 0);
      } else if (apart < 4) near += Number(force > 0);
    }));
    assert.ok(near > 50 && far > 50, `${near} and ${far}`);
  });
  rises([1, 15].map((value) => meanOf("goals", [at(value)], 40, (simulation) => Math.min(...part(simulation, 8, 17).map((hare) => distance(hare, target(simulation)))))), 0.05);
});
tried("goals", "agents.2.behaviors.0.radius", "so far may the patrol stray from its round", (at) => {
  const round = [[-14, 10], [16, 10], [16, -10], [-16, -10], [-16, 10], [-14, 10]];
  const off = ({ x, y }) => Math.min(...round.slice(1).map(([tox, toy], index) => {
    const [fromx, fromy] = round[index];
    const share = ((x - fromx) * (tox - fromx) + (y - fromy) * (toy - fromy)) / ((tox - fromx) ** 2 + (toy - fromy) ** 2);
    const inside = Math.max(0, Math.min(1, share));
    return Math.hypot(x - fromx - inside * (tox - fromx), y - fromy - inside * (toy - fromy));
  }));
  // It goes round whoever is in its way, however narrow the corridor.
  const strayed = [0.5, 1, 3].map((value) => meanOf("goals", [at(value)], 60, (simulation) => Math.max(...part(simulation, 17, 22).map(off)), 10));
  rises(strayed, 0.04);
});
tried("goals", "agents.4.behaviors.0.distance", "followers gather that far from the leader's middle", (at) => {
  rises([0.7, 1.5, 5].map((value) => meanOf("goals", [at(value)], 40, (simulation) => {
    const [leader, ...followers] = part(simulation, 22, 29);
    return Math.min(...followers.map((one) => distance(one, leader)));
  }, 15)), 0.05);
});

// Groups: a guide with eight guests, three friends.
const tour = (simulation) => people(simulation).slice(0, 9);
/** How wide the tour is across the way of its guide (m). */
const width = (simulation) => {
  const [{ heading: [hx, hy] }, ...guests] = tour(simulation);
  const across = guests.map(({ x, y }) => x * -hy + y * hx);
  return Math.max(...across) - Math.min(...across);
};
/** How far the tour's last is behind its guide (m). */
const length = (simulation) => {
  const [guide, ...guests] = tour(simulation);
  return Math.max(...guests.map((guest) => distance(guest, guide)));
};
tried("groups", "formations.0.columns", "so many walk side by side, and one column is a file everywhere", (at) => {
  // On the straight way to the first door.
  const [file, three] = [1, 3].map((value) => withScene("groups", [at(value)], (simulation) => {
    pass(simulation, 6);
    return width(simulation);
  }));
  assert.ok(file < 0.3 && three > 1.4, `${file} and ${three} m`);
});
tried("groups", "formations.0.spacing", "from slot to slot, further apart where bodies are too wide for it", (at) => {
  const [tight, usual, wide] = [0.5, 0.875, 1.5].map((value) => withScene("groups", [at(value), "formations.0.columns=1"], (simulation) => {
    pass(simulation, 12);
    return { length: length(simulation), gap: Math.min(...gaps(tour(simulation))) };
  }));
  rises([tight.length, usual.length, wide.length], 0.1);
  assert.ok(tight.gap > 0, `${tight.gap} m`);
});
tried("groups", "formations.0.looseness", "at 0 each keeps its slot, at 1 they only stay together", (at) => {
  const still = (value) => withScene("groups", [at(value)], (simulation) => {
    const places = [];
    pass(simulation, 12, () => {
      const [guide, ...guests] = tour(simulation);
      places.push(guests.map(({ x, y }) => [x - guide.x, y - guide.y]));
    });
    // How far each moves about beside its guide on the straight way, between 8 s and 12 s.
    const [from, to] = [places[Math.floor(places.length * 2 / 3)], places.at(-1)];
    return { spread: length(simulation), moved: mean(from.map(([x, y], index) => Math.hypot(x - to[index][0], y - to[index][1]))) };
  });
  const [strict, loose] = [0, 1].map(still);
  assert.notDeepEqual(strict, loose);
  assert.ok(loose.spread < 8, `together: ${loose.spread} m`);
});
tried("groups", "agents.0.speed", "above the 1.75 m/s of the guests nobody keeps up", (at) => {
  const [usual, fast] = [1.125, 2.5].map((value) => withScene("groups", [at(value)], (simulation) => {
    let nearest = Infinity;
    pass(simulation, 4);
    pass(simulation, 20, () => {
      const [guide, ...guests] = tour(simulation);
      nearest = Math.min(nearest, ...guests.map((guest) => distance(guest, guide)));
    });
    return nearest;
  }));
  assert.ok(usual < 1 && fast > 2 * usual, `the nearest guest was ${usual} and ${fast} m away`);
});
tried("groups", "agents.1.speed", "what they have above the speed of the guide is what they catch up with", (at) => {
  falls([0.75, 1.25, 2.5].map((value) => meanOf("groups", [at(value)], 30, length)), 0.02);
});

// Look-ahead: eight walkers, six joggers, four runners.
/** How far from what they react to those agents are, on average (m), and how fast they turn (rad/s). */
const reacting = (set, from, to, seconds = 12) => withScene("look-ahead", set, (simulation) => {
  const apart = [];
  pass(simulation, seconds, () => {
    if (simulation.steps % 10 > 0) return;
    const all = people(simulation);
    for (let agent = from; agent < to; agent += 1) {
      for (const { kind, shape } of simulation.explain(agent).marks) {
        if (kind === "threat" && shape.shape === "circle") apart.push(Math.hypot(shape.center[0] - all[agent].x, shape.center[1] - all[agent].y) - shape.radius - all[agent].radius);
      }
    }
  });
  return { apart: mean(apart), turning: simulation.measures().mean_abs_turn_rate };
}, true);
tried("look-ahead", "parameters.look_ahead.horizon", "at 0.3 s runners turn at the last moment, at 3 s long before a pillar and more gently", (at) => {
  const [short, long] = [0.3, 3].map((value) => reacting([at(value)], 14, 18));
  assert.ok(long.apart > 1.5 * short.apart, `${long.apart} and ${short.apart} m`);
  assert.ok(long.turning < short.turning, `${long.turning} and ${short.turning} rad/s`);
});
tried("look-ahead", "parameters.look_ahead.distance", "the slow look at least so far, and the tutorial's far point is there", (at) => {
  const [near, far] = [0.1, 8].map((value) => reacting([at(value), "agents.*.speed=0.4"], 0, 8).apart);
  assert.ok(far > 1.5 * near, `${far} and ${near} m`);
  withScene("look-ahead", [at(2), "method=classic-2"], (simulation) => {
    assert.ok(Math.abs(simulation.spec(0).obstacle_avoidance.Classic.distance - 2) < 1e-6);
  });
});
tried("look-ahead", "parameters.look_ahead.margin", "the gap that they keep from obstacles", (at) => {
  const circles = (simulation) => simulation.setting().obstacles.filter(({ outline }) => outline.kind === "circle").map(({ outline }) => outline);
  rises([0, 0.3, 1].map((value) => withScene("look-ahead", [at(value)], (simulation) => {
    const round = circles(simulation);
    const least = [];
    pass(simulation, 12, () => least.push(Math.min(...people(simulation).flatMap(({ x, y, radius }) => round.map(({ center, radius: own }) => Math.hypot(x - center[0], y - center[1]) - own - radius)))));
    return mean(least);
  })), 0.01);
});
tried("look-ahead", "parameters.look_ahead.max_force", "how strongly the tutorial's circle pushes", (at) => {
  const largest = (value) => withScene("look-ahead", [at(value), "method=classic-2"], (simulation) => {
    let push = 0;
    pass(simulation, 6, () => {
      for (let agent = 0; agent < 18; agent += 3) for (const { name, wanted } of simulation.explain(agent).forces) if (name === "look_ahead") push = Math.max(push, Math.hypot(...wanted));
    });
    return push;
  });
  for (const value of [1, 8]) assert.ok(Math.abs(largest(value) - value) < 0.01, `${largest(value)} instead of ${value} N`);
});
tried("look-ahead", "agents.*.speed", "look-ahead, braking and turns follow the speed: nobody touches anything", (at) => {
  for (const value of [0.5, 2, 4, 8]) {
    const { agent_overlaps, obstacle_overlaps } = figuresOf("look-ahead", [at(value)], 20);
    assert.deepEqual([agent_overlaps, obstacle_overlaps], [0, 0], `${value} m/s`);
  }
});

// ORCA: twenty who go right and twenty who go up.
tried("orca", "parameters.orca.time_horizon", "long turns gently, short turns hard", (at) => {
  falls([0.5, 3, 8].map((value) => figuresOf("orca", [at(value)], 40).mean_abs_turn_rate), 0.01);
});
tried("orca", "agents.0.responsibility", "at 0 those who go right keep their way, and the others do it all", (at) => {
  const aside = (value) => withScene("orca", [at(value)], (simulation) => {
    const start = people(simulation);
    const [right, up] = [[], []];
    pass(simulation, 15, () => people(simulation).forEach(({ x, y }, index) => (index < 20 ? right.push(Math.abs(y - start[index].y)) : up.push(Math.abs(x - start[index].x)))));
    return [mean(right), mean(up)];
  });
  const [none, even] = [0, 1].map(aside);
  assert.ok(none[0] < 0.05 && none[0] < 0.3 * even[0], `${none[0]} and ${even[0]} m`);
  assert.ok(none[1] > even[1], `${none[1]} and ${even[1]} m`);
});
tried("orca", "agents.*.speed", "they can go at 1.75 m/s when they must", (at) => {
  let fastest = 0;
  withScene("orca", [at(1.2)], (simulation) => pass(simulation, 15, () => { fastest = Math.max(fastest, ...people(simulation).map(({ speed }) => speed)); }));
  assert.ok(fastest > 1.3 && fastest < 1.751, `${fastest} m/s`);
});
tried("orca", "agents.*.radius", "larger bodies leave fewer gaps, and the time horizon follows from the radius", (at) => {
  rises([0.2, 0.35, 0.6].map((value) => figuresOf("orca", [at(value)], 60).mean_travel_seconds), 0.01);
  const horizons = [0.2, 0.6].map((value) => withScene("orca", [at(value)], (simulation) => simulation.spec(0).agent_avoidance.Orca.time_horizon));
  rises(horizons, 0.1);
});

// The plaza: four streams of seven.
const plaza = (set, seconds = 45) => figuresOf("unaligned", set, seconds);
/** The mean of a figure over runs at several speeds: of one alone much is chance. */
const onPlazas = (set, figure) => mean([1.1, 1.15, 1.2, 1.25, 1.3, 1.35, 1.4].map((speed) => figure(plaza([...set, `agents.*.speed=${speed}`]))));
tried("unaligned", "parameters.unaligned.distance", "how far ahead everybody is moved before places are compared", (at) => {
  const probes = (value) => withScene("unaligned", [at(value), "method=classic"], (simulation) => {
    const lengths = [];
    pass(simulation, 8, () => {
      for (let agent = 0; agent < 28; agent += 4) for (const { kind, shape } of simulation.explain(agent).marks) if (kind === "ray" && shape.shape === "line") lengths.push(Math.hypot(shape.to[0] - shape.from[0], shape.to[1] - shape.from[1]));
    });
    return Math.max(...lengths);
  });
  // It looks less far in a crowd.
  const [near, far] = [2, 8].map(probes);
  assert.ok(near <= 2.001 && far > 3 && far <= 8.001, `${near} and ${far} m`);
});
tried("unaligned", "parameters.sampling.horizon", "short dodges at the last moment: they turn more", (at) => {
  const [short, long] = [0.2, 6].map((value) => plaza([at(value)]).mean_abs_turn_rate);
  falls([short, long], 0.05);
});
tried("unaligned", "parameters.sampling.distance", "how far others are looked for: who sees less far turns more", (at) => {
  falls([0.5, 5].map((value) => plaza([at(value)]).mean_abs_turn_rate), 0.05);
});
tried("unaligned", "parameters.sampling.contact_weight", "at 0 only the last guard keeps them apart: they tremble, and above 0.2 little changes", (at) => {
  const [none, low, usual, high] = [0, 0.2, 1, 4].map((value) => onPlazas([at(value)], ({ direction_flips_per_minute }) => direction_flips_per_minute));
  falls([none, low], 0.4);
  for (const other of [low, high]) assert.ok(Math.abs(other - usual) < 0.25 * (none - usual), `${other} and ${usual}`);
  assert.equal(plaza([at(0)]).agent_overlaps, 0);
});
/** Which share of the plaza passes somebody by less than 0.2 m, on average. */
const close = (set) => meanOf("unaligned", set, 30, (simulation) => mean(gaps(people(simulation)).map((gap) => Number(gap < 0.2))));
tried("unaligned", "parameters.sampling.miss_weight", "at 0 they brush past each other", (at) => {
  falls([0, 0.95].map((value) => close([at(value)])), 0.4);
});
tried("unaligned", "parameters.sampling.miss_distance", "they pass less closely, and much of it only makes their ways longer", (at) => {
  const [none, usual, much] = [0.02, 0.2, 1.5].map((value) => close([at(value)]));
  falls([none, usual], 0.4);
  assert.ok(much > 0.8 * usual, `${much} and ${usual}`);
  rises([0.02, 0.2, 1.5].map((value) => onPlazas([at(value)], ({ mean_path_ratio }) => mean_path_ratio - 1)), 0.1);
});
tried("unaligned", "parameters.sampling.side_angle", "below 0 it is the left", (at) => {
  const turns = (value) => withScene("unaligned", [at(value)], (simulation) => {
    let sum = 0;
    // Which side of its way the first stream is pushed to while it meets the others.
    const start = people(simulation);
    pass(simulation, 8, () => people(simulation).slice(0, 7).forEach(({ y }, index) => { sum += start[index].y - y; }));
    return sum;
  });
  const [left, right] = [-0.33, 0.33].map(turns);
  assert.ok(right > 0 && left < 0, `${left} and ${right}`);
});
tried("unaligned", "parameters.sampling.inertia", "0 trembles", (at) => {
  falls([0, 0.25, 1].map((value) => onPlazas([at(value)], (figures) => figures.direction_flips_per_minute)), 0.1);
});
tried("unaligned", "agents.*.speed", "they like that speed", (at) => {
  rises([0.5, 1.2, 2.4].map((value) => meanOf("unaligned", [at(value)], 6, (simulation) => mean(people(simulation).map(({ speed }) => speed)), 2)), 0.1);
});
tried("unaligned", "decide_every", "in between one is still guarded", keepsItsChoice("unaligned"));

// Walls: twelve people on a round.
const rooms = (method, set) => figuresOf("walls", [`method=${method}`, ...set], 45);
tried("walls", "parameters.walls.count", "so many rays are cast, an odd number has one straight ahead", (at) => {
  for (const value of [1, 2, 5]) {
    withScene("walls", [at(value), "method=cross"], (simulation) => {
      // Whiskers lie along the way it goes, which its heading is only on the way to.
      pass(simulation, 1);
      const [before] = people(simulation);
      simulation.step();
      const [after] = people(simulation);
      const heading = [after.x - before.x, after.y - before.y];
      const rays = simulation.explain(0).marks.filter(({ kind, shape }) => kind === "ray" && shape.shape === "line").map(({ shape: { from, to } }) => [to[0] - from[0], to[1] - from[1]]);
      assert.equal(rays.length, value);
      const straight = rays.filter(([x, y]) => Math.abs(x * heading[1] - y * heading[0]) < 2e-3 * Math.hypot(x, y) * Math.hypot(...heading));
      assert.equal(straight.length, value % 2, `${value} whiskers`);
    });
  }
});
tried("walls", "parameters.walls.spread", "small, the frames beside the body aren't felt", (at) => {
  const [small, usual] = [0.1, 0.9].map((value) => rooms("cross", [at(value)]).wall_contacts);
  assert.ok(small > 1.2 * usual, `${small} and ${usual}`);
  assert.equal(small, rooms("none", []).wall_contacts, "as if nobody had whiskers");
});
tried("walls", "parameters.walls.length", "long ones touch less, and tremble in doors", (at) => {
  const [short, long] = [1, 2].map((value) => rooms("cross", [at(value)]));
  falls([short.wall_contacts, long.wall_contacts], 0.2);
  rises([short.direction_flips_per_minute, long.direction_flips_per_minute], 0.2);
});
tried("walls", "parameters.walls.acceleration", "stronger they shiver along walls", (at) => {
  rises([0.5, 3, 6].map((value) => rooms("cross", [at(value)]).direction_flips_per_minute), 0.1);
});
/** The largest push of a hit (m/s²). */
const push = (method, set) => withScene("walls", [`method=${method}`, ...set], (simulation) => {
  let largest = 0;
  pass(simulation, 6, () => {
    for (let agent = 0; agent < 12; agent += 1) {
      for (const { name, wanted } of simulation.explain(agent).forces) if (name === "walls") largest = Math.max(largest, Math.hypot(...wanted) / simulation.spec(agent).body.mass);
    }
  });
  return largest;
});
tried("walls", "parameters.walls.decay", "with a rising strength: what a hit does, the nearer the more", (at) => {
  rises([0.1, 0.5].map((value) => push("cross-rising", [at(value)])), 0.2);
});
tried("walls", "parameters.walls.cap", "no hit does more than this", (at) => {
  for (const value of [1, 4]) {
    const largest = push("cross-rising", [at(value)]);
    assert.ok(largest <= value * 1.001 && largest > 0.9 * value, `${largest} of ${value} m/s²`);
  }
});
tried("walls", "parameters.look_ahead.horizon", "with the default: how much time ahead they look", (at) => {
  const reach = (value) => withScene("walls", [at(value), "method=default"], (simulation) => {
    let longest = 0;
    pass(simulation, 3, () => {
      for (const { kind, shape } of simulation.explain(0).marks) if (kind === "ray" && shape.shape === "line") longest = Math.max(longest, Math.hypot(shape.to[0] - shape.from[0], shape.to[1] - shape.from[1]));
    });
    return longest;
  });
  rises([2, 4].map(reach), 0.1);
});
tried("walls", "parameters.look_ahead.margin", "with the default: the gap that they keep from walls where there is room", (at) => {
  rises([0, 0.5].map((value) => rooms("default", [at(value)]).mean_path_ratio), 0.003);
});

test("every slider of every page is tried", async () => {
  const pages = (await readdir(new URL("../pages", import.meta.url))).map((name) => name.replace(/\.md$/, ""));
  const shown = new Set();
  for (const page of pages) {
    const text = await readFile(new URL(`../pages/${page}.md`, import.meta.url), "utf8");
    for (const [, sliders] of text.matchAll(/ sliders="([^"]*)"/g)) shown.add(sliders);
  }
  assert.deepEqual(Object.keys(trials).sort(), [...shown].sort());
  for (const page of shown) assert.deepEqual(Object.keys(trials[page]).sort(), slidersOf(page).map(({ key }) => key).sort(), page);
});

for (const [page, ofPage] of Object.entries(trials)) {
  const sliders = slidersOf(page);
  for (const [key, { what, trial }] of Object.entries(ofPage)) {
    const slider = sliders.find((one) => one.key === key);
    test(`${page}: ${slider?.label ?? key}: ${what}`, () => {
      assert.ok(slider, `no slider of the page sets ${key}`);
      trial((value) => {
        assert.ok(value >= slider.minimum && value <= slider.maximum, `${value} is beyond the slider`);
        return `${key}=${value}`;
      });
    });
  }
}
