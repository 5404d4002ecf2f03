import { describe, expect, it } from "vitest";
import { createReplayInput, importReplayInput, listReplaysInput } from "./replays";

const from = { runId: "r", taskId: "t", attempt: "2" };

describe("a replay as callers ask for it", () => {
  it("is of an attempt, or of a trajectory, and compares unless it says otherwise", () => {
    expect(createReplayInput.parse({ from })).toEqual({
      from: { runId: "r", taskId: "t", attempt: 2 },
      settings: { verify: true, stopOnMismatch: false, ignore: [], writingTools: [] },
    });
    expect(createReplayInput.safeParse({ trajectory: [] }).success).toBe(true);
    for (const wrong of [{}, { from, trajectory: [] }, { from, settings: { verifi: false } }])
      expect(createReplayInput.safeParse(wrong).success).toBe(false);
    const settings = (ignore: string[]) => createReplayInput.safeParse({ from, settings: { ignore } });
    expect(settings([" items.*.at "]).data?.settings).toMatchObject({ ignore: ["items.*.at"] });
    expect(settings(["a..b"]).error?.issues[0]?.message).toContain("items.*.updatedAt");
    expect(settings(Array.from({ length: 101 }, () => "a")).success).toBe(false);
  });

  it("of the kind model is of several recordings, each an attempt or a file", () => {
    const of = (trajectories: object[], settings: object = { variants: [{}] }) =>
      createReplayInput.safeParse({ kind: "model", trajectories, settings });
    expect(of([{ from }, { trajectory: [], title: "File" }]).data?.settings).toEqual({
      variants: [{ model: "recorded", prompt: "recorded" }],
    });
    const prompt = { system: "Be brief.", tools: [] };
    const file = { trajectory: [], ...prompt };
    expect(of([file]).data).toMatchObject({ trajectories: [file] });
    for (const wrong of [of([]), of([{}]), of([{ from }], { variants: [] }), of([{ from }], {})])
      expect(wrong.success).toBe(false);
    // An attempt has a prompt of its own.
    for (const wrong of [of([{ from, system: "" }]), of([{ from, tools: [] }])])
      expect(wrong.success).toBe(false);
  });

  it("may come as a file, of whose settings those stay that the call does not give", () => {
    const content = "{}";
    expect(importReplayInput.parse({ content, settings: { verify: false } })).toEqual({
      content,
      settings: { verify: false },
    });
    expect(importReplayInput.safeParse({ content: "" }).success).toBe(false);
    expect(importReplayInput.safeParse({ content: "x".repeat(2_000_001) }).success).toBe(false);
  });

  it("is listed by kind, status and run", () => {
    const asked = { kind: "tool", status: ["matched"], runId: "r", limit: "5" };
    expect(listReplaysInput.parse(asked)).toEqual({ ...asked, limit: 5 });
    expect(listReplaysInput.safeParse({ status: ["over"] }).success).toBe(false);
  });
});
