// The program for JavaScript that the first page shows runs, with the package as others get it.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

test("the first steps run in Node", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sidestep-"));
  try {
    await mkdir(join(folder, "node_modules"));
    const enginePackage = fileURLToPath(new URL("../../target/npm/sidestep", import.meta.url));
    await symlink(enginePackage, join(folder, "node_modules/sidestep"), "junction");
    await copyFile(new URL("../examples/first-steps.mjs", import.meta.url), join(folder, "first-steps.mjs"));
    const { stdout } = await promisify(execFile)(process.execPath, ["first-steps.mjs"], { cwd: folder });
    const lines = stdout.trim().split("\n");
    assert.equal(lines.length, 11);
    assert.match(lines[9], /^10 s: -?\d+\.\d m, -?\d+\.\d m$/);
    assert.notEqual(lines[0].slice(4), lines[9].slice(5), "the first zombie has moved");
    assert.equal(lines[10], "pairs that ever overlapped: 0");
  } finally {
    await rm(folder, { recursive: true });
  }
});
