import { describe, expect, test } from "vitest";
import { readBlock } from "@/lib/core/prompt-blocks";
import { createScriptedRun, playScriptedRun } from "@/lib/testing/engine/scripted-run";

const task = (more: object) => ({ id: "t", title: "Task", agent: "worker", input: "go", ...more });

describe("a model that says that there can be no result", () => {
  const asked = (rest: object = {}) => task({ outputSchema: "{rows [:any]}", ...rest });
  const reason = "There is no file budget.csv.";
  const failed = (run: Awaited<ReturnType<typeof playScriptedRun>>) => run.state().tasks.t;

  test.each([
    ["alone", `{"cannot": "${reason}"}`],
    ["after words", `I looked for it.\n\`\`\`json\n{"cannot": "${reason}"}\n\`\`\``],
    ["in the form that was asked for", `{"result": null, "cannot": "${reason}"}`],
    ["beside filler", `{"rows": [{"item": "unknown"}], "cannot": "${reason}"}`],
  ])("%s ends its attempt with the reason, and is not asked for the form again", async (_name, answer) => {
    const run = await playScriptedRun([asked()], { script: () => answer });
    expect(run.model.requests).toHaveLength(1);
    expect(failed(run)).toMatchObject({
      status: "failed",
      failureCode: "abstained",
      diagnosis: { code: "abstained", text: reason },
    });
  });

  test("is told of that way in its task, and when its answer is sent back", async () => {
    const run = await playScriptedRun([asked()], {
      script: ({ messages }) => (messages.length === 1 ? "It cannot be done." : `{"cannot": "${reason}"}`),
    });
    const [first, second] = run.model.requests;
    expect(readBlock(run.prompts("agent")[0] ?? "", "details")).toContain('{"cannot": "<reason>"}');
    expect(first?.output?.schema.required).toContain("cannot");
    expect(JSON.stringify(second?.messages.at(-1))).toContain("cannot");
    expect(failed(run)).toMatchObject({ failureCode: "abstained" });
  });

  test.each([
    ["a check", { verification: '(seq (get data/result "rows"))' }, true],
    ["neither schema nor check", {}, false],
  ])("is told of it where its task has %s", async (_name, more, told) => {
    const run = await playScriptedRun([task(more)], { script: () => `{"cannot": "${reason}"}` });
    expect(
      readBlock(run.prompts("agent")[0] ?? "", "details")?.includes('{"cannot": "<reason>"}') ?? false,
    ).toBe(told);
    expect(run.prompts("agent")).toHaveLength(1);
    expect(failed(run)).toMatchObject({ failureCode: "abstained", diagnosis: { text: reason } });
  });

  test("is heard by those who replan, and fails as the plan says", async () => {
    const run = await createScriptedRun([asked({ onFailure: "replan" })], {
      script: () => `{"cannot": "${reason}"}`,
      settings: { replanOnFailure: true },
    });
    await run.lease();
    await run.engine.until((state) => state.replanFailed !== undefined);
    expect(readBlock(run.prompts("replanner")[0] ?? "", "trigger")).toContain(reason);
    const skipped = await playScriptedRun([asked({ onFailure: "skip" })], {
      script: () => `{"cannot": "${reason}"}`,
    });
    expect(failed(skipped)).toMatchObject({ status: "skipped", diagnosis: { text: reason } });
  });

  test("ends a synthesis gate in the same way", async () => {
    const gate = { ...asked(), id: "s", type: "synthesis_gate", dependsOn: ["t"], agent: "default" };
    const run = await playScriptedRun([task({}), gate], {
      script: ({ role }) => (role === "synthesis" ? `{"cannot": "${reason}"}` : "A long answer."),
    });
    expect(run.prompts("synthesis")).toHaveLength(1);
    expect(run.state().tasks.s).toMatchObject({ status: "failed", failureCode: "abstained" });
  });

  test("writes actions as JSON", async () => {
    const run = await playScriptedRun([asked()], {
      script: () => `{"thought": "", "next_node": null, "args": {"cannot": "${reason}"}}`,
      modelOverrides: { toolCalling: "json" },
    });
    expect(failed(run)).toMatchObject({ failureCode: "abstained" });
  });
});
