import { expect, test } from "vitest";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import { playScriptedRun } from "@/lib/testing/engine/scripted-run";
import type { Script } from "@/lib/testing/models/scripted-model";

const TASKS = [{ id: "t", title: "Measure", input: "go" }];
const SAID = {
  ...{ wasBestApproach: false, mistakes: ["Nobody measured under load."], simplerAlternatives: [] },
  ...{ expertAdvice: "Measure under load.", selfRating: 0.4 },
};
const script: Script = ({ role }) => (role === "self_critic" ? JSON.stringify(SAID) : "80 ms");
const settings = { selfCritique: true };

test("what was done badly stands in the prompt of the one who writes the answer", async () => {
  const run = await playScriptedRun(TASKS, { mission: "Report speed", script, settings });
  expect(run.state().selfCritiques).toEqual([{ ...SAID, iteration: 0 }]);
  expect(readJsonBlock(run.prompts("self_critic")[0] ?? "", "results")).toMatchObject([
    { id: "t", value: "80 ms" },
  ]);
  expect(readBlock(run.prompts("answer")[0] ?? "", "self_critique")).toBe("Nobody measured under load.");
  expect(run.payloads("llm_called").map(({ role }) => role)).toEqual(["agent", "self_critic", "answer"]);
});

test("a critic that says nothing readable keeps nobody from the answer", async () => {
  const mute: Script = (call, context) =>
    call.role === "self_critic" ? "It was fine." : script(call, context);
  const run = await playScriptedRun(TASKS, { script: mute, settings });
  expect(run.state().finished?.reason).toBe("answer_complete");
  expect(run.payloads("approach_critiqued")).toMatchObject([{ failed: { code: "unreadable_answer" } }]);
  expect(readBlock(run.prompts("answer")[0] ?? "", "self_critique")).toBeUndefined();
});
