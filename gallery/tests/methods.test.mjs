// What the pages on look-ahead, unaligned encounters, walls and detours promise to the hand and to the eye.
import assert from "node:assert/strict";
import { test } from "node:test";
import { freshElement, openPage, standStill, waitUntilMoving } from "./harness/index.mjs";

/** Steps a scene that stands still until so much time has passed in it (s), and gives its method and figures then. */
function figuresAfter(element, seconds) {
  return element.evaluate(({ player: { simulation } }, end) => {
    while (simulation.time < end) simulation.step();
    return { time: simulation.time, method: simulation.setting().method, figures: simulation.measures() };
  }, seconds);
}

/** What is tried on the first scene of a page. */
const checks = {
  walls: {
    "walls: keys 1 to 6 switch the method, and the contacts follow": async (page, scene) => {
      await scene.getByRole("application").focus();
      const methods = ["none", "additive", "cross", "additive-rising", "cross-rising", "default"];
      for (const [index, method] of methods.entries()) {
        await page.keyboard.press(String(index + 1));
        await page.waitForFunction(
          (wanted) => document.querySelector("sidestep-scene").player.simulation.setting().method === wanted,
          method,
        );
      }
      await page.keyboard.press(" ");
      await page.keyboard.press("1");
      await page.keyboard.press("r");
      const without = await figuresAfter(scene, 6);
      assert.equal(without.method, "none");
      assert.ok(without.figures.wall_contacts > 0, "who looks at nothing touches walls");
      await page.keyboard.press("6");
      await page.keyboard.press("r");
      const mended = await figuresAfter(scene, 6);
      assert.equal(mended.method, "default");
      assert.equal(mended.figures.wall_contacts, 0);
    },

    // Pairs that have ever touched stand still after one round: who touches a wall just now doesn't.
    "walls: who is touching a wall just now is counted anew for as long as one looks": async (page, scene) => {
      await scene.getByRole("application").focus();
      await page.keyboard.press(" ");
      await page.keyboard.press("1");
      await page.keyboard.press("r");
      const seen = await scene.evaluate((node) => {
        const { group, player: { simulation } } = node;
        const shown = (name) => [...node.querySelectorAll(".figures dt")].find((term) => term.textContent.startsWith(name)).nextElementSibling.querySelector(".number").textContent;
        // Two rounds, in which everybody has met its walls.
        while (simulation.time < 120) simulation.step();
        const before = simulation.measures().wall_contacts;
        const counts = [];
        for (let look = 0; look < 120; look += 1) {
          simulation.step(25);
          group.onMeasures.emit();
          counts.push([Number(shown("touching now")), simulation.measures().touching_now]);
        }
        return { counts, new_pairs: simulation.measures().wall_contacts - before };
      });
      for (const [shown, measured] of seen.counts) assert.equal(shown, measured);
      const now = seen.counts.map(([shown]) => shown);
      const changes = now.filter((count, index) => index > 0 && count !== now[index - 1]).length;
      assert.ok(Math.max(...now) > Math.min(...now) + 1 && changes > 20, `touching now in the third minute: ${now}`);
      assert.ok(seen.new_pairs < 5, `pairs are counted once: ${seen.new_pairs} more in the third minute`);
      const meanings = scene.locator(".meanings");
      assert.match(await meanings.locator("dd").filter({ hasText: "at this moment" }).textContent(), /touch another, an obstacle or a wall/);
      assert.match(await meanings.locator("dd").filter({ hasText: "a wall that have touched so far" }).textContent(), /each counts once/);
    },

    "walls: each button of a classic form says whose it is, and so does a line once it is chosen": async (page, scene) => {
      const buttons = scene.getByRole("group", { name: "Method" }).getByRole("button");
      const titles = await buttons.evaluateAll((all) => all.map((button) => [button.lastChild.textContent, button.title]));
      for (const [method, title] of titles) assert.equal(/One Tiny Leap/.test(title), !["none", "default"].includes(method), `${method}: ${title}`);
      await scene.getByRole("button", { name: "additive-rising" }).click();
      await scene.locator(".method-said").filter({ hasText: "One Tiny Leap, “Wall or corner avoidance”, 2012: additive, the stronger the nearer" }).waitFor();
    },

    "walls: only the sliders of the method are there": async (page, scene) => {
      const labels = () => scene.locator(".slider:visible label").allTextContents();
      assert.deepEqual(await labels(), ["Horizon", "Margin"]);
      await scene.getByRole("button", { name: "cross-rising" }).click();
      await scene.locator('[data-key="parameters.walls.decay"]').waitFor();
      assert.deepEqual(await labels(), ["Whiskers", "Spread", "Length", "Strength at 1 m", "Largest strength"]);
    },
  },
  detours: {
    "detours: somebody goes round a crate that is dropped before them, and not through": async (page, scene) => {
      await standStill(scene, 0);
      const before = await scene.evaluate(({ player }) => player.simulation.setting().obstacles.length);
      // The third person on the left has a free way of some metres ahead.
      const place = await scene.evaluate(({ player }) => {
        const { agents } = player.simulation.frame();
        const [x, y] = agents.slice(2 * (agents.length / player.simulation.agentCount));
        const box = player.stage.toScreen(x + 2, y);
        return Array.isArray(box) ? { x: box[0], y: box[1] } : { x: box.x, y: box.y };
      });
      await scene.getByRole("application").locator("canvas").click({ position: place });
      await page.waitForFunction(
        (count) => document.querySelector("sidestep-scene").player.simulation.setting().obstacles.length === count + 1,
        before,
      );
      const crate = await scene.evaluate(({ player }) => {
        const { outline } = player.simulation.setting().obstacles.at(-1);
        const points = outline.kind === "circle" ? [outline.center] : outline.points;
        return Math.max(...points.map(([x]) => x));
      });
      const { figures } = await figuresAfter(scene, 8);
      const x = await scene.evaluate(({ player: { simulation } }) => simulation.frame().agents[2 * (simulation.frame().agents.length / simulation.agentCount)]);
      assert.ok(x > crate, `past the crate: ${x} m, crate up to ${crate} m`);
      assert.equal(figures.obstacle_overlaps, 0);
    },
  },
};

for (const [name, figure] of [
  ["look-ahead", "obstacle_overlaps"],
  ["unaligned", "direction_flips_per_minute"],
  ["walls", "direction_flips_per_minute"],
  ["detours", "blocked_ever"],
]) {
  test(`${name}, as the page promises`, (t) =>
    openPage(name, {}, async (page) => {
      const scene = page.locator("sidestep-scene").first();
      for (const [index, [what, use]] of Object.entries(checks[name] ?? {}).entries()) {
        await t.test(what, async () => {
          if (index > 0) await freshElement(scene);
          await waitUntilMoving(scene);
          await use(page, scene);
        });
      }

      await t.test(`${name}: the two forms start alike and end apart, and the default has the better ${figure}`, async () => {
        const versus = page.locator("sidestep-versus").first();
        await waitUntilMoving(versus);
        // The clock of the page gives both the same time; from there they are stepped, so that the figures are of a fixed moment.
        const alike = await versus.evaluate((node) => {
          node.group.pause();
          return node.players.map(({ simulation }) => simulation.time);
        });
        assert.ok(alike[0] > 0 && alike[0] === alike[1], `${alike} s`);
        const runs = await versus.evaluate((node, figure) => {
          node.group.restart();
          return node.players.map(({ simulation }) => {
            while (simulation.time < 7) simulation.step();
            return {
              seed: simulation.setting().seed,
              starts: simulation.setting().agents.map(({ start }) => start),
              time: simulation.time,
              value: simulation.measures()[figure],
            };
          });
        }, figure);
        const [classic, better] = runs;
        assert.deepEqual([classic.seed, classic.starts, classic.time], [better.seed, better.starts, better.time]);
        assert.ok(classic.value > better.value, `${classic.value} against ${better.value}`);
      });
    }));
}

test("groups, as the page promises", (t) =>
  openPage("groups", {}, async (page) => {
    const scene = page.locator("sidestep-scene").first();
    await waitUntilMoving(scene);

    await t.test("groups: sliders show what the scene says of the formation, and change it", async () => {
      const columns = scene.locator('[data-key="formations.0.columns"]');
      assert.equal(await columns.locator("output").textContent(), "3");
      assert.equal(await columns.locator("input").inputValue(), "3");
      await columns.locator("input").evaluate((input) => {
        input.value = "1";
        input.dispatchEvent(new Event("input", { bubbles: true }));
      });
      await page.waitForFunction(() => {
        const { simulation } = document.querySelector("sidestep-scene").player;
        return /pattern = "abreast"\ncolumns = 1\n/.test(simulation.scene());
      });
    });

    await t.test("groups: who all want to one point drive their guide off, and those with slots don't", async () => {
      const versus = page.locator("sidestep-versus");
      await waitUntilMoving(versus);
      const off = await versus.evaluate((node) => {
        node.group.pause();
        node.group.restart();
        return node.players.map(({ simulation }) => {
          let off = 0;
          while (simulation.time < 40) {
            simulation.step();
            const [x, y] = simulation.frame().agents;
            if (simulation.time > 23) off = Math.max(off, Math.hypot(x - 12, y + 2));
          }
          return off;
        });
      });
      assert.ok(off[0] > 0.3 && off[1] < 0.1, `${off} m from where it wanted to be`);
    });
  }));
