import { beforeAll, describe, expect, it, test } from "vitest";
import { forbiddenImports, unusedPackages } from "@/scripts/structure/arrows";
import { circles } from "@/scripts/structure/circles";
import { foreignNames } from "@/scripts/structure/foreign-names";
import { isSource, type Module, readModule, readModules } from "@/scripts/structure/modules";
import { impurities } from "@/scripts/structure/purity";
import { ROOMS, type Room, roomOf, standsAt } from "@/scripts/structure/rooms";
import { functionsForClients } from "@/scripts/structure/server-functions";
import { type Tree, treeOf, workingTree } from "@/scripts/structure/tree";

/** What is wrong with a file, by the table of rooms: its imports, and what it uses of the runtime. */
function faultsOf(path: string, text: string, house: Tree): string[] {
  const reach = roomOf(path)?.reach;
  const used = reach ? impurities(path, text, reach).map((fault) => `${path}:${fault}`) : [];
  const barrels = barrelsOf(readModules(house).values());
  return [...forbiddenImports([readModule(path, text, house.paths)], barrels), ...used];
}

const barrelsOf = (modules: Iterable<Module>): Set<string> =>
  new Set([...modules].filter(({ barrel }) => barrel).map(({ path }) => path));

describe("the house", () => {
  let tree: Tree;
  let modules: Map<string, Module>;
  beforeAll(() => {
    tree = workingTree();
    modules = readModules(tree);
  }, 60_000);

  it("has a room for every source file", () => {
    const sources = [...tree.paths].filter(isSource);
    expect(sources.length).toBeGreaterThan(1_000);
    expect(sources.filter((path) => !roomOf(path))).toEqual([]);
  });

  it("has a file for every path of the table", () => {
    const paths = ROOMS.flatMap((room): readonly string[] => room.paths);
    const isUsed = (path: string) => [...tree.paths].some((file) => standsAt(file, path));
    expect(paths.filter((path) => !isUsed(path))).toEqual([]);
  });

  it("imports only along the arrows of the table, whatever way an import is written", () => {
    expect(forbiddenImports(modules.values(), barrelsOf(modules.values()))).toEqual([]);
  });

  it("has no circle of imports, types included", () => {
    expect(circles(modules)).toEqual([]);
  });

  it("uses of the runtime what each room may reach", () => {
    const faults = [...modules.keys()].flatMap((path) => {
      const reach = isSource(path) ? roomOf(path)?.reach : undefined;
      return reach ? impurities(path, tree.read(path), reach).map((fault) => `${path}:${fault}`) : [];
    });
    expect(faults).toEqual([]);
  });

  it("has one door: no server action beside the routes, which the guard would not let in", () => {
    const acting = [...tree.paths].filter(
      (path) => isSource(path) && /^\s*["']use server["']/m.test(tree.read(path)),
    );
    expect(acting).toEqual([]);
  });

  it("gives no function of the server to a component of the browser", () => {
    expect(functionsForClients(tree, modules)).toEqual([]);
  });

  it("asks no plain object by a name of any text", () => {
    expect(foreignNames()).toEqual([]);
  }, 240_000);

  it("gives no room a package that it does not import", () => {
    expect(unusedPackages(modules.values())).toEqual([]);
  });
});

/**
 * Files that parse what Waymark itself has written, a text in quotation marks, or that only ask whether it is JSON. All that comes from outside goes
 * by `parseJson` and its neighbors (lib/core/json.ts): `JSON.parse` changes the digits of large numbers without a word.
 */
const OWN_JSON = `components/approvals/inbox/use-inbox-gates.ts components/comments/use-comments.ts
  components/graph/flow/use-shown-nodes.ts components/plans/reading/json-tree.ts components/policies/policy-simulator.tsx
  components/policies/rule-value.ts components/ui/behavior/use-kept.ts db/json-text.ts db/queries/forecasts/read-outcomes.ts
  db/queries/forecasts/read-samples.ts db/queries/insights/read-counts.ts db/queries/learning/find-examples.ts
  db/queries/learning/lessons.ts db/queries/read-agents.ts db/queries/runs/read-comparison.ts
  db/queries/runs/read-events.ts db/queries/settings/api-keys.ts lib/adapters/ai-sdk-model/call-once.ts
  lib/adapters/ai-sdk-model/error-facts.ts lib/adapters/ai-sdk-model/workspace-models.ts lib/client/call.ts lib/client/page-text.ts
  lib/client/stream/connection.ts lib/core/answers/scan-json.ts lib/core/evaluation/judge-refinement.ts lib/core/examples/draft.ts lib/core/json.ts
  lib/core/mcp/servers.ts lib/core/plan/compare/fingerprint.ts lib/core/plan/validate/signature.ts
  lib/core/replay/diff-json.ts lib/core/run/apply/index.ts lib/core/run/keyframes.ts
  lib/core/run/truncate/proposal.ts lib/core/trajectory/serialize.ts lib/engine/notifications/send-delivery.ts
  lib/engine/notify.ts lib/env.ts lib/http/body.ts lib/services/data/export.ts lib/services/mcp/stored-server.ts
  lib/services/models/test-model.ts lib/services/notifications/save.ts
  lib/services/runs/exports/export.ts lib/services/runs/past-states.ts lib/tools/pdf/index.ts lib/tools/sql/child.ts
  lib/tools/sql/query.ts lib/tools/sql/run-child.ts`.split(/\s+/);

describe("JSON from outside", () => {
  it("is parsed where the digits of its numbers are kept", () => {
    const tree = workingTree();
    const isOurs = (path: string) =>
      /^(?:app|components|db|lib)\//.test(path) &&
      !/^lib\/(?:testing|adapters\/simulated-model)\/|\.i?test\.tsx?$/.test(path);
    const parsing = [...tree.paths].filter(
      (path) =>
        isSource(path) && isOurs(path) && /\bJSON\.parse\b|\bresponse\.json\(\)/.test(tree.read(path)),
    );
    expect(parsing.toSorted()).toEqual(OWN_JSON.toSorted());
  });
});

describe("functionsForClients", () => {
  const field = '"use client";\nexport const Field = ({ children }) => children("x");';
  const found = (card: string) => {
    const tree = treeOf({
      "app/page.tsx": 'import { Card } from "../components/card";\nexport default () => <Card />;',
      "components/card.tsx": card,
      "components/field.tsx": field,
    });
    return functionsForClients(tree, readModules(tree));
  };
  const imports = 'import { Field } from "./field";\n';

  it.each([
    ["a child", "export const Card = () => <Field label='a'>{(w) => <input {...w} />}</Field>;"],
    ["a prop", "export const Card = () => <Field render={function f() {}} />;"],
  ])("finds %s that is a function", (_, card) => {
    expect(found(imports + card)).toEqual(["components/card.tsx:2: Field"]);
  });

  it.each([
    [
      "where the browser renders both",
      `"use client";\n${imports}export const Card = () => <Field>{() => 1}</Field>;`,
    ],
    [
      "of its own",
      `${imports}const Own = () => null;\nexport const Card = () => <Own>{() => <Field />}</Own>;`,
    ],
  ])("passes over one %s", (_, card) => {
    expect(found(card)).toEqual([]);
  });
});

describe("the table of rooms", () => {
  const rooms: readonly Room[] = ROOMS;
  const arrows = rooms.flatMap(({ name, may }) =>
    may === "every room" ? [] : may.map((other) => [name, other] as const),
  );

  it("names only rooms that it has", () => {
    const names = new Set(rooms.map(({ name }) => name));
    expect(arrows.filter(([, other]) => !names.has(other))).toEqual([]);
  });

  it("points one way", () => {
    const kind = "static" as const;
    const asModules = rooms.map(({ name }): [string, Module] => {
      const own = arrows.filter(([from]) => from === name);
      const imports = own.map(([, path]) => ({
        specifier: path,
        kind,
        line: 1,
        target: { kind: "file" as const, path },
      }));
      return [name, { path: name, lines: 1, barrel: false, imports }];
    });
    expect(circles(new Map(asModules))).toEqual([]);
  });
});

/** A house of one file a room, to import from, and one barrel. */
const HOUSE = treeOf({
  ...Object.fromEntries(
    `app/actions.ts app/globals.css components/ui/button.tsx db/client.ts e2e/server.ts lib/adapters/clock.ts
    lib/adapters/mcp-tools/index.ts lib/agents/index.ts lib/auth/actor.ts lib/client/stream.ts lib/compose.ts
    lib/core/errors.ts lib/core/ports.ts lib/core/run/index.ts lib/core/run/apply.test.ts lib/engine/run-store/index.ts
    lib/engine/types.ts lib/env.ts lib/http/problem.ts lib/services/runs/start.ts lib/testing/database/postgres.ts
    lib/tools/index.ts scripts/worker.ts`
      .split(/\s+/)
      .map((path) => [path, ""]),
  ),
  "lib/core/plan/index.ts": 'export { levels } from "./graph";',
  "lib/core/plan/graph.ts": "",
});

/** File and source of what the checker must refuse. */
const REFUSED: [file: string, source: string][] = [
  ["lib/core/x.ts", 'export * from "node:fs";'],
  ["lib/core/x.ts", 'export * from "next/server";'],
  ["lib/core/x.ts", 'export * from "react";'],
  ["lib/core/x.ts", 'export * from "ai";'],
  ["lib/core/x.ts", 'export const load = () => import("@ai-sdk/openai");'],
  ["lib/core/x.ts", 'export * from "drizzle-orm";'],
  ["lib/core/x.ts", 'export * from "postgres";'],
  ["lib/core/x.ts", 'export * from "pg-boss";'],
  ["lib/core/x.ts", 'export * from "@/db/client";'],
  ["lib/core/x.ts", 'export * from "../../db/client";'],
  ["lib/core/x.ts", 'import type { RunStore } from "../engine/types";'],
  ["lib/core/x.ts", 'export type RunStore = import("../engine/types").RunStore;'],
  ["lib/core/x.ts", 'export const load = () => import("../engine/types");'],
  ["lib/core/x.ts", "export const load = () => import(`../engine/types`);"],
  ["lib/core/x.ts", "export const load = (name: string) => import(name);"],
  ["lib/core/x.ts", 'export const at = new URL("../engine/types.ts", import.meta.url);'],
  ["lib/core/x.ts", 'import "./gone";'],
  ["lib/core/x.ts", 'export * from "@/lib/engine/types";'],
  ["lib/core/x.ts", 'export * from "@/lib/agents";'],
  ["lib/core/x.ts", 'export * from "vitest";'],
  ["lib/core/run/x.ts", 'export * from "./apply.test";'],
  ["lib/agents/x.ts", 'export * from "@/db/client";'],
  ["lib/agents/x.ts", 'export * from "@/lib/tools";'],
  ["lib/agents/x.ts", 'export * from "zod";'],
  ["lib/tools/x.ts", 'export * from "@/lib/engine/types";'],
  ["lib/tools/x.ts", 'export * from "ai";'],
  ["db/x.ts", 'export * from "@/lib/engine/types";'],
  ["db/x.ts", 'export * from "../lib/engine/types";'],
  ["lib/engine/x.ts", 'export * from "@/lib/adapters/clock";'],
  ["lib/engine/x.ts", 'export * from "../adapters/clock";'],
  ["lib/engine/x.ts", 'export * from "@/lib/services/runs/start";'],
  ["lib/engine/x.ts", 'export * from "pg-boss";'],
  ["lib/adapters/x.ts", 'export * from "@/lib/engine/types";'],
  ["lib/adapters/x.ts", 'export * from "@/db/client";'],
  ["lib/adapters/x.ts", 'export * from "ai";'],
  ["lib/adapters/safe-http/x.ts", 'export * from "../mcp-tools";'],
  ["lib/adapters/mcp-tools/x.ts", 'export * from "pg-boss";'],
  ["lib/services/x.ts", 'export * from "@/lib/adapters/clock";'],
  ["lib/services/x.ts", 'export * from "@/lib/http/problem";'],
  ["lib/services/x.ts", 'export * from "@/lib/env";'],
  ["lib/services/x.ts", 'export * from "@/lib/testing/database/postgres";'],
  ["lib/services/x.ts", 'import process from "node:process";'],
  ["lib/auth/x.ts", 'export * from "@/lib/services/runs/start";'],
  ["lib/http/x.ts", 'export * from "@/db/client";'],
  ["lib/http/x.ts", 'export * from "@/lib/engine/types";'],
  ["lib/http/x.ts", 'export * from "../engine/run-store";'],
  ["lib/http/x.ts", 'export * from "@/app/actions";'],
  ["lib/client/x.ts", 'export * from "@/lib/services/runs/start";'],
  ["lib/client/x.ts", 'import type { run } from "@/lib/services/runs/start";'],
  ["lib/client/x.ts", 'import { problem } from "@/lib/http/problem";'],
  ["lib/client/x.ts", 'export * from "node:fs";'],
  ["lib/env.ts", 'export * from "@/lib/core/errors";'],
  ["lib/compose.ts", 'export * from "@/app/actions";'],
  ["lib/compose.ts", 'export * from "@/lib/testing/database/postgres";'],
  ["components/x.tsx", 'export * from "@/lib/services/runs/start";'],
  ["components/x.tsx", 'export * from "@/app/actions";'],
  ["components/x.tsx", 'export * from "@/db/client";'],
  ["components/x.tsx", 'import { levels } from "@/lib/core/plan";'],
  ["components/x.tsx", 'import { type Plan, levels } from "@/lib/core/plan";'],
  ["components/x.tsx", 'export { levels } from "../lib/core/plan/index";'],
  ["components/x.tsx", 'export const load = () => import("@/lib/core/plan");'],
  ["lib/client/x.ts", 'import { levels } from "@/lib/core/plan";'],
  ["components/x.tsx", 'import "../app/globals.css";'],
  ["app/x.ts", 'export * from "@/lib/engine/types";'],
  ["app/x.ts", 'export * from "@/lib/adapters/clock";'],
  ["app/x.ts", 'export * from "@/db/client";'],
  ["app/x.ts", 'export * from "@/lib/env";'],
  ["app/x.ts", 'export { createApp } from "@/lib/compose";'],
  ["app/x.ts", 'export * from "@/lib/compose";'],
  ["app/x.ts", 'import { getApp, createApp } from "../lib/compose";'],
  ["app/x.ts", 'export * from "@/lib/testing/database/postgres";'],
  ["scripts/x.ts", 'export * from "@/lib/adapters/clock";'],
  ["scripts/x.ts", 'export * from "@/app/actions";'],
  ["scripts/x.ts", 'export * from "@/lib/testing/database/postgres";'],
  ["elsewhere/x.ts", 'export * from "@/lib/core/errors";'],

  ["lib/core/x.ts", "export const t = Date.now();"],
  ["lib/core/x.ts", "export const t = new Date();"],
  ["lib/core/x.ts", "export const t = new Date;"],
  ["lib/core/x.ts", "export const t = Date();"],
  ["lib/core/x.ts", 'export const t = Date["now"]();'],
  ["lib/core/x.ts", "export const t = Date?.now();"],
  ["lib/core/x.ts", "const D = Date;\nexport const t = new D();"],
  ["lib/core/x.ts", "const { now } = Date;\nexport const t = now();"],
  ["lib/core/x.ts", "export const t = (clock = Date) => clock.now();"],
  ["lib/core/x.ts", "export const t = { Date }.Date.now();"],
  ["lib/core/x.ts", "export class Now extends Date {}"],
  ["lib/core/x.ts", "export const t = new (Date as any)();"],
  ["lib/core/x.ts", "declare const Date: any;\nexport const t = Date.now();"],
  ["lib/core/x.ts", 'export const t = globalThis["Date"].now();'],
  ["lib/core/x.ts", "export const t = new Date(2026, 0, 1);"],
  ["lib/core/x.ts", "export const t = (at: any) => at.getHours();"],
  ["lib/core/x.ts", "export const r = Math.random();"],
  ["lib/core/x.ts", 'export const r = Math["random"]();'],
  ["lib/core/x.ts", "export const r = Math[name]();\ndeclare const name: string;"],
  ["lib/core/x.ts", "const { random } = Math;\nexport const r = random();"],
  ["lib/core/x.ts", "const M = Math;\nexport const r = M.random();"],
  ["lib/core/x.ts", "export const t = performance.now();"],
  ["lib/core/x.ts", "export const f = new Intl.NumberFormat();"],
  ["lib/core/x.ts", "export const f = new Intl.Segmenter();"],
  ["lib/core/x.ts", "export const f = (l: string) => new Intl.Segmenter(l);"],
  ["lib/core/x.ts", "const I = Intl;\nexport const f = new I.Segmenter();"],
  ["lib/core/x.ts", "export const s = (n: number) => n.toLocaleString();"],
  ["lib/core/x.ts", 'export const s = (n: number) => n["toLocaleString"]("en");'],
  ["lib/core/x.ts", "export const c = (a: string, b: string) => a.localeCompare(b);"],
  ["lib/core/x.ts", "export const c = ({ localeCompare }: string) => localeCompare;"],
  ["lib/core/x.ts", "export const e = process.env.HOME;"],
  ["lib/core/x.ts", 'export const f = fetch("http://localhost");'],
  ["lib/core/x.ts", 'console.log("hello");'],
  ["lib/core/x.ts", "export const t = setTimeout(() => {}, 1);"],
  ["lib/core/x.ts", "queueMicrotask(() => {});"],
  ["lib/core/x.ts", "export const id = crypto.randomUUID();"],
  ["lib/core/x.ts", "export const w = window;"],
  ["lib/core/x.ts", 'export const v = eval("1");'],
  ["lib/core/x.ts", 'export const v = new Function("return 1");'],
  ["lib/core/x.ts", "export const u = import.meta.url;"],
  ["lib/agents/x.ts", "export const t = Date.now();"],
  ["lib/agents/x.ts", "export const e = process.env.HOME;"],
  ["lib/engine/x.ts", "export const t = Date.now();"],
  ["lib/engine/x.ts", "export const t = performance.now();"],
  ["lib/engine/x.ts", "export const r = Math.random();"],
  ["lib/engine/x.ts", "const { now } = performance;\nexport const t = now;"],
  ["lib/services/x.ts", "export const e = process.env.HOME;"],
  ["lib/services/x.ts", "const { env } = process;\nexport const e = env.HOME;"],
  ["lib/services/x.ts", "const { process: p } = globalThis;\nexport const e = p.env.HOME;"],
  ["lib/http/x.ts", 'console.error("hello");'],
  ["components/x.tsx", 'export const X = () => <p onClick={() => console.log("hello")} />;'],
];

/** What it must let pass. */
const ALLOWED: [file: string, source: string][] = [
  ["lib/core/x.ts", 'export { z } from "zod";\nexport * from "./errors";'],
  ["lib/core/x.ts", "export const at = (ms: number) => new Date(ms).toISOString();"],
  ["lib/core/x.ts", "export const at = (text: string) => Date.parse(text) + Date.UTC(2026);"],
  ["lib/core/x.ts", "export type At = Date;\nexport const is = (x: unknown) => x instanceof Date;"],
  ["lib/core/x.ts", "export const is = (x: { Date: number; now(): number }) => x.Date + x.now();"],
  ["lib/core/x.ts", "export const at = (Date: { now(): number }) => Date.now();"],
  ["lib/core/x.ts", "export function at() { const performance = { now: 1 }; return performance.now; }"],
  ["lib/core/x.ts", "export const m = Math.max(1, Math.PI);"],
  ["lib/core/x.ts", 'export const s = new Intl.Segmenter("en", { granularity: "grapheme" });'],
  ["lib/core/x.ts", 'export const c = (a: string, b: string) => a.localeCompare(b, "en");'],
  ["lib/core/x.ts", 'export const words = "Date.now() and process.env"; // Math.random()'],
  ["lib/core/x.ts", "export enum Kind { Date, process }\nexport const o = { console: 1, fetch() {} };"],
  ["lib/core/x.test.ts", 'export * from "@/lib/testing/database/postgres";\nexport const at = Date.now();'],
  ["lib/agents/x.ts", 'export * from "@/lib/core/ports";'],
  ["lib/agents/x.ts", 'export * from "../core/ports";'],
  ["lib/tools/x.ts", 'export * from "@/lib/core/ports";\nexport const t = performance.now();'],
  ["lib/tools/x.ts", "process.stdout.write(String(process.pid));"],
  ["db/x.ts", 'export * from "@/lib/core/ports";\nexport { eq } from "drizzle-orm";'],
  ["lib/engine/x.ts", 'export { a } from "@/lib/agents";\nexport { b } from "@/db/client";'],
  ["lib/engine/x.ts", "export const t = setTimeout(() => {}, new Date(1).getTime());"],
  ["lib/adapters/x.ts", 'export { a } from "@/lib/core/ports";\nexport { b } from "pino";'],
  ["lib/adapters/mcp-tools/x.ts", 'export { b } from "@modelcontextprotocol/client/deep";'],
  ["lib/services/x.ts", 'export { a } from "@/lib/engine/types";\nexport { b } from "@/lib/auth/actor";'],
  ["lib/http/x.ts", 'export * from "@/lib/services/runs/start";'],
  ["lib/client/x.ts", 'export * from "@/lib/core/run";\nexport const t = Date.now();'],
  ["lib/client/x.ts", 'import type { problem } from "@/lib/http/problem";'],
  ["components/x.tsx", 'export { a } from "@/lib/client/stream";\nexport { b } from "./ui/button";'],
  [
    "components/x.tsx",
    'import type { Plan } from "@/lib/core/plan";\nexport { a } from "@/lib/core/plan/graph";',
  ],
  ["components/x.test.tsx", 'import { levels } from "@/lib/core/plan";'],
  ["app/x.ts", 'import { levels } from "@/lib/core/plan";'],
  ["app/x.ts", 'export { getApp } from "@/lib/compose";\nexport { a } from "@/lib/http/problem";'],
  ["scripts/x.ts", 'export { a } from "@/lib/compose";\nexport const e = process.env.HOME;'],
  [
    "scripts/bench/x.ts",
    'export { a } from "@/lib/testing/database/postgres";\nexport { b } from "@/db/client";',
  ],
];

describe("the checker", () => {
  test.each(REFUSED)("refuses %s: %s", (file, source) => {
    expect(faultsOf(file, source, HOUSE)).not.toEqual([]);
  });

  test.each(ALLOWED)("allows %s: %s", (file, source) => {
    expect(faultsOf(file, source, HOUSE)).toEqual([]);
  });

  test("names file, line and reason", () => {
    const source = '\nimport { x } from "../../db/client";\nexport const at = Date.now();';
    expect(faultsOf("lib/core/x.ts", source, HOUSE)).toEqual([
      'lib/core/x.ts:2 imports "../../db/client": lib/core may not import db',
      "lib/core/x.ts:3: Date reads the clock or the zone: take the time as a parameter",
    ]);
  });
});

describe("circles", () => {
  const circlesOf = (files: Record<string, string>) => circles(readModules(treeOf(files)));

  test("are found by values, types, re-exports and import() alike", () => {
    expect(
      circlesOf({
        "lib/a.ts": 'import { b } from "./b";',
        "lib/b.ts": 'export * from "./c";',
        "lib/c.ts": 'export type D = import("@/lib/d").D;',
        "lib/d.ts": 'export const load = () => import("./a");',
        "lib/apart.ts": 'import "./a";',
      }),
    ).toEqual([["lib/a.ts", "lib/b.ts", "lib/c.ts", "lib/d.ts"]]);
  });

  test("are none where ways only meet", () => {
    const files = { "a.ts": 'import "./b"; import "./c";', "b.ts": 'import "./c";', "c.ts": "" };
    expect(circlesOf(files)).toEqual([]);
  });
});
