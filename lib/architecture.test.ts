import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const imports = "lint/style/noRestrictedImports";
const globals = "lint/style/noRestrictedGlobals";

/** What the lint configuration must refuse: file, line, rule. */
const refused: [file: string, source: string, rule: string][] = [
  ["lib/core/node.ts", 'export * from "node:fs";', imports],
  ["lib/core/next.ts", 'export * from "next/server";', imports],
  ["lib/core/react.ts", 'export * from "react";', imports],
  ["lib/core/ai.ts", 'export * from "ai";', imports],
  ["lib/core/sdk.ts", 'export const load = () => import("@ai-sdk/openai");', imports],
  ["lib/core/drizzle.ts", 'export * from "drizzle-orm";', imports],
  ["lib/core/postgres.ts", 'export * from "postgres";', imports],
  ["lib/core/boss.ts", 'export * from "pg-boss";', imports],
  ["lib/core/db.ts", 'export * from "@/db/client";', imports],
  ["lib/core/engine.ts", 'export * from "@/lib/engine/types";', imports],
  ["lib/core/agents.ts", 'export * from "@/lib/agents";', imports],
  ["lib/core/now.ts", "export const t = Date.now();", "lint/nursery/noJsRestrictedProperties"],
  ["lib/core/date.ts", "export const t = new Date();", "plugin"],
  ["lib/core/random.ts", "export const r = Math.random();", "lint/nursery/noJsRestrictedProperties"],
  ["lib/core/env.ts", "export const e = process.env.HOME;", globals],
  ["lib/core/fetch.ts", 'export const f = fetch("http://localhost");', globals],
  ["lib/core/console.ts", 'console.log("hello");', globals],
  ["lib/core/timer.ts", "export const t = setTimeout(() => {}, 1);", globals],
  ["lib/agents/db.ts", 'export * from "@/db/client";', imports],
  ["lib/agents/tools.ts", 'export * from "@/lib/tools";', imports],
  ["lib/tools/engine.ts", 'export * from "@/lib/engine/types";', imports],
  ["lib/tools/sdk.ts", 'export * from "ai";', imports],
  ["db/engine.ts", 'export * from "@/lib/engine/types";', imports],
  ["lib/engine/adapters.ts", 'export * from "@/lib/adapters/clock";', imports],
  ["lib/engine/services.ts", 'export * from "@/lib/services/runs/start";', imports],
  ["lib/engine/boss.ts", 'export * from "pg-boss";', imports],
  ["lib/adapters/engine.ts", 'export * from "@/lib/engine/types";', imports],
  ["lib/adapters/db.ts", 'export * from "@/db/client";', imports],
  ["lib/services/adapters.ts", 'export * from "@/lib/adapters/clock";', imports],
  ["lib/services/http.ts", 'export * from "@/lib/http/problem";', imports],
  ["lib/services/env.ts", 'export * from "@/lib/env";', imports],
  ["lib/services/node-env.ts", "export const e = process.env.HOME;", "lint/style/noProcessEnv"],
  ["lib/auth/services.ts", 'export * from "@/lib/services/runs/start";', imports],
  ["lib/notify/engine.ts", 'export * from "@/lib/engine/types";', imports],
  ["lib/http/db.ts", 'export * from "@/db/client";', imports],
  ["lib/http/engine.ts", 'export * from "@/lib/engine/types";', imports],
  ["lib/http/app.ts", 'export * from "@/app/layout";', imports],
  ["lib/client/services.ts", 'export * from "@/lib/services/runs/start";', imports],
  ["lib/client/node.ts", 'export * from "node:fs";', imports],
  ["lib/env.ts", 'export * from "@/lib/core/errors";', imports],
  ["lib/compose.ts", 'export * from "@/app/layout";', imports],
  ["lib/services/testing.ts", 'export * from "@/lib/testing/postgres";', imports],
  ["components/services.tsx", 'export * from "@/lib/services/runs/start";', imports],
  ["components/app.tsx", 'export * from "@/app/actions";', imports],
  ["components/db.tsx", 'export * from "@/db/client";', imports],
  ["app/engine.ts", 'export * from "@/lib/engine/types";', imports],
  ["app/adapters.ts", 'export * from "@/lib/adapters/clock";', imports],
  ["app/db.ts", 'export * from "@/db/client";', imports],
  ["app/env.ts", 'export * from "@/lib/env";', imports],
  ["app/compose.ts", 'export { createApp } from "@/lib/compose";', imports],
  ["app/testing.ts", 'export * from "@/lib/testing/postgres";', imports],
  ["scripts/adapters.ts", 'export * from "@/lib/adapters/clock";', imports],
  ["scripts/app.ts", 'export * from "@/app/layout";', imports],
];

/** What it must let pass: the arrows themselves. */
const allowed: [file: string, source: string][] = [
  ["lib/core/fine.ts", 'export { z } from "zod";\nexport const at = new Date(0);'],
  ["lib/core/fine.test.ts", 'export * from "@/lib/testing/postgres";\nexport const at = Date.now();'],
  ["lib/agents/fine.ts", 'export * from "@/lib/core/ports";'],
  ["lib/tools/fine.ts", 'export * from "@/lib/core/ports";'],
  ["db/fine.ts", 'export * from "@/lib/core/ports";\nexport { eq } from "drizzle-orm";'],
  ["lib/engine/fine.ts", 'export { a } from "@/lib/agents/a";\nexport { b } from "@/db/b";'],
  ["lib/adapters/fine.ts", 'export { a } from "@/lib/core/ports";\nexport { b } from "ai";'],
  ["lib/services/fine.ts", 'export { a } from "@/lib/engine/types";\nexport { b } from "@/lib/auth/actor";'],
  ["lib/http/fine.ts", 'export * from "@/lib/services/runs/start";'],
  ["lib/client/fine.ts", 'export * from "@/lib/core/run";'],
  ["components/fine.tsx", 'export { a } from "@/lib/client/a";\nexport { b } from "@/components/ui/b";'],
  ["app/fine.ts", 'export { getApp } from "@/lib/compose";\nexport { a } from "@/lib/http/a";'],
  ["scripts/fine.ts", 'export { a } from "@/lib/compose";\nexport const e = process.env.HOME;'],
];

const tree = mkdtempSync(join(tmpdir(), "waymark-architecture-"));
afterAll(() => rmSync(tree, { recursive: true }));

/** Rules that the project's own configuration reports, by file, for a tree with these files. */
function lint(files: { file: string; source: string }[]): Map<string, Set<string>> {
  cpSync(join(root, "biome.json"), join(tree, "biome.json"));
  cpSync(join(root, "scripts/lint"), join(tree, "scripts/lint"), { recursive: true });
  for (const { file, source } of files) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), `${source}\n`);
  }
  const biome = join(root, "node_modules/.bin/biome");
  const run = spawnSync(
    biome,
    ["lint", "--vcs-enabled=false", "--max-diagnostics=none", "--reporter=json", "."],
    { cwd: tree, encoding: "utf8" },
  );
  const found = new Map<string, Set<string>>();
  const report: { diagnostics: { category: string; location: { path: string } }[] } = JSON.parse(run.stdout);
  for (const { category, location } of report.diagnostics) {
    const rules = found.get(location.path) ?? new Set();
    found.set(location.path, rules.add(category));
  }
  return found;
}

describe("the lint configuration keeps the direction of the house", () => {
  const found = lint([...refused, ...allowed].map(([file, source]) => ({ file, source })));

  test.each(refused)("%s is refused: %s", (file, _source, rule) => {
    expect([...(found.get(file) ?? [])]).toContain(rule);
  });

  test.each(allowed)("%s is allowed", (file) => {
    expect([...(found.get(file) ?? [])]).toEqual([]);
  });
});

/** A room is what the arrows speak of: `lib/core`, `db`, `lib/env`. */
function roomOf(path: string): string {
  const parts = path.replace(/(\.i?test)?\.tsx?$/, "").split(sep);
  return parts[0] === "lib" ? parts.slice(0, 2).join("/") : (parts[0] ?? "");
}

function sourceFiles(): string[] {
  const folders = ["app", "components", "db", "lib"].filter((folder) => existsSync(join(root, folder)));
  return folders.flatMap((folder) => {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
    return names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name));
  });
}

test("relative imports stay inside their room, so that every arrow between rooms is one the lint sees", () => {
  const files = sourceFiles();
  expect(files.length).toBeGreaterThan(0);
  const escapes = files.flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    const targets = [...source.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]*)"/g)].map(
      (match) => match[1] ?? "",
    );
    const room = roomOf(file);
    return targets
      .filter((target) => roomOf(relative(root, resolve(root, dirname(file), target))) !== room)
      .map((target) => `${file} imports ${target}`);
  });
  expect(escapes).toEqual([]);
});

test("every room of lib has its own rules", () => {
  const config = readFileSync(join(root, "biome.json"), "utf8");
  const rooms = readdirSync(join(root, "lib"), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const unruled = rooms.filter(({ name }) => !config.includes(`"lib/${name}/**"`)).map(({ name }) => name);
  // Tests alone import lib/testing; it may import anything.
  expect(unruled.filter((name) => name !== "testing")).toEqual([]);
});
