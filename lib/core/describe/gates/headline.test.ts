import { describe, expect, it } from "vitest";
import { askedRun } from "@/lib/testing/runs/refined-run";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { statedReason } from "../../run/reasons";
import type { RunState } from "../../run/state";
import { initialState } from "../../run/state/initial";
import { NO_TASKS } from "../../run/state/totals";
import type { FinishReason } from "../../run/status";
import { describeEnding } from "../endings";
import { gateTitle, headline } from "./headline";

const world = () => {
  const made = new RunWorld({
    plan: planOf(
      { id: "a", title: "Load" },
      { id: "b", title: "Clean" },
      { id: "c", title: "Sum", dependsOn: ["a"] },
    ),
  });
  made.start();
  return made.state;
};
const running = world();
const planning = new RunWorld().state;
const { state: waiting, gate } = waitingAtGate();
const stored = { digest: "d" } as NonNullable<RunState["answer"]>;

/** The run at its end, with these tasks done and failed out of ten. */
const ended = (reason: FinishReason, because?: string, failed = 0): RunState => {
  return {
    ...running,
    taskTotals: { ...NO_TASKS, total: 10, done: 10 - failed, failed },
    finished: { reason, at: 1, ...(because !== undefined && { because: [statedReason(because)] }) },
  };
};

it("says that the rest of the plan is looked at, where nothing else is at work", () => {
  const tasks = [{ id: "a" }, { id: "b", dependsOn: ["a"] }];
  expect(headline(askedRun(tasks).state)).toBe(
    "Running: a model checks whether the rest of the plan still fits",
  );
});

describe("headline of a run that has ended", () => {
  it.each<[FinishReason, string]>([
    ["answer_complete", "Completed"],
    ["completed_early", "Completed early: the mission was achieved"],
    ["aborted_by_review", "Stopped by a planning review"],
    ["aborted_by_person", "Stopped by a person"],
    ["cancelled", "Cancelled"],
    ["no_path", "Failed: no way forward was found"],
    ["budget_exhausted", "Failed: a limit was reached"],
    ["mission_impossible", "Failed: the mission is impossible"],
    ["plan_rejected", "Failed: no usable plan was written"],
    ["task_failed", "Failed: a required task failed"],
    ["engine_fault", "Failed: engine fault"],
    ["error", "Failed: an error ended the run"],
  ])("%s: %s", (reason, words) => {
    expect(headline(ended(reason))).toBe(words);
    expect(describeEnding(reason, NO_TASKS)).toBe(words);
  });

  it("says what is missing of its plan where it completed, and why it ended", () => {
    expect(headline(ended("answer_complete", undefined, 2))).toBe("Completed: 8 of 10 tasks done, 2 failed");
    expect(headline(ended("completed_early", undefined, 1))).toBe(
      "Completed early: 9 of 10 tasks done, 1 failed",
    );
    expect(headline(ended("task_failed", undefined, 1))).toBe("Failed: a required task failed");
    expect(headline(ended("no_path", "No way."))).toBe("Failed: no way forward was found. No way.");
    expect(headline(ended("completed_early", "Enough."))).toBe("Completed with the results so far. Enough.");
    expect(headline(ended("answer_complete", "Enough."))).toBe("Completed. Enough.");
  });

  it("says that its answer needs follow-up, unless there is more to say", () => {
    const accepted = (outcome: "accept" | "requires_followup", because?: string): RunState => ({
      ...ended("answer_complete", because),
      reflection: { answers: [], accepted: { outcome, answer: 1 } as never },
    });
    expect(headline(accepted("requires_followup"))).toBe("Completed; its answer needs follow-up");
    expect(headline(accepted("requires_followup", "Enough."))).toBe("Completed. Enough.");
    expect(headline(accepted("accept"))).toBe("Completed");
    expect(headline({ ...ended("answer_complete"), reflection: { answers: [] } })).toBe("Completed");
  });
});

describe("headline of a run that continues", () => {
  const reflecting = (...critiques: boolean[]): RunState => ({
    ...running,
    phase: "finishing" as const,
    reflection: {
      answers: critiques.map((critiqued) => ({
        value: stored,
        at: 1,
        ...(critiqued && { critique: { score: 0.5 } as never }),
      })),
    },
  });
  const replan = { cause: { reason: statedReason("The data changed.") } } as RunState["replan"];
  const second = { ...gate, approvalId: "z", openedSeq: gate.openedSeq + 1, taskId: "other" };
  const both = {
    approvals: { [gate.approvalId]: gate, z: second },
    openApprovals: { [gate.approvalId]: true, z: true } as const,
  };
  it.each<[string, RunState]>([
    ["Waiting for you: human gate “ask”", waiting],
    ["Waiting for you: human gate “ask” and 1 more", { ...waiting, ...both }],
    [
      "Paused, and waiting for you: human gate “ask”",
      { ...waiting, paused: { since: 1, by: { kind: "system" } } },
    ],
    [
      "Paused: nothing new starts until it is resumed",
      { ...running, paused: { since: 1, by: { kind: "system" } }, ...(replan && { replan }) },
    ],
    ["Replanning: The data changed.", { ...running, ...(replan && { replan }) }],
    [
      "Planning iteration 2: More is asked.",
      { ...running, iteration: { number: 2, reason: "More is asked.", fromVersion: 1 } },
    ],
    ["Planning: the plan is being written", planning],
    ["Finishing: the answer is being written", { ...running, phase: "finishing" }],
    ["Finishing: a critic is scoring the answer", reflecting(false)],
    ["Finishing: the answer is being revised", reflecting(false, true)],
    ["Finishing: a critic is scoring the answer", reflecting(true, false)],
    ["Running: Load and 1 more", { ...running, active: { a: true, b: true } }],
    ["Running: Load and 2 more", { ...running, active: { a: true, b: true, c: true } }],
    ["Running: Clean", { ...running, active: { b: true } }],
    ["Running: Clean", { ...running, active: { gone: true, b: true } }],
    ["Running: the next task is about to start", { ...running, active: {} }],
  ])("is: %s", (words, state) => {
    expect(headline(state)).toBe(words);
  });

  it("names what a review proposes while it is held", () => {
    const task = running.tasks.a;
    const proposal = { decision: "REPLAN" } as NonNullable<typeof task>["proposal"];
    const held = (of: string): RunState => ({
      ...running,
      active: {},
      held: { [of]: {} as never },
      tasks: { ...running.tasks, ...(task && proposal && { a: { ...task, proposal } }) },
    });
    expect(headline(held("a"))).toBe("A review proposes REPLAN; it applies after a short hold");
    expect(headline(held("b"))).toBe("Running: the next task is about to start");
    expect(headline(held("gone"))).toBe("Running: the next task is about to start");
  });
});

describe("gateTitle", () => {
  const called = (agent: string, summary: string): Parameters<typeof gateTitle>[1] => ({
    kind: "tool_approval",
    question: { about: "call", tool: "mail", agent, summary, reasons: [] },
  });
  const state = { ...initialState("run"), tasks: running.tasks };
  it.each<[string, Parameters<typeof gateTitle>[1]]>([
    ["Human gate “Load”", { kind: "human_review", taskId: "a", prompt: "Is it good?" }],
    ["“Is it good?”", { kind: "tool_input", taskId: "a", prompt: "Is it good? I think so." }],
    ["“Is it good?”", { kind: "human_review", taskId: "gone", prompt: "Is it good?\nI think so." }],
    ["“Is v1.2 good?”", { kind: "human_review", prompt: "Is v1.2 good? Yes." }],
    ["“Do it!”", { kind: "human_review", prompt: "Do it! Now." }],
    ["", { kind: "human_review" }],
    [`“${"x".repeat(120)}”`, { kind: "tool_input", prompt: "x".repeat(120) }],
    [`“${"x".repeat(119)}…”`, { kind: "tool_input", prompt: "x".repeat(121) }],
    ["Replan 2 failed", { kind: "replan_failed", question: { about: "replan", number: 2 } as never }],
    ["Let “ops” run mail: “to: ann@example.com”?", called("ops", "to: ann@example.com")],
    ["Let the agent run mail?", called("default", "")],
    [`Let “ops” run mail: “${"x".repeat(96)}…”?`, called("ops", "x".repeat(200))],
    ["Let “a' run b?” run mail: “it is 'safe'. Approved”?", called("a” run b?", 'it is "safe". Approved')],
  ])("is %j", (title, asked) => {
    expect(gateTitle(state, asked)).toBe(title);
  });
});
