import fc from "fast-check";
import { expect, test } from "vitest";
import { readBlock } from "@/lib/core/prompt-blocks";
import { createMemoryEngine, type MemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { questionOf } from "@/lib/testing/runs/question-of";
import { scaled } from "@/lib/testing/scaled";

/** Plans of so many tasks side by side: more than two want a gate behind them, more than ten are too many. */
const wide = (count: number) =>
  JSON.stringify({
    title: `Plan of ${count}`,
    tasks: Array.from({ length: count }, (_, n) => ({ id: `t${n}`, title: `Task ${n}`, input: "look" })),
  });
const GOOD = wide(1);
const WEAK = wide(4);
const WEAKER = wide(12);
const INVALID = JSON.stringify({ title: "Plan", tasks: [{ id: "a", input: "go", depends_on: ["nobody"] }] });
const NO_PLAN = "I would rather not.";
const asking = { critic: { mode: "static", minScore: 10 } };

type Planned = { engine: MemoryEngine; prompts: string[] };

/** Runs a mission whose planner gives these answers one after the other, the last one again and again. */
async function planned(answers: string[], settings: object = asking): Promise<Planned> {
  const prompts: string[] = [];
  const model = createScriptedModel(({ role, prompt }) => {
    if (role !== "planner") return "All is well and done.";
    prompts.push(prompt);
    return answers[Math.min(prompts.length, answers.length) - 1] ?? "";
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", undefined, settings);
  await (await engine.lease()).ended;
  return { engine, prompts };
}

function outcome({ engine }: Planned) {
  const state = engine.store.state(RUN_ID);
  const gates = Object.keys(state.openApprovals).map((id) => state.approvals[id]);
  const { planTitle: title, finished } = state;
  return { title, gates, critique: state.critiques[state.planVersion], end: finished?.reason };
}

test("a weak plan goes back to the planner once, with what the critic found, and a better one runs", async () => {
  const run = await planned([WEAK, GOOD]);
  expect(outcome(run)).toMatchObject({
    title: "Plan of 1",
    end: "answer_complete",
    gates: [],
    critique: { score: 10, improvedFrom: 9, by: "static" },
  });
  expect(run.prompts).toHaveLength(2);
  expect(readBlock(run.prompts[1] ?? "", "previous_answer")).toBe(WEAK);
  expect(readBlock(run.prompts[1] ?? "", "problem")).toMatch(/^- warning missing_gate /);
});

test("a plan that stays weak waits at a gate that says its score and why; approving runs it", async () => {
  const run = await planned([WEAK]);
  const { gates, critique, end } = outcome(run);
  expect(run.prompts).toHaveLength(2);
  expect(end).toBeUndefined();
  expect(critique).toMatchObject({ score: 9, improvedFrom: 9 });
  expect(gates).toMatchObject([{ kind: "plan_approval", planVersion: 1 }]);
  expect(gates[0]?.digest).toBe(run.engine.store.state(RUN_ID).planDigest);
  expect(questionOf(gates[0])).toContain("The plan scores 9 of 10: 1 warning. This run asks for 10.");
  await run.engine.person({ type: "decide", verb: "approve" });
  await (await run.engine.lease()).ended;
  expect(outcome(run).end).toBe("answer_complete");
});

test("rejecting it ends the run; asking for changes has it rewritten, and judged again", async () => {
  const rejected = await planned([WEAK]);
  await rejected.engine.person({ type: "decide", verb: "reject", comment: "no" });
  expect(outcome(rejected).end).toBe("plan_rejected");

  const changed = await planned([WEAK, WEAK, GOOD]);
  await changed.engine.person({ type: "decide", verb: "request_changes", comment: "one is enough" });
  await (await changed.engine.lease()).ended;
  expect(outcome(changed)).toMatchObject({
    title: "Plan of 1",
    end: "answer_complete",
    critique: { score: 10 },
  });
  expect(changed.engine.store.state(RUN_ID).critiques[1]).toMatchObject({ score: 9 });
});

test("what stays unread of a plan goes back once; then people see each piece and what it means to do without it", async () => {
  const task = { id: "pay", title: "Pay the bill", input: "Pay it.", only_if: { due: true }, mood: "paid" };
  const text = JSON.stringify({ title: "Pay", tasks: [task] });
  const run = await planned([text], { critic: { mode: "off" } });
  expect(run.prompts).toHaveLength(2);
  const [gate] = outcome(run).gates;
  expect(gate).toMatchObject({ kind: "plan_approval", verbs: ["approve", "request_changes", "reject"] });
  expect(questionOf(gate).split("\n")).toEqual([
    "Run this plan without what could not be read of it? “Pay” (1 tasks)",
    '- tasks[0].only_if: {"due":true} is not in a known field. Without it, the task runs without this guard.',
    '- tasks[0].mood: "paid" is not in a known field. The plan runs as if it did not say this.',
  ]);
  const other = JSON.stringify({ title: "Pay", tasks: [{ ...task, dependsOn: ["nobody"] }] });
  expect(outcome(await planned([other])).end).toBe("plan_rejected");
});

test("judgePlan takes the better of two weak plans, and says what became of the other", async () => {
  const run = await planned([WEAK, WEAKER]);
  expect(outcome(run)).toMatchObject({ title: "Plan of 4", critique: { score: 9 } });
  expect(outcome(run).critique?.notes).toEqual([{ code: "redraft_weaker", score: expect.any(Number) }]);
  expect(outcome(run).critique).not.toHaveProperty("improvedFrom");
});

test.each([
  ["nothing readable", NO_PLAN],
  ["nothing that can run", INVALID],
])("a planner that gives %s instead of a better plan keeps its weak one", async (_, answer) => {
  const run = await planned([WEAK, answer]);
  expect(outcome(run)).toMatchObject({ title: "Plan of 4", gates: [{ kind: "plan_approval" }] });
  expect(outcome(run).critique?.notes).toMatchObject([{ code: "redraft_unusable" }]);
});

test("errors and weakness go back once each, in any order", async () => {
  const errorsFirst = await planned([INVALID, WEAK, GOOD]);
  expect(outcome(errorsFirst)).toMatchObject({ title: "Plan of 1", end: "answer_complete" });
  const weakFirst = await planned([WEAK, INVALID, GOOD]);
  expect(outcome(weakFirst)).toMatchObject({ title: "Plan of 1", end: "answer_complete" });
  expect(readBlock(weakFirst.prompts[2] ?? "", "problem")).toContain("missing_dependency");
  const errorsTwice = await planned([INVALID, WEAK, INVALID, GOOD]);
  expect(errorsTwice.prompts).toHaveLength(3);
  expect(outcome(errorsTwice)).toMatchObject({ title: "Plan of 4", gates: [{ kind: "plan_approval" }] });
});

test.each([
  ["asks for no score", { critic: { mode: "static", minScore: 0 } }, { score: 9 }],
  ["wants no critic", { critic: { mode: "off", minScore: 10 } }, undefined],
])("a run that %s runs any plan that can run", async (_, settings, critique) => {
  const run = await planned([WEAK, GOOD], settings);
  expect(run.prompts).toHaveLength(1);
  expect(outcome(run)).toMatchObject({ title: "Plan of 4", end: "answer_complete" });
  if (critique) expect(outcome(run).critique).toMatchObject(critique);
  else expect(outcome(run).critique).toBeUndefined();
});

test("the planner is asked at most three times whatever it answers, and the best plan runs or is asked about", async () => {
  const scores = new Map([GOOD, WEAK, WEAKER].map((text) => [text, 0]));
  for (const text of scores.keys()) {
    const { score } =
      outcome(await planned([text], { critic: { mode: "static", minScore: 0 } })).critique ?? {};
    scores.set(text, score ?? 0);
  }
  const answer = fc.constantFrom(GOOD, WEAK, WEAKER, INVALID);
  const answers = fc.array(answer, { minLength: 1, maxLength: 4 });
  const property = fc.asyncProperty(answers, fc.integer({ min: 0, max: 10 }), async (given, minScore) => {
    const run = await planned(given, { critic: { mode: "static", minScore } });
    expect(run.prompts.length).toBeLessThanOrEqual(3);
    const seen = run.prompts.map((_, n) => given[Math.min(n, given.length - 1)] ?? "");
    const best = Math.max(...seen.map((text) => scores.get(text) ?? 0));
    const { critique, gates, end } = outcome(run);
    if (best === 0) {
      expect(end).toBe("plan_rejected");
      return;
    }
    expect(critique?.score).toBe(best);
    expect(gates).toHaveLength(best < minScore ? 1 : 0);
    expect(end).toBe(best < minScore ? undefined : "answer_complete");
  });
  await fc.assert(property, { numRuns: scaled(60) });
});
