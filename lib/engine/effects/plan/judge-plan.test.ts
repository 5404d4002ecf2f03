import fc from "fast-check";
import { expect, test } from "vitest";
import { headline } from "@/lib/core/describe/gates/headline";
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

/** `asked`: all that the planner was sent, a text a request. */
type Planned = { engine: MemoryEngine; prompts: string[]; asked: string[] };

/** Runs a mission whose planner gives these answers one after the other, the last one again and again. */
async function planned(answers: string[], settings: object = asking): Promise<Planned> {
  const prompts: string[] = [];
  const asked: string[] = [];
  const model = createScriptedModel(({ role, prompt, messages }) => {
    if (role !== "planner") return "All is well and done.";
    asked.push(messages.map((message) => ("text" in message ? message.text : "")).join("\n"));
    prompts.push(prompt);
    return answers[Math.min(prompts.length, answers.length) - 1] ?? "";
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", undefined, settings);
  await (await engine.lease()).ended;
  return { engine, prompts, asked };
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
  expect(JSON.parse(readBlock(run.prompts[1] ?? "", "previous_answer") ?? "")).toEqual(JSON.parse(WEAK));
  expect(readBlock(run.prompts[1] ?? "", "problem")).toMatch(/^- warning missing_gate /);
});

test("a plan that goes back is corrected by an edit, which is judged like a whole plan", async () => {
  const edit = (field: string, value: unknown) => JSON.stringify({ edit: [{ task: "t0", field, value }] });
  const run = await planned([WEAK, edit("title", "Look first")]);
  expect(outcome(run)).toMatchObject({ title: "Plan of 4", critique: { score: 9, improvedFrom: 9 } });
  expect(Object.values(run.engine.store.state(RUN_ID).tasks).map(({ spec }) => spec.title)).toEqual([
    ...["Look first", "Task 1", "Task 2", "Task 3"],
  ]);

  const corrected = await planned([
    INVALID,
    JSON.stringify({ edit: [{ task: "a", field: "dependsOn", value: [] }] }),
  ]);
  expect(corrected.prompts).toHaveLength(2);
  expect(readBlock(corrected.prompts[1] ?? "", "problem")).toContain("missing_dependency");
  expect(outcome(corrected).end).toBe("answer_complete");
});

test("a person's request for changes of a draft costs one edit of it; a place that it lacks goes back", async () => {
  const GATED = { critic: { mode: "off" }, planApproval: true };
  const wrong = JSON.stringify({ edit: [{ task: "t7", field: "input", value: "look twice" }] });
  const right = JSON.stringify({ edit: [{ task: "t1", field: "input", value: "look twice" }] });
  const run = await planned([WEAK, wrong, right], GATED);
  await run.engine.person({ type: "decide", verb: "request_changes", comment: "look twice" });
  await (await run.engine.lease()).ended;
  expect(run.prompts).toHaveLength(3);
  const { tasks, planVersion } = run.engine.store.state(RUN_ID);
  expect(Object.values(tasks).map(({ spec }) => spec.input)).toEqual(["look", "look twice", "look", "look"]);
  expect(planVersion).toBe(2);
  expect(outcome(run).gates).toMatchObject([{ kind: "plan_approval", planVersion: 2 }]);
});

test("a plan that stays weak waits at a gate that says its score and why; approving runs it", async () => {
  const run = await planned([WEAK]);
  const { gates, critique, end } = outcome(run);
  expect(run.prompts).toHaveLength(2);
  expect(end).toBeUndefined();
  expect(critique).toMatchObject({ score: 9, improvedFrom: 9 });
  expect(gates).toMatchObject([{ kind: "plan_approval", planVersion: 1 }]);
  expect(questionOf(gates[0])).toContain("The plan scores 9 of 10: 1 warning. This run asks for 10.");
  await run.engine.person({ type: "decide", verb: "approve" });
  await (await run.engine.lease()).ended;
  expect(outcome(run).end).toBe("answer_complete");
});

test("rejecting it ends the run; asking for changes has it rewritten, and judged again", async () => {
  const rejected = await planned([WEAK]);
  await rejected.engine.person({ type: "decide", verb: "reject", comment: "no" });
  expect(outcome(rejected).end).toBe("aborted_by_person");
  expect(headline(rejected.engine.store.state(RUN_ID))).toBe(
    "Stopped by a person. Pat rejected plan version 1: no.",
  );

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
    '- tasks[0].only_if: {"due":true} is not in a known field: say it as an edge, a gate, a check, or the condition of a planning review. Without it, the task runs without this guard.',
    '- tasks[0].mood: "paid" is not in a known field: what guards the work is said as an edge, a gate or a check, all else in a sentence. The plan runs as if it did not say this.',
  ]);
  const other = JSON.stringify({ title: "Pay", tasks: [{ ...task, dependsOn: ["nobody"] }] });
  expect(outcome(await planned([other])).end).toBe("plan_rejected");
});

test("what is not read goes back with what else is wrong, at once; a check that cannot work is left out where a person agrees", async () => {
  const task = { id: "sum", title: "Sum the bill", input: "Sum it.", verification: "(> result" };
  const both = JSON.stringify({ title: "Sum", tasks: [{ ...task, mood: "paid" }] });
  const checked = JSON.stringify({ title: "Sum", tasks: [task] });
  const run = await planned([both, checked], { critic: { mode: "off" } });
  const { engine, asked } = run;
  expect(asked).toHaveLength(3);
  expect(asked[1]).toMatch(/unread: tasks\[0\]\.mood[\s\S]*invalid_verification sum verification/);
  const [gate] = outcome(run).gates;
  expect(gate).toMatchObject({ kind: "plan_approval", verbs: ["approve", "request_changes", "reject"] });
  expect(questionOf(gate)).toMatch(
    /The verification of "sum".* Without it, nothing checks the result of its task\.$/,
  );
  await engine.person({ type: "decide", verb: "approve" });
  await (await engine.lease()).ended;
  expect(outcome(run)).toMatchObject({ title: "Sum", end: "answer_complete" });
});

test("a task that a model takes for a person's goes back once; then people are asked before the plan runs", async () => {
  const tasks = [{ id: "ok", title: "Mrs. Ortega is won over", input: "Get it." }];
  const asked: string[] = [];
  const found = { code: "person_needed", severity: "warning", taskId: "ok", message: "Nobody asks her." };
  const model = createScriptedModel(({ role }) => {
    asked.push(role ?? "");
    if (role === "critic")
      return JSON.stringify({ findings: [{ ...found, recommendation: "Ask." }], demands: [] });
    return role === "planner" ? JSON.stringify({ title: "Offer", tasks }) : "Done.";
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", undefined, { critic: { mode: "model", minScore: 0 } });
  await (await engine.lease()).ended;
  expect(asked.filter((role) => role === "planner")).toHaveLength(2);
  const [gate] = outcome({ engine, prompts: [], asked }).gates;
  expect(questionOf(gate).split("\n").slice(1)).toEqual([
    "- Nobody asks her. As it is, an agent does it and no person is asked.",
  ]);
});

test.each([
  [
    "what it was found weak in is judged by rules, and keeps what was said of other tasks",
    { input: "Look twice." },
    1,
  ],
  ["more is judged by the model again", { input: "Look twice." }, 2],
])("a revision of %s", async (_, change, judged) => {
  const task = { id: "look", title: "Look", input: "Look.", agent: "default" };
  const tell = { id: "tell", title: "Tell", input: "Tell {{results.look}}", dependsOn: ["look"] };
  const said = (taskId: string, severity: string) => ({
    code: "data_flow_gap",
    severity,
    taskId,
    message: `A gap in ${taskId}.`,
    recommendation: "Close it.",
  });
  const asked: string[] = [];
  const model = createScriptedModel(({ role }) => {
    asked.push(role ?? "");
    if (role === "critic")
      return JSON.stringify({
        findings: [said("look", "warning"), said("tell", "info")],
        demands: [{ demand: "Do it", tasks: ["look", "tell"] }],
      });
    if (role !== "planner") return "Done.";
    const isFirst = !asked.includes("critic");
    const extra = judged > 1 && !isFirst ? [{ id: "more", title: "More", input: "More." }] : [];
    return JSON.stringify({ title: "P", tasks: [isFirst ? task : { ...task, ...change }, tell, ...extra] });
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Do it", undefined, { critic: { mode: "model", minScore: 0 } });
  await (await engine.lease()).ended;
  expect(asked.filter((role) => role === "critic")).toHaveLength(judged);
  const { critique } = outcome({ engine, prompts: [], asked });
  expect(critique?.notes).toEqual(judged === 1 ? [{ code: "revision_answers" }] : undefined);
  const findings = critique && "inline" in critique.findings ? critique.findings.inline : [];
  const about = (findings as { taskId?: string; code: string }[]).flatMap(({ taskId, code }) =>
    code === "data_flow_gap" ? [taskId] : [],
  );
  expect(about).toContain("tell");
  expect(about.includes("look")).toBe(judged > 1);
  expect(critique?.coverage).toMatchObject({ inline: { demands: [{ tasks: ["look", "tell"] }] } });
});

test("what a planner says behind its plan goes back once; then people see it before the plan runs", async () => {
  const task = { id: "pay", title: "Pay the bill", input: "Pay it." };
  const text = `${JSON.stringify({ title: "Pay", tasks: [task] })}\nOn reflection I would not do it this way.`;
  const run = await planned([text], { critic: { mode: "off" } });
  expect(run.asked).toHaveLength(2);
  expect(run.asked[1]).toContain("words behind the plan: “On reflection");
  const [gate] = outcome(run).gates;
  expect(gate).toMatchObject({ kind: "plan_approval" });
  expect(questionOf(gate).split("\n")).toEqual([
    "Run this plan without what could not be read of it? “Pay” (1 tasks)",
    "- words behind the plan: “On reflection I would not do it this way.” is read by nobody there: say it in the plan, or leave it out. The plan runs as if it did not say this.",
  ]);
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

test("a model tells which demands no task answers, and that holds nothing up; without it nothing is told", async () => {
  const mission = "Look at the shop and tell Ann by mail";
  const demands = [
    { demand: "look at the shop", tasks: ["t0", "t1"] },
    { demand: "tell Ann", tasks: [] },
  ];
  const model = createScriptedModel(({ role }) => {
    if (role === "planner") return WEAK;
    return role === "critic" ? JSON.stringify({ findings: [], demands }) : "All is well and done.";
  });
  const told = async (mode: "static" | "model") => {
    const engine = createMemoryEngine({ model });
    await engine.create(mission, undefined, { critic: { mode, minScore: 9 } });
    await (await engine.lease()).ended;
    return engine.store.state(RUN_ID);
  };
  const state = await told("model");
  expect(state.finished?.reason).toBe("answer_complete");
  expect(state.critiques[1]?.coverage).toMatchObject({
    inline: { demands, unquoted: [], extra: ["t2", "t3"] },
  });
  expect((await told("static")).critiques[1]).not.toHaveProperty("coverage");
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
