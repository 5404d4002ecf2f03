import { expect, test } from "vitest";
import { headline } from "@/lib/core/describe/gates/headline";
import { runStatusDisplay } from "@/lib/core/describe/looks/run";
import { taskDisplay, taskEvidence } from "@/lib/core/describe/looks/task";
import { statusOf } from "@/lib/core/run/effects/status-of";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { createScriptedRun, type ScriptedRun } from "@/lib/testing/engine/scripted-run";

const WRITE = { id: "a", title: "Write", input: "go" };
const gate = (id: string, input: string, more: object = {}) => ({
  id,
  title: "Approve it",
  type: "human_review",
  input,
  dependsOn: ["a"],
  ...more,
});

/** A run whose gates get these answers, one after the other. */
async function answered(tasks: object[], answers: { verb: GateVerb; value?: string }[]) {
  const run = await createScriptedRun(tasks, { script: () => '{"title":"T","text":"done"}' });
  for (const answer of answers) {
    await (await run.lease()).ended;
    await run.engine.person({ type: "decide", ...answer });
  }
  if (!run.state().finished && Object.keys(run.state().openApprovals).length === 0)
    await (await run.lease()).ended;
  return run;
}

const lookOf = ({ state }: ScriptedRun) =>
  runStatusDisplay({ status: statusOf(state()), openApprovals: 0, tasks: state().taskTotals });
const written = ({ state }: ScriptedRun) => {
  const task = state().tasks.a;
  if (!task) throw new Error("Nothing was written");
  return task;
};

test("a result that people approved where they were shown it has their word, and is no checked one", async () => {
  const run = await answered([WRITE, gate("g", "OK? {{results.a}}")], [{ verb: "approve" }]);
  expect(headline(run.state())).toBe("Completed; its result approved by Pat");
  expect(lookOf(run)).toEqual({ icon: "✓", word: "completed, 1 approved", tone: "plain" });
  expect(taskDisplay(written(run), undefined)).toEqual({ icon: "◈", word: "approved by Pat", tone: "amber" });
  expect(taskEvidence(written(run), undefined)).toBe("accepted");
  const edited = await answered([WRITE, gate("g", "")], [{ verb: "edit", value: "better" }]);
  expect(edited.state().taskTotals).toMatchObject({ approved: 1, unverified: 0 });
});

test("a check that passed is still what vouches for it", async () => {
  const tasks = [{ ...WRITE, verification: '(not= data/result "")' }, gate("g", "")];
  const run = await answered(tasks, [{ verb: "approve" }]);
  expect(headline(run.state())).toBe("Completed");
  expect(lookOf(run).tone).toBe("ok");
});

test("a gate that showed a part of it, or something else, says nothing of the whole", async () => {
  for (const input of ["OK? {{results.a.title}}", "Shall it go out?"]) {
    const run = await answered([WRITE, gate("g", input)], [{ verb: "approve" }]);
    expect(headline(run.state())).toBe("Completed; its result unverified");
  }
});

test("a later no at a gate that shows it takes the word back", async () => {
  const second = gate("h", "{{results.a}}", { dependsOn: ["a", "g"], critical: false });
  const run = await answered([WRITE, gate("g", ""), second], [{ verb: "approve" }, { verb: "reject" }]);
  expect(written(run).approvedBy).toBeUndefined();
  expect(run.state().taskTotals).toMatchObject({ approved: 0, unverified: 1 });
});
