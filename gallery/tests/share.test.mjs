// Links to scenes, without a browser: what goes in comes out, and whatever else comes in is refused in words.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { deflateRawSync, deflateSync } from "node:zlib";
import { clientModule } from "./client_module.mjs";

const share = await clientModule("share/index.ts");

const scene = `name = "straße"\ntitle = "Zwölf → 12 🚶"\n\n[[agents]]\ncount = 12\n${"# more\n".repeat(300)}`;
const linkTo = (bytes) => `#scene=1.${Buffer.from(bytes).toString("base64url")}`;

async function refused(fragment, words) {
  await assert.rejects(share.sceneOf(fragment), (error) => {
    assert.equal(error.name, "Refusal");
    assert.match(error.message, words);
    return true;
  });
}

test("a scene comes back as it went in", async () => {
  const fragment = await share.fragmentOf(scene);
  assert.match(fragment, /^#scene=1\.[A-Za-z0-9_-]+$/);
  assert.ok(fragment.length < scene.length / 4, `${fragment.length} characters`);
  assert.equal(await share.sceneOf(fragment), scene);
});

test("texts of many lengths come back", async () => {
  for (let length = 0; length < 40; length += 1) {
    const text = "añ€𝄞".repeat(length).slice(0, length * 2);
    const whole = text.isWellFormed() ? text : text.slice(0, -1);
    assert.equal(await share.sceneOf(await share.fragmentOf(whole)), whole);
  }
});

test("other keys stand beside the scene", async () => {
  const fragment = `${await share.fragmentOf(scene)}&methods=default,orca`;
  assert.equal(await share.sceneOf(fragment), scene);
  assert.equal(share.fragmentValues(fragment).get("methods"), "default,orca");
});

test("no scene is no error", async () => {
  for (const fragment of ["", "#", "#top", "#scenes=1.abc", "#__proto__=1"]) {
    assert.equal(await share.sceneOf(fragment), null);
  }
});

test("a wrong alphabet is refused", async () => {
  await refused("#scene=1.abc+def", /character “\+” at place 4/);
  await refused("#scene=1.<script>", /character “<” at place 1/);
  await refused("#scene=1.%41%42", /character “%”/);
  await refused("#scene=1.ab😀", /character “😀” at place 3/);
});

test("another version, none, and nothing at all are refused", async () => {
  await refused("#scene=2.abcd", /form 2, which this gallery doesn't know/);
  await refused("#scene=abcd", /doesn't begin as one should/);
  await refused("#scene=", /doesn't begin as one should/);
  await refused("#scene=1.", /empty/);
});

test("every cut of a link is refused", async () => {
  const fragment = await share.fragmentOf(scene);
  for (let length = "#scene=1.".length; length < fragment.length; length += 1) {
    await refused(fragment.slice(0, length), /damaged/);
  }
});

test("every changed character of a link is refused or changes nothing", async () => {
  const fragment = await share.fragmentOf(scene);
  for (let place = "#scene=1.".length; place < fragment.length; place += 1) {
    const other = fragment[place] === "A" ? "B" : "A";
    const changed = fragment.slice(0, place) + other + fragment.slice(place + 1);
    const text = await share.sceneOf(changed).catch((error) => {
      assert.equal(error.name, "Refusal");
      return scene;
    });
    assert.equal(text, scene);
  }
});

test("bytes that aren't packed, packed otherwise, or no text are refused", async () => {
  await refused(linkTo(randomBytes(400)), /damaged/);
  await refused(linkTo(Buffer.from(scene)), /unpacked/);
  await refused(linkTo(deflateRawSync(scene)), /unpacked/);
  await refused(linkTo(deflateSync(Buffer.from([0x61, 0xff, 0xfe, 0x62]))), /no text/);
});

test("too many characters are refused before they are unpacked", async () => {
  await refused(`#scene=1.${"A".repeat(share.MOST_PACKED_CHARACTERS + 1)}`, /too large: 32\.0 KB packed/);
});

test("a bomb is stopped at the limit", async () => {
  const bomb = deflateSync(Buffer.alloc(24 * 1024 * 1024), { level: 9 });
  assert.ok(Buffer.from(bomb).toString("base64url").length <= share.MOST_PACKED_CHARACTERS);
  const before = process.memoryUsage().arrayBuffers;
  await refused(linkTo(bomb), /unpacks to more than 256 KB/);
  const grown = process.memoryUsage().arrayBuffers - before;
  assert.ok(grown < 8 * 1024 * 1024, `${grown} bytes were taken`);
});

test("exactly the limit is taken, one byte more isn't", async () => {
  const largest = "a".repeat(share.MOST_TEXT_BYTES);
  assert.equal(await share.sceneOf(await share.fragmentOf(largest)), largest);
  await refused(linkTo(deflateSync(`${largest}a`)), /unpacks to more than 256 KB/);
});

test("a scene that no link can hold isn't written", async () => {
  await assert.rejects(share.fragmentOf("a".repeat(share.MOST_TEXT_BYTES + 1)), /too large for a link: its text/);
  const noise = randomBytes(60 * 1024).toString("hex");
  await assert.rejects(share.fragmentOf(noise), /too large for a link: packed/);
});

test("what a scene may hold is told from its data", () => {
  const agents = [{ count: 1000 }, { positions: [[0, 0], [1, 0]] }];
  share.checkSize({ agents, dt: 0.03, obstacles: [{}], scatter: [{ count: 100 }] });
  const refusal = (scene, words) => assert.throws(() => share.checkSize(scene), words);
  refusal({ agents: [{ count: 1e6 }] }, /1,000,000 agents of at most 5,000/);
  refusal({ agents: [{ count: 4999 }, ...agents] }, /6,001 agents/);
  refusal({ agents: [{ positions: Array.from({ length: 5001 }, () => [0, 0]) }] }, /5,001 agents/);
  refusal({ agents, scatter: [{ count: 1999 }], obstacles: [{}, {}] }, /2,001 obstacles of at most 2,000/);
  refusal({ agents, dt: 0.0001 }, /dt is 0.0001 s/);
  refusal({ walls: [{ points: Array.from({ length: 20_001 }, () => [0, 0]) }] }, /20,001 points/);
  refusal({ agents: [{ count: 1, behaviors: [{ path: Array.from({ length: 20_001 }, () => [0, 0]) }] }] }, /points/);
  refusal({ parameters: { sampling: { most_neighbors: 1e6 } } }, /parameters\.sampling\.most_neighbors is 1000000/);
});

test("data of any shape is looked at without an exception of another kind", () => {
  for (const scene of [{}, { agents: 3 }, { agents: [3, null, []] }, { scatter: "x", obstacles: {} }, { parameters: [] }]) {
    share.checkSize(scene);
  }
});
