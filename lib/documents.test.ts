import { existsSync, globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { runSettings } from "@/lib/core/run/settings";

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

describe("docs/api.md", () => {
  it("names every route, and no other", () => {
    const files = globSync("app/api/v1/**/route.ts", { cwd: root });
    const routes = files.map((file) =>
      file.replaceAll("\\", "/").slice("app/api/v1".length, -"/route.ts".length),
    );
    const there = routes.filter((route) => !route.includes("[..."));
    const paths = [...read("docs/api.md").matchAll(/^\| `(?:GET|POST) (\/[^?`]+)/gm)].map(
      (match) => match[1] ?? "",
    );
    const named = paths.map((path) => path.replaceAll("{", "[").replaceAll("}", "]"));
    expect([...new Set(named)].sort()).toEqual(there.sort());
  });
});

describe("docs/engine.md", () => {
  it("names only settings that runs have", () => {
    const settings: object = runSettings.parse({});
    const section = read("docs/engine.md").split("## Settings")[1]?.split("\n## ")[0] ?? "";
    const cells = [...section.matchAll(/^\| (`[^|]+`) \|/gm)].map((match) => match[1] ?? "");
    const named = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ""));
    // Some have no default: a run has them when they are given.
    const missing = named.filter(
      (name) => readPath(settings, name) === undefined && !(name in runSettings.shape),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(missing).toEqual([]);
  });
});

function readPath(value: unknown, path: string): unknown {
  return path.split(".").reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], value);
}
