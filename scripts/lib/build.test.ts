import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isBuilt, sourceDigest } from "./build";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "waymark-build-"));
  write("app/page.tsx", "export default () => null");
  write("package-lock.json", "{}");
});

afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}

test("the digest follows what a build is made of: contents, names, versions", () => {
  const digests = new Set([sourceDigest(root)]);
  const changes: [string, string][] = [
    ["app/page.tsx", "export default () => 1"],
    ["lib/core/new.ts", ""],
    ["package-lock.json", '{"lockfileVersion":3}'],
    ["public/logo.svg", "<svg/>"],
  ];
  for (const [file, content] of changes) {
    write(file, content);
    digests.add(sourceDigest(root));
  }
  expect(digests.size).toBe(changes.length + 1);
});

test("the digest ignores tests and what is not part of a build", () => {
  const before = sourceDigest(root);
  for (const file of [
    "lib/a.test.ts",
    "lib/b.itest.ts",
    "components/c.test.tsx",
    "scripts/d.ts",
    "docs/e.md",
  ]) {
    write(file, "changed");
  }
  expect(sourceDigest(root)).toBe(before);
});

test("a build is up to date while its stamp is the digest", () => {
  expect(isBuilt(root)).toBe(false);
  write(".next/waymark-build", sourceDigest(root));
  expect(isBuilt(root)).toBe(true);
  write("app/page.tsx", "export default () => 2");
  expect(isBuilt(root)).toBe(false);
});
