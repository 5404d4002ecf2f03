import { describe, expect, test } from "vitest";
import { readBlock } from "@/lib/core/prompt-blocks";
import { createScriptedRun, playScriptedRun } from "@/lib/testing/engine/scripted-run";
import type { Script, ScriptedAnswer } from "@/lib/testing/models/scripted-model";

const tasks = (more: object = {}) => [
  { id: "a", title: "Prices", input: "go" },
  { id: "t", title: "Sum", input: "add up {{results.a}}", dependsOn: ["a"], qualityGate: true, ...more },
];
const gate =
  (answer: ScriptedAnswer, agent = "3 apples, 5 pears"): Script =>
  ({ role }) =>
    role === "quality_gate" ? answer : agent;
const kinds = (types: string[]) =>
  types.filter((type) => /^(quality_gate|task_(started|succeeded))/.test(type));

describe("a quality gate", () => {
  test("looks at the data before the task's first attempt, and lets it begin", async () => {
    const evidence = [{ field: "prices", found: true, source: "a" }];
    const run = await playScriptedRun(tasks(), {
      script: gate(JSON.stringify({ sufficient: true, missing: [], evidence })),
    });
    expect(kinds(run.events().map(({ type }) => type))).toEqual([
      "task_started",
      "task_succeeded",
      "task_started",
      "quality_gate_passed",
      "task_succeeded",
    ]);
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded", qualityGate: { evidence } });
    const [prompt = ""] = run.prompts("quality_gate");
    expect(readBlock(prompt, "input")).toContain("3 apples");
  });

  test("asks for another plan when data is missing, and the task does not run", async () => {
    const answer = { sufficient: false, missing: ["the price of pears", "the currency"], evidence: [] };
    const run = await createScriptedRun(tasks({ onFailure: "skip" }), {
      script: gate(JSON.stringify(answer)),
    });
    await run.lease();
    await run.engine.until((state) => state.replanFailed !== undefined);
    expect(run.payloads("quality_gate_failed")).toMatchObject([{ missing: answer.missing }]);
    expect(run.payloads("replan_started")).toMatchObject([
      {
        cause: {
          trigger: "quality_gate",
          diagnosis: { code: "missing_data", missing: ["the price of pears", "the currency"] },
          taskId: "t",
        },
      },
    ]);
    expect(run.prompts("agent")).toHaveLength(1);
  });

  test.each<[string, ScriptedAnswer]>([
    ["an answer that cannot be read", "Looks good."],
    ["one that says insufficient without saying what is missing", '{"sufficient": false, "missing": []}'],
    ["data larger than the model", { fail: { code: "context_overflow" } }],
  ])("only advises: with %s the task continues, visibly", async (_, answer) => {
    const run = await playScriptedRun(tasks(), { script: gate(answer) });
    expect(run.payloads("quality_gate_error")).toHaveLength(1);
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded", qualityGate: { outcome: "error" } });
  });

  test("is not asked again for a retry, nor for a task that waits for nothing more than its model", async () => {
    let reachable = false;
    const script: Script = ({ role, prompt }) => {
      if (role !== "quality_gate") return prompt.includes("attempt 2") ? "8" : "many";
      return reachable ? '{"sufficient": true, "missing": [], "evidence": []}' : { fail: { code: "quota" } };
    };
    const check = {
      verification: '(or (number? data/result) "Give a number.")',
      onVerificationFailure: "retry",
    };
    const run = await createScriptedRun(tasks(check), { script });
    const actor = await run.lease();
    await run.engine.until((state) => Object.keys(state.faults).length > 0);
    reachable = true;
    await actor.ended;
    expect(run.payloads("quality_gate_passed")).toHaveLength(1);
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded", attempt: 2, result: { inline: 8 } });
  });

  test("leaves a task whose named result is absent blocked", async () => {
    const absent = { input: "add up {{results.a.total}}" };
    const run = await playScriptedRun(tasks(absent), { script: gate("{}") });
    expect(run.state().tasks.t?.status).toBe("blocked");
    expect(run.prompts("quality_gate")).toEqual([]);
  });
});
