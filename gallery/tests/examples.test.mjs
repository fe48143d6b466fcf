// Programs for JavaScript that the first page and the package's README show: they run, with the package as others get it, and are strict TypeScript.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const enginePackage = fileURLToPath(new URL("../../target/npm/sidestep", import.meta.url));
let folder;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "sidestep-"));
  await mkdir(join(folder, "node_modules/@sidestep"), { recursive: true });
  await symlink(enginePackage, join(folder, "node_modules/@sidestep/engine"), "junction");
});

after(() => rm(folder, { recursive: true }));

test("the first steps run in Node", async () => {
  await copyFile(new URL("../examples/first-steps.mjs", import.meta.url), join(folder, "first-steps.mjs"));
  const { stdout } = await run(process.execPath, ["first-steps.mjs"], { cwd: folder });
  const lines = stdout.trim().split("\n");
  assert.equal(lines.length, 11);
  assert.match(lines[9], /^10 s: -?\d+\.\d m, -?\d+\.\d m$/);
  assert.notEqual(lines[0].slice(4), lines[9].slice(5), "the first zombie has moved");
  assert.equal(lines[10], "pairs that ever overlapped: 0");
});

test("the README's examples are strict TypeScript, and say what they promise", async () => {
  const readme = await readFile(join(enginePackage, "README.md"), "utf8");
  const programs = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text]) => text);
  assert.equal(programs.length, 4);
  const names = programs.map((_, index) => `example-${index}.mts`);
  await Promise.all(names.map((name, index) => writeFile(join(folder, name), programs[index])));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({
    compilerOptions: {
      strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noUnusedLocals: true, skipLibCheck: false,
      target: "es2022", module: "nodenext", lib: ["es2022", "dom"], types: [],
    },
    files: names,
  }));
  const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  await run(process.execPath, [tsc, "--project", folder]).catch(({ stdout }) => assert.fail(stdout));
  const [, world, blocked, worker] = await Promise.all(names.map(async (name) =>
    (await run(process.execPath, [name.replace(/mts$/, "mjs")], { cwd: folder })).stdout));
  assert.match(world, /^there after \d+\.\d s$/m);
  assert.match(blocked, /took-off/);
  assert.match(blocked, /landed/);
  assert.match(worker, /^0\.\d+ 5000 \d+$/m);
});
