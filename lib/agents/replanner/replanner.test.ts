import { describe, expect, it } from "vitest";
import { deployTool, rendered } from "../fixtures";
import { replanner } from ".";

const input = {
  mission: "Ship the shop",
  constraints: "Never on a Friday",
  trigger: {
    kind: "task_failed" as const,
    taskId: "deploy",
    reason: "deploy failed",
    output: "no address",
    diagnosis: "The server is full",
  },
  completed: [{ id: "build", title: "Build", preview: "image shop:1" }],
  effectsDone: ["Build shop v1"],
  remaining: [{ id: "check", title: "Check it", type: "planning_review" as const }],
  history: ["[Iteration 1] deploy failed"],
  tools: [deployTool],
  version: 2,
};

describe("the replanner's prompt", () => {
  it("gives what stopped the plan, what is done and must not be done again, and what was tried", async () => {
    await expect(rendered(replanner.buildPrompt(input))).toMatchFileSnapshot("./replanner.golden.txt");
  });

  it("shows an answer that could not be used", () => {
    const issues = [{ severity: "error" as const, code: "cycle_detected" as const, message: "a -> b -> a" }];
    const [message] = replanner.buildPrompt({ ...input, problem: { answer: "{}", issues } }).messages;
    expect(message).toMatchObject({ text: expect.stringContaining("- cycle_detected: a -> b -> a") });
  });
});

describe("reading the replanner's answer", () => {
  const plan = { title: "Tail", tasks: [{ id: "grow", title: "Grow the server", input: "Grow" }] };

  it("takes a tail", () => {
    expect(replanner.parse(JSON.stringify(plan))).toMatchObject({
      ok: true,
      value: { kind: "plan", plan: { tasks: [{ id: "grow" }] }, warnings: [] },
    });
  });

  it("takes a plain statement that no plan can reach the mission", () => {
    const impossible = { ok: true, value: { kind: "mission_impossible", reason: "The shop is gone." } };
    expect(replanner.parse('{"missionImpossible": " The shop is gone. "}')).toEqual(impossible);
    expect(replanner.parse('```json\n{"mission_impossible": "The shop is gone."}\n```')).toEqual(impossible);
  });

  it("does not give a mission up over anything less plain", () => {
    expect(replanner.parse(JSON.stringify({ ...plan, missionImpossible: null }))).toMatchObject({
      value: { kind: "plan" },
    });
    expect(replanner.parse(JSON.stringify({ ...plan, missionImpossible: "maybe" }))).toMatchObject({
      value: { kind: "plan" },
    });
    expect(replanner.parse('{"missionImpossible": " "}')).toMatchObject({ ok: false });
    expect(replanner.parse("It is impossible.")).toMatchObject({ ok: false });
  });
});
