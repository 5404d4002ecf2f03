import { describe, expect, test } from "vitest";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import { playScriptedRun } from "@/lib/testing/engine/scripted-run";
import type { Script, ScriptedAnswer } from "@/lib/testing/models/scripted-model";

const TASKS = [
  { id: "measure", title: "Measure", input: "go" },
  { id: "price", title: "Ask for the price", input: "go", critical: false, onFailure: "skip", maxRetries: 0 },
];
const SAID = {
  goalAchieved: "partial",
  efficiency: 0.5,
  unnecessaryTasks: [],
  workedWell: ["Speed is shown."],
  improvements: ["Ask for a price list."],
  lesson: "Ask for the price list before comparing costs.",
};
const settings = { retrospect: { enabled: true } };

const played =
  (...lookBacks: ScriptedAnswer[]): Script =>
  ({ role, prompt }) => {
    if (role === "retrospective") return lookBacks.shift() ?? JSON.stringify(SAID);
    if (role === "agent" && prompt.includes('"price"')) throw new Error("There is no price list.");
    return "80 ms";
  };

describe("looking back on a run", () => {
  test("reads what came of it, and ends it as it would have ended", async () => {
    const run = await playScriptedRun(TASKS, {
      mission: "Report speed and cost",
      script: played(),
      settings,
    });
    expect(run.state().finished?.reason).toBe("answer_complete");
    expect(run.state().retrospect).toEqual(SAID);
    const [prompt = ""] = run.prompts("retrospective");
    expect(readBlock(prompt, "mission")).toBe("Report speed and cost");
    expect(readBlock(prompt, "outcome")).toMatch(/^Completed/);
    expect(readBlock(prompt, "answer")).toBe(run.state().answer?.preview);
    expect(readJsonBlock(prompt, "results")).toMatchObject([
      { id: "measure", status: "succeeded" },
      { id: "price" },
    ]);
    expect(run.payloads("llm_called").at(-1)).toMatchObject({ role: "retrospective" });
    expect(run.payloads("run_finished")).toEqual(run.payloads("outcome_reached"));
  });

  test("asks once more for what cannot be read, then counts", async () => {
    const again = await playScriptedRun(TASKS, { script: played("It went well."), settings });
    expect(again.state().retrospect).toEqual(SAID);
    const unreadable = await playScriptedRun(TASKS, {
      script: played("Well.", "Well.", "Well.", "Well.", "Well."),
      settings,
    });
    expect(unreadable.state().retrospect).toMatchObject({
      goalAchieved: "partial",
      efficiency: 0.5,
      lesson: "",
      byRule: { code: "unreadable_answer" },
    });
    expect(unreadable.state().finished?.reason).toBe("answer_complete");
  });

  test("counts when no model can be reached, and nobody is asked", async () => {
    const script: Script = (call, context) => {
      if (call.role === "retrospective") throw new Error("the provider is down");
      return played()(call, context);
    };
    const run = await playScriptedRun(TASKS, { script, settings });
    expect(run.state().retrospect).toMatchObject({ efficiency: 0.5, byRule: { code: "model_failed" } });
    expect(run.payloads("approval_opened")).toEqual([]);
  });
});
