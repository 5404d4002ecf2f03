import { describe, expect, test } from "vitest";
import { describeEvent } from "@/lib/core/describe/events";
import { headline } from "@/lib/core/describe/gates/headline";
import { runStatusDisplay } from "@/lib/core/describe/looks/run";
import { taskDisplay, taskEvidence } from "@/lib/core/describe/looks/task";
import { namesOf } from "@/lib/core/describe/names";
import { statusOf } from "@/lib/core/run/effects/status-of";
import { answersByTask } from "@/lib/core/run/selectors";
import { createScriptedRun, type ScriptedRun } from "@/lib/testing/engine/scripted-run";
import type { Script } from "@/lib/testing/models/scripted-model";

const TASKS = [
  { id: "a", title: "Write", input: "go" },
  { id: "gate", title: "Approve it", type: "human_review", input: "{{results.a}}", dependsOn: ["a"] },
  { id: "b", title: "Send", input: "send {{results.gate}}", dependsOn: ["gate"] },
];
const NO = "No, do not create anything";

const script: Script = ({ role }) =>
  role === "replanner"
    ? JSON.stringify({ missionImpossible: "Nobody may create it." })
    : role === "summarizer"
      ? JSON.stringify({ finalAnswer: "Done.", qualityScore: 1, qualityReasoning: "x", needReplan: false })
      : "done";

async function answered(verb: "reject" | "request_changes", settings: object, tasks: object[] = TASKS) {
  const run = await createScriptedRun(tasks, { script, settings: { replanCooldownMs: 0, ...settings } });
  await (await run.lease()).ended;
  await run.engine.person({ type: "decide", verb, comment: NO });
  if (!run.state().finished && Object.keys(run.state().openApprovals).length === 0)
    await (await run.lease()).ended;
  return run;
}

const lookOf = ({ state }: ScriptedRun) =>
  runStatusDisplay({ status: statusOf(state()), openApprovals: 0, tasks: state().taskTotals });
const toldOf = (run: ScriptedRun) =>
  run.events().flatMap((event) => describeEvent(event, namesOf(run.state())) ?? []);
const gateOf = (run: ScriptedRun) => {
  const task = run.state().tasks.gate;
  if (!task) throw new Error("There is no such gate");
  return [task, answersByTask(run.state()).get("gate")] as const;
};

describe("a person's Reject", () => {
  test("is told as their decision, in no color of a failure", async () => {
    const run = await answered("reject", {});
    expect(run.state().finished?.reason).toBe("aborted_by_person");
    expect(headline(run.state())).toBe(`Stopped by a person. Pat rejected “Approve it”: ${NO}.`);
    expect(lookOf(run)).toMatchObject({ word: "aborted", tone: "plain" });
    expect(taskDisplay(...gateOf(run))).toMatchObject({ word: "rejected", tone: "plain" });
    expect(taskEvidence(...gateOf(run))).toBeUndefined();
    expect(toldOf(run).filter(({ tone }) => tone === "bad" || tone === "retry")).toEqual([]);
    expect(toldOf(run).map(({ text }) => text)).not.toContainEqual(expect.stringContaining("failed"));
  });

  test("is named before what a model says that sees no other way", async () => {
    const run = await answered("reject", { replanOnFailure: true });
    const { finished, replanHistory, counters } = run.state();
    expect(finished?.reason).toBe("aborted_by_person");
    expect(headline(run.state())).toBe(
      `Stopped: a person said no, and no other way was found. Pat rejected “Approve it”: ${NO}. A model was asked for another way and sees none: Nobody may create it.`,
    );
    expect(lookOf(run).tone).toBe("plain");
    expect(replanHistory.at(-1)).toMatchObject({ outcome: "refused" });
    expect(counters.replans).toBe(1);
    expect(run.payloads("run_finished")[0]?.replans).toBe(1);
  });

  test("reaches the end through what could not start behind it", async () => {
    const tasks = TASKS.map((task) => (task.id === "gate" ? { ...task, critical: false } : task));
    const run = await answered("reject", {}, tasks);
    expect(headline(run.state())).toBe(`Stopped by a person. Pat rejected “Approve it”: ${NO}.`);
  });

  test("is no failure for the one who writes the answer", async () => {
    const tasks = TASKS.map((task) => ({ ...task, critical: task.id === "a" }));
    const run = await answered("reject", { summarizer: "on" }, tasks);
    // The gate guarded the answer as well, which its people let go without it.
    await run.engine.person({ type: "decide", verb: "approve" });
    await (await run.lease()).ended;
    const [prompt = ""] = run.prompts("summarizer");
    expect(prompt).toContain('"id":"gate","title":"Approve it","status":"rejected"');
    expect(prompt).not.toContain("failed");
    expect(lookOf(run)).toMatchObject({ word: "completed with 1 rejected, 1 skipped", tone: "amber" });
  });
});

test("a wish that cannot be fulfilled is said with what a model says of it", async () => {
  const run = await answered("request_changes", { replanOnFailure: true });
  expect(headline(run.state())).toBe(
    `Failed: the mission is impossible. Pat asked for changes at “Approve it”: ${NO}. A model was asked for another way and sees none: Nobody may create it.`,
  );
  expect(toldOf(run).find(({ word }) => word === "changes")).toMatchObject({ tone: "plain" });
});
