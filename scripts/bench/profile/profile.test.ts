import { describe, expect, it } from "vitest";
import { partsOf } from "./parts";

const nodeOf = (id: number, functionName: string, url = "") => ({
  id,
  callFrame: { functionName, url, scriptId: "1", lineNumber: 0, columnNumber: 0 },
});

describe("partsOf", () => {
  it.each<[part: string, functionName: string, url: string]>([
    ["writing to sockets", "writev", ""],
    ["collecting garbage", "(garbage collector)", ""],
    ["native code", "(program)", ""],
    ["deciding (lib/core)", "apply", "file:///w/lib/core/run/apply/index.ts"],
    [
      "run store and statements (lib/engine/run-store, db)",
      "commit",
      "file:///w/lib/engine/run-store/commit.ts",
    ],
    ["run store and statements (lib/engine/run-store, db)", "pipeline", "file:///w/db/pipeline.ts"],
    ["actor and effects (lib/engine)", "hint", "file:///w/lib/engine/actor/run-actor.ts"],
    ["driver (postgres)", "data", "file:///w/node_modules/postgres/src/connection.js"],
    ["jobs (pg-boss, pg)", "query", "file:///w/node_modules/pg-protocol/dist/parser.js"],
    ["services, adapters and checks", "parse", "file:///w/node_modules/zod/v4/core/parse.js"],
    ["Node itself", "emit", "node:events"],
    ["the measurement", "waitFor", "file:///w/lib/testing/engine/run-harness.ts"],
  ])("counts for %s the function %s of %s", (part, functionName, url) => {
    const profile = { nodes: [nodeOf(7, functionName, url)], startTime: 0, endTime: 9 };
    const parts = partsOf({ ...profile, samples: [7, 7], timeDeltas: [1_000, 500] });
    expect(Object.entries(parts).filter(([, ms]) => ms > 0)).toEqual([[part, 1.5]]);
  });

  it("leaves out the time in which nothing was done", () => {
    const profile = { nodes: [nodeOf(1, "(idle)")], startTime: 0, endTime: 9, samples: [1], timeDeltas: [9] };
    expect(Object.values(partsOf(profile)).every((ms) => ms === 0)).toBe(true);
  });
});
