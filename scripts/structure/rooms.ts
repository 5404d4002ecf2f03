/**
 * The table of the house (ARCHITECTURE.md, "Rooms"): which rooms there are, which others each may import, and which
 * packages. Everything that is not in a row is forbidden, for types as for values. lib/architecture.test.ts holds every
 * import to it.
 */
export type Room = {
  name: string;
  /** Files, folders (with a slash at their end) and endings of names (`*.test.ts`). The longest that fits counts. */
  paths: readonly string[];
  /** Rooms that it may import; itself always. */
  may: readonly string[] | "every room";
  /** Rooms of which it may import types, and nothing that runs. */
  mayTypes?: readonly string[];
  /** Packages, and modules of Node as `node:fs`. */
  packages: readonly string[] | "every package";
  /** What of the runtime it may use; absent: all of it. */
  reach?: Reach;
  /** Whether it imports values from leaves alone, never from a barrel, which brings a browser all that it exports. */
  leavesOnly?: true;
};

/**
 * `composed`: no environment and no console; what it has to know comes from lib/compose.ts. `clocked`: moreover time and
 * chance come through ports. `pure`: the language alone, nothing that differs from machine to machine or call to call.
 */
export type Reach = "composed" | "clocked" | "pure";

export const ROOMS = [
  {
    name: "lib/core",
    paths: ["lib/core/"],
    may: [],
    packages: ["@noble/hashes", "canonicalize", "re2js", "zod"],
    reach: "pure",
  },
  { name: "lib/agents", paths: ["lib/agents/"], may: ["lib/core"], packages: [], reach: "pure" },
  {
    name: "lib/tools",
    paths: ["lib/tools/"],
    may: ["lib/core"],
    packages: [
      "@duckdb/node-api",
      "ajv",
      "node:child_process",
      "node:crypto",
      "node:fs/promises",
      "node:os",
      "node:path",
      "node:stream/consumers",
      "node:timers/promises",
      "node:vm",
      "node:worker_threads",
      "re2js",
      "unpdf",
    ],
    reach: "composed",
  },
  {
    name: "db",
    paths: ["db/"],
    may: ["lib/core"],
    packages: ["drizzle-orm", "node:net", "node:timers/promises", "postgres"],
    reach: "composed",
  },
  { name: "lib/notify", paths: ["lib/notify/"], may: ["lib/core"], packages: [], reach: "pure" },
  {
    name: "lib/engine",
    paths: ["lib/engine/"],
    may: ["lib/core", "lib/agents", "lib/tools", "lib/notify", "db"],
    packages: ["node:crypto", "postgres"],
    reach: "clocked",
  },
  // An adapter knows ports and the package that it adapts; adapters know nothing of each other.
  {
    name: "lib/adapters",
    paths: ["lib/adapters/"],
    may: ["lib/core"],
    packages: ["node:crypto", "pino"],
    reach: "composed",
  },
  {
    name: "lib/adapters/ai-sdk-model",
    paths: ["lib/adapters/ai-sdk-model/"],
    may: ["lib/core"],
    packages: [
      "@ai-sdk/anthropic",
      "@ai-sdk/google",
      "@ai-sdk/openai",
      "@ai-sdk/openai-compatible",
      "@ai-sdk/provider",
      "@pydantic/genai-prices",
      "ai",
    ],
    reach: "composed",
  },
  {
    name: "lib/adapters/simulated-model",
    paths: ["lib/adapters/simulated-model/"],
    may: ["lib/core"],
    packages: ["@ai-sdk/provider"],
    reach: "composed",
  },
  {
    name: "lib/adapters/mcp-tools",
    paths: ["lib/adapters/mcp-tools/"],
    may: ["lib/core"],
    packages: ["@modelcontextprotocol/client", "node:async_hooks", "node:stream"],
    reach: "composed",
  },
  {
    name: "lib/adapters/safe-http",
    paths: ["lib/adapters/safe-http/"],
    may: ["lib/core"],
    packages: ["node:dns/promises", "node:http", "node:https", "node:net", "node:stream", "node:zlib"],
    reach: "composed",
  },
  {
    name: "lib/adapters/message-sender",
    paths: ["lib/adapters/message-sender/"],
    may: ["lib/core"],
    packages: ["nodemailer", "standardwebhooks"],
    reach: "composed",
  },
  {
    name: "lib/adapters/work-thread",
    paths: ["lib/adapters/work-thread/"],
    may: [],
    packages: ["node:path", "node:url", "node:worker_threads"],
    reach: "composed",
  },
  {
    name: "lib/adapters/plan-reader",
    paths: ["lib/adapters/plan-reader/"],
    may: ["lib/core", "lib/adapters/work-thread"],
    packages: ["node:worker_threads"],
    reach: "composed",
  },
  {
    name: "lib/adapters/plan-layouts",
    paths: ["lib/adapters/plan-layouts/"],
    may: ["lib/core", "lib/adapters/work-thread"],
    packages: ["elkjs", "node:os", "node:worker_threads"],
    reach: "composed",
  },
  {
    name: "lib/adapters/pg-boss-jobs",
    paths: ["lib/adapters/pg-boss-jobs.ts"],
    may: ["lib/core"],
    packages: ["pg-boss"],
    reach: "composed",
  },
  {
    name: "lib/services",
    paths: ["lib/services/"],
    may: ["lib/core", "lib/agents", "lib/tools", "lib/notify", "db", "lib/engine", "lib/auth"],
    packages: ["node:crypto", "zod"],
    reach: "composed",
  },
  {
    name: "lib/auth",
    paths: ["lib/auth/"],
    may: ["lib/core", "db"],
    packages: ["node:crypto", "node:fs", "node:path"],
    reach: "composed",
  },
  {
    name: "lib/http",
    paths: ["lib/http/"],
    may: ["lib/core", "lib/services", "lib/auth"],
    // Requests are node's where no framework has them yet.
    packages: ["node:http"],
    reach: "composed",
  },
  {
    name: "lib/client",
    paths: ["lib/client/"],
    may: ["lib/core"],
    // What each route takes and gives: the addresses of `call` are typed by the verbs, and the verbs stay on the server.
    mayTypes: ["lib/http"],
    packages: ["@tanstack/react-query", "react"],
    reach: "composed",
    leavesOnly: true,
  },
  { name: "lib/env", paths: ["lib/env.ts"], may: [], packages: ["zod"] },
  {
    name: "lib/compose",
    paths: ["lib/compose.ts"],
    may: [
      "lib/core",
      "lib/agents",
      "lib/tools",
      "db",
      "lib/engine",
      "lib/adapters",
      "lib/adapters/ai-sdk-model",
      "lib/adapters/simulated-model",
      "lib/adapters/mcp-tools",
      "lib/adapters/message-sender",
      "lib/adapters/safe-http",
      "lib/adapters/pg-boss-jobs",
      "lib/adapters/plan-layouts",
      "lib/adapters/plan-reader",
      "lib/services",
      "lib/auth",
      "lib/env",
    ],
    packages: [],
    reach: "composed",
  },
  {
    name: "components",
    paths: ["components/"],
    may: ["lib/core", "lib/client"],
    packages: [
      "@codemirror/autocomplete",
      "@codemirror/commands",
      "@codemirror/language",
      "@codemirror/lint",
      "@codemirror/state",
      "@codemirror/view",
      "@lezer/highlight",
      "@tanstack/react-query",
      "@xyflow/react",
      "d3-scale",
      "d3-shape",
      "diff",
      "elkjs",
      "lucide-react",
      "next",
      "radix-ui",
      "react",
      "react-markdown",
      "rehype-sanitize",
      "remark-gfm",
    ],
    reach: "composed",
    leavesOnly: true,
  },
  // Of development alone: it shows what tests are written with, and no build has it (next.config.mjs).
  {
    name: "components/styleguide",
    paths: ["components/styleguide/", "app/(console)/styleguide/"],
    may: ["components", "lib/core", "lib/client", "lib/testing"],
    packages: ["@tanstack/react-query", "lucide-react", "next", "react"],
    reach: "composed",
  },
  {
    name: "app",
    paths: ["app/"],
    may: [
      "lib/core",
      "lib/client",
      "lib/services",
      "lib/http",
      "lib/auth",
      "lib/compose",
      "components",
      "configuration",
    ],
    packages: ["@fontsource-variable/jetbrains-mono", "next", "react", "react-dom", "tailwindcss"],
    reach: "composed",
  },
  // As a user's own program would: by the services alone.
  {
    name: "examples",
    paths: ["examples/"],
    may: ["lib/core", "lib/services", "lib/auth"],
    packages: [],
    reach: "composed",
  },
  {
    name: "scripts/example",
    paths: ["scripts/example.ts"],
    may: ["scripts", "examples"],
    packages: [],
  },
  {
    name: "scripts",
    paths: ["scripts/"],
    may: ["lib/core", "db", "lib/services", "lib/auth", "lib/env", "lib/compose"],
    packages: "every package",
  },
  // The server has the guard before every page.
  {
    name: "scripts/web",
    paths: ["scripts/web.ts"],
    may: ["scripts", "lib/auth", "lib/env", "lib/http"],
    packages: "every package",
  },
  // Measurements and series of faults play whole engines, as tests do; pictures are taken of the tests' own server.
  {
    name: "scripts/bench",
    paths: ["scripts/bench.ts", "scripts/bench/", "bench/"],
    may: "every room",
    packages: "every package",
  },
  {
    name: "scripts/chaos",
    paths: ["scripts/chaos.ts", "scripts/chaos/"],
    may: "every room",
    packages: "every package",
  },
  // An evaluation asks roles as effects do, without a run, and plays missions on whole engines, as tests do.
  {
    name: "scripts/eval",
    paths: ["scripts/eval.ts", "scripts/eval/"],
    may: ["scripts", "lib/core", "lib/agents", "lib/auth", "lib/engine", "lib/services", "lib/testing"],
    packages: ["node:fs", "node:path", "node:url", "node:util"],
  },
  {
    name: "scripts/mutate",
    paths: ["scripts/mutate.ts", "scripts/mutate/"],
    may: ["scripts", "scripts/bench", "lib/testing"],
    packages: "every package",
  },
  {
    name: "scripts/record",
    paths: ["scripts/record.ts"],
    may: ["scripts", "lib/testing"],
    packages: "every package",
  },
  {
    name: "scripts/screenshots",
    paths: ["scripts/screenshots.ts", "scripts/screenshots/"],
    may: ["scripts", "scripts/bench", "lib/core", "e2e"],
    packages: "every package",
  },
  {
    name: "configuration",
    paths: [
      "drizzle.config.ts",
      "next.config.mjs",
      "playwright.config.ts",
      "postcss.config.mjs",
      "tailwind.config.ts",
      "vitest.config.ts",
    ],
    may: [],
    packages: ["@playwright/test", "drizzle-kit", "node:fs", "node:url", "tailwindcss", "vitest"],
  },
  // Tests may reach into every room; of the rooms, only those that say so above may reach into tests.
  {
    name: "tests",
    paths: ["*.test.ts", "*.test.tsx", "*.itest.ts", "lib/core/lisp/cases/", "lib/core/review/corpus/"],
    may: "every room",
    packages: "every package",
  },
  { name: "lib/testing", paths: ["lib/testing/"], may: "every room", packages: "every package" },
  { name: "e2e", paths: ["e2e/"], may: "every room", packages: "every package" },
] as const satisfies readonly Room[];

/** Where a room may take nothing but these names of another. */
export const TAKES_ONLY: readonly { from: string; to: string; names: readonly string[] }[] = [
  { from: "app", to: "lib/compose", names: ["getApp"] },
];

/** The room of a file; undefined for a file that stands in none. */
export function roomOf(path: string, rooms: readonly Room[] = ROOMS): Room | undefined {
  let found: Room | undefined;
  let longest = 0;
  for (const room of rooms) {
    for (const place of room.paths) {
      // Endings come before folders: a test is a test wherever it stands.
      const weight = place.startsWith("*") ? 1_000 : place.length;
      if (weight > longest && standsAt(path, place)) [found, longest] = [room, weight];
    }
  }
  return found;
}

/** Whether a file is one of those that a path of the table means. */
export function standsAt(path: string, place: string): boolean {
  if (place.startsWith("*")) return path.endsWith(place.slice(1));
  return place.endsWith("/") ? path.startsWith(place) : path === place;
}

const TEST_ROOMS: ReadonlySet<string | undefined> = new Set(["tests", "lib/testing", "e2e"]);

/** Whether a file is there for tests alone. */
export const isTestFile = (path: string): boolean => TEST_ROOMS.has(roomOf(path)?.name);
