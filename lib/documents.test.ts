import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(resolve(root, file), "utf8");

describe("ARCHITECTURE.md", () => {
  it("has one line for each dependency, and no line for what is none", () => {
    const manifest = JSON.parse(read("package.json")) as Record<string, Record<string, string> | undefined>;
    const kinds = ["dependencies", "devDependencies", "optionalDependencies"];
    const installed = kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}));
    const section = read("ARCHITECTURE.md").split("## Dependencies")[1] ?? "";
    const listed = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1]);
    expect(listed.sort()).toEqual(installed.sort());
  });
});

describe("documents", () => {
  it.each(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])("%s names only files that exist", (file) => {
    const named = [
      ...read(file).matchAll(/`((?:lib|app|db|scripts|components|docs|e2e|bench)\/[\w./()-]+?\.\w+)`/g),
    ];
    const missing = named
      .map((match) => match[1] as string)
      .filter((path) => !existsSync(resolve(root, path)));
    expect(missing).toEqual([]);
  });
});
