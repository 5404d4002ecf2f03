import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../json";
import { startTrajectory, writeTrajectory } from "../trajectory";
import { readReplayFile, replayFileOf, titleOfQuery } from "./file";

const material = writeTrajectory({
  ...startTrajectory({ query: "How many?", constraints: { tools: ["count"] } }),
  steps: [
    {
      step: 1,
      thought: "",
      usage: {},
      startedAtMs: 0,
      latencyMs: 0,
      action: { type: "tool", callId: "c", tool: "count", args: {} },
      observation: 3,
    },
  ],
});

/** A trajectory as planners of another kind record it: actions that name a `next_node`. */
const OLDER: JsonObject & { steps: Json[] } = {
  query: "Explain it",
  steps: [
    {
      action: { thought: "Search", next_node: "search", args: { question: "test" } },
      observation: { answer: "Result for: test" },
    },
    { action: { thought: "Done", next_node: null, args: { answer: "Final" } }, observation: null },
  ],
};

describe("the title of a recorded query", () => {
  const mission = '<data name="mission">\nShip the shop\nby Friday\n</data>';
  it.each([
    ["how it begins", "\nHow many?\nAll of them.", "How many?"],
    ["its mission", mission, "Ship the shop"],
    ["its task", `${mission}\n\n<data name="task">\n{"id":"t","title":"Look it up"}\n</data>`, "Look it up"],
    [
      "its mission where its task has none",
      `${mission}\n<data name="task">\n{"title":""}\n</data>`,
      "Ship the shop",
    ],
    ["nothing", "", ""],
  ])("is %s", (_, query, title) => expect(titleOfQuery(query)).toBe(title));
});

describe("a replay as a file", () => {
  it("is read back as it was, without its report", () => {
    const file = { kind: "tool" as const, title: "Count", settings: { verify: false }, material };
    expect(readReplayFile(replayFileOf({ ...file, report: { status: "matched" } }))).toEqual({
      ok: true,
      file,
    });
    const ofModels = { kind: "model" as const, settings: {}, material: [1] };
    expect(readReplayFile(replayFileOf({ ...ofModels, report: null }))).toEqual({ ok: true, file: ofModels });
  });

  it("may be a trajectory alone, older ones too", () => {
    expect(readReplayFile(material)).toEqual({ ok: true, file: { kind: "tool", settings: {}, material } });
    for (const older of [OLDER, OLDER.steps]) {
      const read = readReplayFile(older);
      expect(read.ok && read.file.material).toMatchObject({
        steps: [
          {
            action: { type: "tool", tool: "search", args: { question: "test" } },
            observation: { answer: "Result for: test" },
          },
          { action: { type: "finish" } },
        ],
      });
    }
  });

  it("may have no steps: that is no other file, and refused as empty", () => {
    for (const empty of [[], { steps: [] }]) {
      expect(readReplayFile(empty)).toMatchObject({ ok: true, file: { material: { steps: [] } } });
    }
  });

  it.each([
    [{ a: 1 }, /expected/],
    [[1], /expected/],
    ["text", /expected/],
    [{ format: "waymark-replay", version: 2 }, /^version: /],
    [
      { format: "waymark-replay", version: 1, kind: "tool", settings: {}, material: { steps: 3 } },
      /expected/,
    ],
  ])("is refused as %j", (value, problem) => {
    expect(readReplayFile(value)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });
});
