// What hands and keys do to a live scene.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AGENT_STRIDE } from "../../target/npm/sidestep/index.js";
import { drawn, freshElement, liveElements, openPage, phone, standStill, waitUntilMoving } from "./harness/index.mjs";

const PRESENT = 1;

/** Steps after which agents walk at full speed and none has arrived yet, in the scenes of these pages. */
const UNDER_WAY = 150;

/** What is tried on the first scene of a page: a name, and what is done with the page, the scene and its stage. */
const check = (name, use) => ({ name, use });

/**
 * Opens a page once for several tests; each gets a new element in the place of the first scene, which moves. Other scenes of the
 * page are left out: they would only take time.
 */
function onPageOf(name, options, tests) {
  test(`${name}, by hand${Object.keys(options).length > 0 ? `, ${JSON.stringify(options)}` : ""}`, (t) =>
    openPage(name, options, async (page) => {
      const first = liveElements(page).first();
      await waitUntilMoving(first);
      await liveElements(page).evaluateAll(([, ...others]) => others.forEach((other) => other.remove()));
      for (const [index, { name: what, use }] of tests.entries()) {
        await t.test(what, async () => {
          if (index > 0) {
            await page.mouse.move(0, 0);
            await freshElement(first);
            await waitUntilMoving(first);
          }
          await use(page, first, first.locator(".stage").first());
        });
      }
    }));
}

/** Index and place of an agent that is in the picture and far from others, and where it is on the page. */
async function lonelyAgent(scene, stage) {
  await stage.scrollIntoViewIfNeeded();
  const found = await scene.evaluate((node, [stride, present]) => {
    const { simulation, stage } = node.player;
    const numbers = [...simulation.frame().agents];
    const agents = [];
    for (let at = 0; at < numbers.length; at += stride) {
      if (numbers[at + 7] & present) agents.push({ index: at / stride, x: numbers[at], y: numbers[at + 1] });
    }
    const apart = ({ index, x, y }) =>
      Math.min(...agents.filter((other) => other.index !== index).map((other) => Math.hypot(other.x - x, other.y - y)));
    const visible = agents.filter(({ x, y }) => {
      const [left, top] = stage.toScreen(x, y);
      return left > 20 && top > 20 && left < stage.camera.width - 180 && top < stage.camera.height - 70;
    });
    const best = visible.sort((a, b) => apart(b) - apart(a))[0];
    return { ...best, screen: stage.toScreen(best.x, best.y) };
  }, [AGENT_STRIDE, PRESENT]);
  const box = await stage.boundingBox();
  return { ...found, left: box.x + found.screen[0], top: box.y + found.screen[1] };
}

/** Where a place in the world (m) is on the page. */
async function onPage(scene, stage, x, y) {
  const [left, top] = await scene.evaluate((node, place) => node.player.stage.toScreen(...place), [x, y]);
  const box = await stage.boundingBox();
  return [box.x + left, box.y + top];
}

/** A place (m) in the picture where nothing is, as far as possible from everything. */
function freePlace(scene) {
  return scene.evaluate((node) => {
    const { simulation, stage } = node.player;
    for (const reach of [3, 2, 1.5, 1, 0.8]) {
      for (let left = 40; left < stage.camera.width - 200; left += 12) {
        for (let top = 40; top < stage.camera.height - 80; top += 12) {
          const [x, y] = stage.toWorld(left, top);
          if ([simulation.agentAt, simulation.obstacleAt, simulation.wallAt].every((find) => find.call(simulation, x, y, reach) < 0)) return [x, y];
        }
      }
    }
    throw new Error("no free place");
  });
}

/** Drags by the mouse, which stays still for so long (ms) after the press. */
async function drag(page, from, to, still = 0) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.waitForTimeout(still);
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}

const near = (actual, wanted, tolerance, what) =>
  assert.ok(Math.hypot(actual[0] - wanted[0], actual[1] - wanted[1]) < tolerance, `${what}: ${actual} instead of ${wanted}`);

onPageOf("unaligned", { webgl: true }, [
  check("a click on an agent shows that agent's data, forces and reasons", async (page, scene, stage) => {
    await standStill(scene, UNDER_WAY);
    const agent = await lonelyAgent(scene, stage);
    await page.mouse.click(agent.left, agent.top);
    const told = await scene.evaluate((node) => {
      const { selected, simulation, setting } = node.player;
      const explanation = simulation.explain(selected);
      return { selected, id: setting.agents[selected].id, reasons: explanation.reasons, forces: explanation.forces.map(({ name }) => name) };
    });
    assert.equal(told.selected, agent.index);
    const inspector = scene.locator(".inspector");
    await inspector.getByRole("heading", { name: `Agent ${told.id}`, exact: true }).waitFor();
    assert.deepEqual((await inspector.locator(".reasons li").allTextContents()).sort(), told.reasons.sort());
    const names = await inspector.locator(".forces tbody th").allTextContents();
    assert.equal(names.length, told.forces.length + 1);
    assert.ok(!names.some((name) => /_|look_ahead|sampling|unaligned/.test(name)), `names for people: ${names}`);
    assert.ok((await inspector.locator("dl").innerText()).includes(`${agent.x.toFixed(2)}, ${agent.y.toFixed(2)} m`));
    // The pointer is the goal here and stands on the agent, so it brakes with all its force: far more than the least that gets a label.
    // Words on the picture come with the next frame.
    await stage.locator(".stage-labels span:visible").filter({ hasText: /^total / }).waitFor();
    await stage.press("Escape");
    assert.equal(await scene.evaluate((node) => node.player.selected), null);
  }),

  check("an agent is dragged by the mouse, however long it was held before", async (page, scene, stage) => {
    await standStill(scene, UNDER_WAY);
    const agent = await lonelyAgent(scene, stage);
    const selected = await scene.evaluate((node) => node.player.selected);
    assert.notEqual(selected, null, "somebody is selected from the start");
    const to = await freePlace(scene);
    await drag(page, [agent.left, agent.top], await onPage(scene, stage, ...to), 700);
    const now = await scene.evaluate((node, at) => [...node.player.simulation.frame().agents.slice(at, at + 2)], agent.index * AGENT_STRIDE);
    near(now, to, 0.3, "the agent");
    assert.equal(await scene.evaluate((node) => node.player.selected), selected, "a drag is no click");
  }),

  check("a key shows the forces on all agents, and the number on the picture is the one beside it", async (page, scene, stage) => {
    await standStill(scene, UNDER_WAY);
    const shown = () => scene.evaluate((node) => node.player.everybody?.length ?? 0);
    assert.equal(await shown(), 0);
    await stage.press("f");
    await page.waitForFunction(() => document.querySelector("sidestep-scene").player.everybody?.length === 28);
    assert.equal(await scene.getByRole("button", { name: "All forces" }).getAttribute("aria-pressed"), "true");
    await stage.press("f");
    assert.equal(await shown(), 0);
    await scene.evaluate((node) => { node.player.explanation = null; node.player.select(0); node.group.play(); });
    const pairs = await scene.evaluate(async (node) => {
      const found = [];
      for (let frame = 0; frame < 60 && found.length < 5; frame += 1) {
        await new Promise((done) => requestAnimationFrame(done));
        const label = [...node.querySelectorAll(".stage-labels span")].find((span) => /^total /.test(span.textContent) && span.offsetParent)?.textContent;
        const beside = [...node.querySelectorAll(".forces tr.total td")].at(-1)?.textContent;
        if (label && beside) found.push([label.replace("total ", ""), beside]);
      }
      return found;
    });
    assert.ok(pairs.length > 0, "the picture and the panel both have a total");
    for (const [label, beside] of pairs) assert.equal(label, beside);
  }),
]);

onPageOf("look-ahead", {}, [
  check("what the inspector says follows the agent while it runs", async (page, scene, stage) => {
    await stage.press("n");
    const place = () => scene.locator(".inspector dd").nth(2).textContent();
    const before = await place();
    await page.waitForFunction((text) => document.querySelector(".inspector dd:nth-child(2)") !== null
      && [...document.querySelectorAll(".inspector dd")][2].textContent !== text, before);
  }),

  check("an obstacle is dragged by the mouse", async (page, scene, stage) => {
    await standStill(scene, UNDER_WAY);
    const found = await scene.evaluate((node) => {
      const { setting, simulation, stage } = node.player;
      const inside = ([x, y]) => x > 30 && y > 30 && x < stage.camera.width - 200 && y < stage.camera.height - 90;
      const index = setting.obstacles.findIndex(({ outline }) => outline.kind === "circle" && inside(stage.toScreen(...outline.center))
        && simulation.agentAt(...outline.center, 0.5) < 0);
      return { index, center: setting.obstacles[index].outline.center };
    });
    const to = await freePlace(scene);
    await drag(page, await onPage(scene, stage, ...found.center), await onPage(scene, stage, ...to));
    const moved = await scene.evaluate((node, index) => [...node.player.simulation.frame().obstacles.slice(3 * index, 3 * index + 2)], found.index);
    near(moved, [to[0] - found.center[0], to[1] - found.center[1]], 0.3, "the obstacle has moved by");
  }),

  check("a slider acts at once, and its button takes it back", async (page, scene) => {
    const slider = scene.locator(".slider").first();
    const input = slider.locator("input");
    // Without the body, which goes on meanwhile.
    const value = () => scene.evaluate((node) => JSON.stringify({ ...node.player.simulation.spec(0), body: null }));
    const [before, shown] = [await value(), await slider.locator("output").textContent()];
    await input.focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("ArrowRight");
    assert.notEqual(await slider.locator("output").textContent(), shown);
    assert.notEqual(await value(), before);
    await slider.getByRole("button", { name: /^Reset/ }).click();
    assert.equal(await slider.locator("output").textContent(), shown);
    assert.equal(await value(), before);
  }),

  check("time by keyboard: pause, one step, from the beginning, faster", async (page, scene, stage) => {
    await stage.focus();
    await page.keyboard.press(" ");
    assert.equal(await stage.getAttribute("data-state"), "paused");
    const steps = () => scene.evaluate((node) => node.player.simulation.steps);
    const before = await steps();
    await page.keyboard.press(".");
    assert.equal(await steps(), before + 1);
    await page.keyboard.press("r");
    assert.equal(await steps(), 0);
    await page.keyboard.press("]");
    assert.equal(await scene.locator(".speed select").inputValue(), "2");
    await page.keyboard.press(" ");
    assert.equal(await stage.getAttribute("data-state"), "running");
    await waitUntilMoving(scene);
  }),

  check("what the engine refuses is said on the scene", async (page, scene) => {
    await scene.evaluate((node) => node.group.set(["parameters.look_ahead.horizon=-1"]));
    assert.match(await scene.locator(".stage-message").innerText(), /horizon/);
  }),

  check("a scene that is taken away while its inspector has something to show is left alone", async (page, scene) => {
    // The page fails if anything asks the engine for what has been freed.
    await scene.evaluate((node) => {
      const { player } = node;
      player.select(0);
      player.onTold.emit();
      node.remove();
      document.documentElement.classList.toggle("taken-away");
    });
    await page.waitForTimeout(500);
  }),
]);

onPageOf("walls", {}, [
  check("a wall is dragged as a whole, and by its end", async (page, scene, stage) => {
    await standStill(scene, UNDER_WAY);
    await stage.scrollIntoViewIfNeeded();
    const [from, to] = [[-1, 0], [1, 0]];
    const free = await freePlace(scene);
    const wall = await scene.evaluate((node, [at, ends]) =>
      node.player.simulation.insertWall(...ends.map(([x, y]) => [x * 0.6 + at[0], y + at[1]])), [free, [from, to]]);
    const ends = () => scene.evaluate((node, index) => node.player.simulation.wall(index), wall);
    const before = await ends();
    await drag(page, await onPage(scene, stage, ...free), await onPage(scene, stage, free[0], free[1] + 0.5));
    const whole = await ends();
    near(whole[0], [before[0][0], before[0][1] + 0.5], 0.2, "the first end");
    near(whole[1], [before[1][0], before[1][1] + 0.5], 0.2, "the second end");
    await drag(page, await onPage(scene, stage, ...whole[1]), await onPage(scene, stage, whole[1][0] + 0.5, whole[1][1]));
    const bent = await ends();
    near(bent[0], whole[0], 0.01, "the end that wasn't taken");
    near(bent[1], [whole[1][0] + 0.5, whole[1][1]], 0.2, "the end that was taken");
  }),

  check("digits choose the method, and the buttons tell", async (page, scene) => {
    const method = () => scene.evaluate((node) => node.player.simulation.setting().method);
    const wanted = (await scene.getAttribute("keys")).split(",");
    for (const [index, name] of wanted.entries()) {
      await page.keyboard.press(String(index + 1));
      assert.equal(await method(), name);
      assert.equal(await scene.locator(".player-methods [aria-pressed=true]").innerText().then((text) => text.replace(/^\d\s*/, "")), name);
    }
  }),
]);

onPageOf("detours", {}, [
  check("a click drops a crate, agents go round it, and it can be taken away", async (page, scene, stage) => {
    await standStill(scene, UNDER_WAY);
    const count = () => scene.evaluate((node) => {
      const { obstacles } = node.player.simulation.frame();
      return [...obstacles].filter((_, index) => index % 3 === 2).reduce((sum, present) => sum + present, 0);
    });
    await stage.scrollIntoViewIfNeeded();
    const place = await freePlace(scene);
    const before = await count();
    await page.mouse.click(...await onPage(scene, stage, ...place));
    assert.equal(await count(), before + 1);
    // Nobody's middle ever comes nearer to that of the crate than half its side.
    const nearest = await scene.evaluate((node, [[x, y], stride, present]) => {
      const { simulation } = node.player;
      let least = Infinity;
      for (let step = 0; step < 400; step += 1) {
        simulation.step();
        const { agents } = simulation.frame();
        for (let at = 0; at < agents.length; at += stride) {
          if (agents[at + 7] & present) least = Math.min(least, Math.hypot(agents[at] - x, agents[at + 1] - y));
        }
      }
      return least;
    }, [place, AGENT_STRIDE, PRESENT]);
    assert.ok(nearest > 0.6, `somebody came as near as ${nearest} m`);
    await scene.getByRole("button", { name: "Remove crates" }).click();
    const now = await count();
    await stage.scrollIntoViewIfNeeded();
    await page.mouse.click(...await onPage(scene, stage, ...place));
    assert.equal(await count(), now - 1);
  }),

  check("crates by keyboard alone: arrows, Enter, Delete", async (page, scene, stage) => {
    await standStill(scene, UNDER_WAY);
    const count = () => scene.evaluate((node) => node.player.simulation.obstacleCount);
    const present = () => scene.evaluate((node) => [...node.player.simulation.frame().obstacles].filter((value, index) => index % 3 === 2 && value).length);
    const [before, there] = [await count(), await present()];
    await stage.focus();
    await page.keyboard.press("ArrowUp");
    for (let tries = 0; tries < 12 && (await count()) === before; tries += 1) {
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowRight");
    }
    assert.equal(await present(), there + 1, "nothing was dropped");
    await page.keyboard.press("Delete");
    assert.equal(await present(), there);
  }),
]);

test("who is selected before any click is on the way somewhere, on every page with people who stand about", () =>
  openPage("crowds", {}, async (page) => {
    await waitUntilMoving(liveElements(page).first());
    const group = await liveElements(page).first().evaluate(({ player }) => player.setting.groups[player.setting.agents[player.selected].group]);
    assert.notEqual(group, "standing");
  }));

test("in both of two scenes side by side the same agent is selected from the start, and its words wait to be asked for", () =>
  openPage("detours", {}, async (page) => {
    const versus = page.locator("sidestep-versus").first();
    await waitUntilMoving(versus);
    const [one, other] = await versus.evaluate(({ players }) => players.map(({ selected }) => selected));
    assert.equal(typeof one, "number");
    assert.equal(one, other);
    assert.equal(await versus.locator(".versus-reasons").evaluate((details) => details.open), false);
  }));

onPageOf("index", {}, [
  check("the pointer is the goal, and so are the arrow keys", async (page, scene, stage) => {
    await stage.scrollIntoViewIfNeeded();
    const target = () => scene.evaluate((node) => {
      const { simulation, setting } = node.player;
      return setting.targets.length > 0 ? [...simulation.frame().targets.slice(0, 2)] : setting.agents[0].goals[0].point;
    });
    const box = await stage.boundingBox();
    await page.mouse.move(box.x + 110, box.y + 90);
    // The picture goes with nobody while the pointer is the goal.
    const wanted = await scene.evaluate((node) => node.player.stage.toWorld(120, 90));
    await page.mouse.move(box.x + 120, box.y + 90);
    near(await target(), wanted, 0.5, "the goal");
    const before = await target();
    await stage.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.ok((await target())[0] > before[0], "the goal didn't go right");
    await page.mouse.move(2, 2);
    assert.equal(await scene.evaluate((node) => node.player.hands.overlay().pointerGoal), null, "the pointer has left");
    const alike = await scene.evaluate((node) => {
      const { group, player: { simulation } } = node;
      group.pause();
      const [now, time] = [[...simulation.frame().targets], simulation.time];
      group.restart();
      while (simulation.time < time) simulation.step();
      return [now, [...simulation.frame().targets]];
    });
    near(alike[0], alike[1], 0.3, "the target goes its own way again");
  }),

  check("the same seed gives the same run, another another", async (page, scene) => {
    await standStill(scene, UNDER_WAY);
    const hashOf = (seed) => scene.evaluate((node, value) => {
      node.group.restart(value);
      node.player.simulation.step(50);
      return node.player.simulation.hash();
    }, seed);
    const [first, other, again] = [await hashOf(7), await hashOf(8), await hashOf(7)];
    assert.equal(first, again);
    assert.notEqual(first, other);
    await scene.getByLabel("Seed", { exact: true }).fill("-3");
    await scene.getByRole("button", { name: "Use" }).click();
    assert.equal(await scene.evaluate((node) => node.player.setting.seed), 7);
  }),
]);

onPageOf("unaligned", {}, [
  check("without WebGL the plain canvas shows the same", async (page, scene, stage) => {
    assert.equal(await stage.getAttribute("data-renderer"), "canvas");
    await standStill(scene, UNDER_WAY);
    const agent = await lonelyAgent(scene, stage);
    await page.mouse.click(agent.left, agent.top);
    assert.equal(await scene.evaluate((node) => node.player.selected), agent.index);
  }),
]);

onPageOf("detours", { viewport: phone }, [
  check("a tap on a phone selects, and a swipe over free ground is the page's", async (page, scene, stage) => {
    await standStill(scene, UNDER_WAY);
    const agent = await lonelyAgent(scene, stage);
    await page.touchscreen.tap(agent.left, agent.top);
    assert.equal(await scene.evaluate((node) => node.player.selected), agent.index);
    assert.match(await stage.evaluate((node) => getComputedStyle(node).touchAction), /pan-y/);
  }),
]);

test("a plot has words before anything is in it", () =>
  openPage("detours", { reducedMotion: "reduce", viewport: phone }, async (page) => {
    // As soon as plots are there, drawn or not.
    await page.waitForFunction(() => document.querySelector("canvas.sparkline"));
    const wordless = await page.evaluate(() => [...document.querySelectorAll("canvas.sparkline")].filter((plot) => !plot.getAttribute("aria-label")).length);
    assert.equal(wordless, 0);
  }));

test("two methods side by side do the same number of steps", () =>
  openPage("crowds", {}, async (page) => {
    const versus = page.locator("sidestep-versus").first();
    await waitUntilMoving(versus);
    for (let look = 0; look < 5; look += 1) {
      const steps = await versus.evaluate((node) => node.players.map(({ simulation }) => simulation.steps));
      assert.equal(steps[0], steps[1]);
      await drawn(page);
    }
    const methods = await versus.evaluate((node) => node.players.map(({ simulation }) => simulation.setting().method));
    assert.notEqual(methods[0], methods[1]);
  }));

test("who wants less motion starts it by a button", () =>
  openPage("look-ahead", { reducedMotion: "reduce" }, async (page) => {
    const scene = liveElements(page).first();
    const play = scene.getByRole("button", { name: "▶ Play" });
    await play.waitFor();
    for (let frame = 0; frame < 5; frame += 1) await drawn(page);
    assert.equal(await scene.evaluate((node) => node.player.simulation.steps), 0);
    await play.click();
    await waitUntilMoving(scene);
  }));
