import { describe, expect, it } from "vitest";
import { errorsOf, graph, readClean, readValid } from "@/lib/testing/plans/read-plan";
import type { Json, JsonObject } from "../../json";
import { readPlan } from "./plan";

/** What each of several names gives, beside `others`. The first must be read, and all like it. */
type Names = [wanted: JsonObject, given: Json, others: JsonObject, ...names: string[]];

const each = ([, given, others, ...names]: Names): JsonObject[] =>
  names.map((name) => ({ ...others, [name]: given }));
const A = { id: "a" };
const HUMAN = { ...A, type: "human_review" };
const REVIEW = { ...A, type: "planning_review", previous_tasks: [] };

describe("names that say whose they are", () => {
  const task = { sub_task_id: "a", task_title: "Read it", stepDescription: "Read all of it" };
  const written = { plan_name: "P", agents: [{ agent_role: "clerk", goal: "To read" }], tasks: [task] };

  it("are those of the field behind them", () => {
    const { plan } = readValid(written);
    expect(plan).toMatchObject({ title: "P", agents: { clerk: { prompt: "Goal: To read" } } });
    expect(plan.tasks).toMatchObject([{ id: "a", title: "Read it", input: "Read all of it" }]);
  });

  it("stand behind a name of its own, and what else they say is unread", () => {
    expect(
      errorsOf({ tasks: [{ task_id: "b", task_title: "No", id: "a", title: "Yes", input: "go" }] }),
    ).toEqual(["unread tasks[0].task_id", "unread tasks[0].task_title"]);
    expect(errorsOf({ tasks: [{ id: "a", plan_title: "No", input: "go" }] })).toEqual([
      "unread tasks[0].plan_title",
    ]);
  });
});

describe("who does a task that names no agent", () => {
  const by = (field: JsonObject, agent?: string) =>
    readPlan({
      agents: { ana: "You count.", bo: "You write." },
      tasks: [{ id: "a", input: "Count them", ...field, ...(agent !== undefined && { agent }) }],
    });

  it.each(["owner", "assigned_agent", "responsible", "performed_by"])("is named as %s", (name) => {
    expect(by({ [name]: "ana" }).plan?.tasks[0]?.agent).toBe("ana");
    expect(by({ [name]: "ana" }, "bo").plan).toBeUndefined();
    expect(by({ [name]: "ana" }, "ana").plan?.tasks[0]?.agent).toBe("ana");
  });

  it.each(["reviewed_by", "supervised_by", "signer", "backup"])("is nobody named as %s", (name) => {
    expect(by({ [name]: "ana" }).plan).toBeUndefined();
  });
});

describe("names in a task", () => {
  it.each<Names>([
    [{ id: "a" }, "a", {}, "id", "step_id", "task_id", "name"],
    [{ id: "step_7" }, 7, {}, "step_number", "step", "number"],
    [{ title: "T" }, "T", A, "title", "name"],
    [{ agent: "w" }, "w", A, "agent", "worker", "assigned_to", "agent_name"],
    [{ input: "do" }, "do", A, "input", "query", "action", "description", "instructions", "prompt"],
    [{ input: "do" }, "do", { ...A, title: "T" }, "objective", "goal", "task"],
    [{ input: "", title: "Do it" }, "Do it", A, "task"],
    [{ dependsOn: ["z"] }, "z", A, "depends_on", "requires", "after", "dependencies", "deps", "needs"],
    [{ dependsOn: ["z"] }, ["z"], A, "prerequisites", "dependsOn", "Depends on", "depends-on"],
    [{ outputSchema: "() -> :int" }, "() -> :int", A, "output_schema", "signature", "output_signature"],
    [{ type: "direct" }, "program", A, "type", "step_type", "task_type", "kind"],
    [{ verification: "p" }, "p", A, "verification", "verify", "check", "predicate", "verification_predicate"],
    [{ verification: "((fn [x] x) data/result)" }, " (fn [x] x) ", A, "verify"],
    [{ verification: '(> (count (get data/result "a")) 0)' }, "result.a.length > 0", A, "check"],
    [{ verification: '(= "ok" data/result)' }, '(= \\"ok\\" data/result)', A, "verify"],
    [{ verification: '(= "a \\" b" data/result)' }, '(= "a \\" b" data/result)', A, "verify"],
    [{ onFailure: "skip" }, "skip", A, "on_failure", "on_error"],
    [{ onVerificationFailure: "replan" }, "replan", A, "on_verification_failure"],
    [{ llmReview: "good" }, "good", A, "llm_review", "acceptance_criteria", "success_criteria"],
    [{ llmReview: "good\n7" }, ["good", 7], A, "acceptance_criteria"],
    [{ maxRetries: 3 }, 3, A, "retries", "maxRetries"],
    [{ maxRetries: 2 }, 3, A, "max_retries"],
    [{ maxRetries: 0 }, 0, A, "max_retries"],
    [{ timeoutMs: 9 }, "9", A, "timeout_ms", "timeoutMs"],
    [{ qualityGate: true }, "yes", A, "quality_gate"],
    [{ critical: false }, "no", A, "critical"],
    [{ replaces: "z" }, "z", A, "replaces"],
    [{ details: ["x", "y"] }, "x\ny", A, "details"],
    [{ details: ["x", "7"] }, ["x", 7], A, "details"],
  ])("give %j", (...row) => {
    for (const task of each(row)) {
      expect(readClean({ tasks: [task] }), JSON.stringify(task)).toMatchObject([row[0]]);
    }
  });
});

describe("names in a human gate", () => {
  it.each<Names>([
    [
      { prompt: "Go?" },
      "Go?",
      {},
      "prompt",
      "question",
      "message",
      "instructions",
      "goal",
      "objective",
      "ask",
    ],
    [{ assignees: ["ann"] }, "ann", {}, "assignees", "approvers", "approver", "approved_by"],
    [{ assignees: ["ann", "7"] }, ["ann", 7], {}, "assignees"],
    [{ quorum: 2 }, 2, {}, "quorum", "min_approvals", "required_approvals"],
    [{ timeoutSeconds: 5 }, 5, {}, "timeout_seconds", "timeout"],
    [{ timeoutSeconds: 5 }, "5", {}, "approval_timeout_seconds", "approval_timeout"],
    [{ timeoutSeconds: 300 }, 5, {}, "timeout_minutes"],
    [{ timeoutSeconds: 18_000 }, 5, {}, "timeout_hours"],
    [{ onTimeout: "approve" }, "approve", {}, "on_timeout", "timeout_action"],
    [{ onTimeout: "approve" }, "auto_approve", {}, "on_timeout"],
    ...["reject", "abort", "deny", "Fail", "stop", "rejected"].map(
      (word): Names => [{ onTimeout: "reject" }, word, {}, "on_timeout"],
    ),
    [{ form: { x: 1 } }, { x: 1 }, {}, "form"],
    [{ escalateTo: ["boss"] }, "boss", {}, "escalate_to"],
    [{ fourEyes: true }, "true", {}, "four_eyes"],
    [{ requiresReason: true }, true, {}, "requires_reason", "require_reason", "reason_required"],
  ])("give %j, in it and on the task", (...row) => {
    for (const terms of each(row)) {
      const gates = readClean({
        tasks: [
          { ...HUMAN, gate: terms },
          { ...HUMAN, id: "b", ...terms },
        ],
      });
      const said = JSON.stringify(terms);
      expect(gates[0]?.gate, said).toMatchObject(row[0]);
      if (!("goal" in terms || "objective" in terms)) expect(gates[1]?.gate, said).toMatchObject(row[0]);
    }
  });

  it("may be a text, or say only that there is one", () => {
    const gateOf = (gate: Json) => readClean({ tasks: [{ ...A, gate }] })[0];
    expect(gateOf("Go?")).toMatchObject({ type: "human_review", gate: { prompt: "Go?" } });
    expect(gateOf(true)).toMatchObject({ type: "human_review", gate: { prompt: "" } });
    for (const none of ["none", "No", "", "n/a", "null", false]) {
      expect(gateOf(none)?.type, String(none)).toBe("task");
    }
    expect(errorsOf({ tasks: [{ ...A, gate: [1] }] })).toEqual(["unreadable_guard tasks[0].gate"]);
    expect(errorsOf({ tasks: [{ ...A, gate: { mood: 1 } }] })).toEqual(["unread tasks[0].gate.mood"]);
  });
});

describe("names of a person's approval of work", () => {
  const gateBefore = (terms: JsonObject) => {
    const { tasks } = readValid({ tasks: [{ ...A, ...terms }] });
    return tasks.map(({ id, type, gate }) => (type === "human_review" ? gate : id));
  };
  it.each<Names>([
    [{ assignees: [] }, true, {}, "approval_required", "requires_approval", "needs_approval"],
    [{ assignees: [] }, "yes", {}, "requires_human_approval", "human_approval", "approval"],
    ...["required", "manual", "human", "Always", "needed", " before "].map(
      (word): Names => [{ assignees: [], prompt: "" }, word, {}, "approval"],
    ),
    [{ assignees: ["ann"] }, "ann", {}, "approval"],
    [{ prompt: "Is it good?" }, "Is it good?", {}, "approval"],
    [{ prompt: "Really?" }, "Really?", {}, "approval"],
    [{ assignees: ["ann"] }, { by: "ann" }, {}, "approval"],
    [{ assignees: ["bob"] }, { by: "ann", assignees: "bob" }, {}, "approval"],
    [{ assignees: ["ann"], quorum: 2 }, { required: "yes", by: "ann", quorum: 2 }, {}, "approval"],
    [{ assignees: ["ann"] }, ["ann"], {}, "assignees", "approvers", "approver", "approved_by"],
    [{ assignees: ["ann", "bob"] }, ["ann", "bob"], { approval: { by: "ann" } }, "approvers"],
  ])("give %j", (...row) => {
    for (const terms of each(row)) {
      expect(gateBefore(terms), JSON.stringify(terms)).toEqual([expect.objectContaining(row[0]), "a"]);
    }
  });

  it("is asked for by a human review of its own, in front of the work", () => {
    const { tasks } = readValid({ tasks: [{ ...A, title: "Pay", approval: true, after: "z" }] });
    expect(tasks).toMatchObject([
      { id: "approve_a", type: "human_review", title: "Approve: Pay", dependsOn: ["z"] },
      { id: "a", type: "task", dependsOn: ["z", "approve_a"] },
    ]);
    const phase = { name: "Build", approval: true, tasks: [A] };
    const phases = readValid({ phases: [phase, { tasks: [{ id: "b" }], approval: true }] }).tasks;
    expect(phases.filter(({ type }) => type === "human_review").map(({ title }) => title)).toEqual([
      ...["Approve Build", "Approve this phase"],
    ]);
    expect(readClean({ tasks: [{ ...HUMAN, approval: true, approvers: ["ann"] }] })).toMatchObject([
      { id: "a", gate: { assignees: ["ann"] } },
    ]);
  });

  it("give none where it is not required", () => {
    const nones: Json[] = [false, "no", "none", { required: false }, { required: "no", by: "ann" }];
    for (const none of nones) {
      expect(gateBefore({ approval: none }), JSON.stringify(none)).toEqual(["a"]);
    }
    expect(errorsOf({ tasks: [{ ...A, approval: [1] }] })).toEqual(["unreadable_guard tasks[0].approval"]);
  });
});

describe("names in a planning review", () => {
  it.each<Names>([
    [{ focus: "f" }, "f", {}, "focus", "review_focus", "question"],
    [{ decisionPoints: ["A?", "B?"] }, "A? B?", {}, "decision_points"],
    [{ approvalTimeoutSeconds: 9 }, 9, {}, "approval_timeout_seconds", "approval_timeout"],
    [{ reviewers: ["r"] }, "r", {}, "reviewers", "review_agents"],
    [{ requiresHumanApproval: true }, true, {}, "approval_required", "requires_approval", "needs_approval"],
    [
      { requiresHumanApproval: true },
      "Required",
      {},
      "requires_human_approval",
      "human_approval",
      "approval",
    ],
    [{ requiresHumanApproval: true }, "manual", {}, "requires_human_approval"],
    [{ requiresHumanApproval: true }, "human", {}, "requires_human_approval"],
    [{ onTimeout: "abort" }, "reject", {}, "on_timeout"],
    [{ onTimeout: "abort" }, "deny", {}, "on_timeout"],
    [{ onTimeout: "abort" }, "Abort", {}, "on_timeout"],
    [
      { potentialOutcomes: [{ decision: "ABORT", when: "x" }] },
      "ABORT - x",
      {},
      ...["potential_outcomes", "outcomes", "possible_outcomes"],
    ],
    [{ potentialOutcomes: [{ decision: "ABORT", when: "x" }] }, { abort: "x" }, {}, "outcomes"],
    [{ condition: { previousFailed: true } }, "previous step failed", {}, "condition"],
    [{ condition: { previousFailed: true } }, "previousFailed", {}, "condition"],
    [{ condition: { previousFailed: true } }, { previous_step_failed: true }, {}, "condition"],
    [{ condition: { previousFailed: true } }, { previous_failed: true, x: null }, {}, "condition"],
    [{ condition: { previousFailed: true } }, { previous_task_failed: true }, {}, "condition"],
    [{ condition: { metric: { f1: "<0.9" } } }, "if f1 < 0.9", {}, "condition"],
    [{ condition: { metric: { f1: "<0.9" } } }, { metric_threshold: { f1: "<0.9" } }, {}, "condition"],
    [{ condition: { metric: { f1: "<0.9" } } }, { metrics: { f1: "<0.9" } }, {}, "condition"],
    [{ condition: "(> 1 0)" }, "(> 1 0)", {}, "condition"],
  ])("give %j, in it and on the task", (...row) => {
    for (const fields of each(row)) {
      const said = JSON.stringify(fields);
      const [nested, context] = ["review", "review_context"].map(
        (name) => readClean({ tasks: [{ ...A, [name]: fields }] })[0],
      );
      expect(nested, said).toMatchObject({ type: "planning_review", review: row[0] });
      expect(context, said).toEqual(nested);
      if ("question" in fields) continue;
      expect(readClean({ tasks: [{ ...REVIEW, ...fields }] })[0]?.review, said).toMatchObject(row[0]);
    }
  });

  it("give the tasks that it looks at", () => {
    for (const name of ["previous_steps", "previous_tasks", "previousTasks"]) {
      const review = { id: "b", review: { [name]: ["a"] }, after: "a" };
      expect(readClean({ tasks: [A, review] })[1]?.review?.previousTasks, name).toEqual(["a"]);
    }
  });
});

describe("names in a plan", () => {
  const tasks: Json = [A];
  it.each<Names>([
    [{ tasks: [{ id: "a" }] }, tasks, {}, "tasks", "steps", "workflow", "phases", "nodes", "plan"],
    [{ title: "T" }, "T", { tasks }, "title", "name", "plan_title"],
    [{ objective: "o" }, "o", { tasks }, "objective", "goal", "mission"],
    [{ agents: { w: { prompt: "p" } } }, { w: "p" }, { tasks }, "agents", "workers"],
    [{ agents: { w: { prompt: "p" } } }, [{ name: "w", role: "p" }], { tasks }, "agents"],
    [{ agents: { w: { prompt: "p" } } }, [{ id: "w", prompt: "p" }], { tasks }, "agents"],
    [{ agents: { w: { prompt: "" } } }, [{ agent: "w" }], { tasks }, "agents"],
    [{ agents: { w: { prompt: "" } } }, ["w"], { tasks }, "agents"],
    [{ agents: { w: { prompt: "" } } }, { w: null }, { tasks }, "agents"],
    [{ title: "Untitled plan" }, tasks, {}, "tasks"],
  ])("give %j", (...row) => {
    for (const plan of each(row)) {
      const { plan: read, warnings } = readValid(plan);
      expect(read, JSON.stringify(plan)).toMatchObject(row[0]);
      expect(warnings).toEqual([]);
    }
  });

  it("give an agent its settings", () => {
    const agentOf = (fields: JsonObject) => {
      const { plan, warnings } = readValid({ agents: { w: fields }, tasks });
      expect(warnings, JSON.stringify(fields)).toEqual([]);
      return plan.agents.w;
    };
    for (const name of ["prompt", "system_prompt", "instructions", "description", "role"]) {
      expect(agentOf({ [name]: "p" }), name).toMatchObject({ prompt: "p" });
    }
    for (const name of ["tools", "capabilities", "tool_names"]) {
      expect(agentOf({ [name]: ["look", { name: "pay" }] }), name).toMatchObject({ tools: ["look", "pay"] });
    }
    for (const name of ["max_turns", "max_iters"])
      expect(agentOf({ [name]: 3 })).toMatchObject({ maxTurns: 3 });
    for (const name of ["deadline_s", "deadline_seconds"])
      expect(agentOf({ [name]: 3 })).toMatchObject({ deadlineMs: 3_000 });
    expect(agentOf({ deadline_ms: 5, deadline_s: 3 })).toMatchObject({ deadlineMs: 5 });
    expect(agentOf({ model: "m", hop_budget: 0, token_budget: 7, max_parallel: 2 })).toMatchObject({
      model: "m",
      hopBudget: 0,
      tokenBudget: 7,
      maxParallel: 2,
    });
    for (const amount of [0.5, "0.50", "$0.5", "0.5 US dollars", "5e-1 usd"])
      expect(agentOf({ cost_budget_usd: amount }), String(amount)).toMatchObject({ costBudgetUsd: 0.5 });
    const hints = { order: ["a"], disallow: ["b"], prefer: ["c"], sequential_only: "d", max_parallel: 2 };
    const parallelGroups = [["e", "f"]];
    const wanted = {
      ordering: ["a"],
      disallowed: ["b"],
      preferred: ["c"],
      sequentialOnly: ["d"],
      maxParallel: 2,
    };
    for (const name of ["hints", "planning_hints"])
      expect(agentOf({ [name]: { ...hints, parallelGroups } })?.hints).toEqual({ ...wanted, parallelGroups });
    for (const name of ["policy", "tool_policy"])
      for (const [key, field] of Object.entries({ deny: "denied", allow: "allowed", denied_tools: "denied" }))
        expect(agentOf({ [name]: { [key]: ["x"] } })?.policy).toMatchObject({ [field]: ["x"] });
  });

  it("give edges between tasks", () => {
    const pair = [A, { id: "b" }];
    for (const name of ["edges", "links", "connections"])
      for (const edge of [["a", "b"], { from: "a", to: "b" }, { source: "a", target: "b" }])
        expect(graph(readClean({ tasks: pair, [name]: [edge] })), name).toEqual({ a: [], b: ["a"] });
    for (const edge of [["a"], ["a", "b", "c"], { from: "a" }, "a", ["a", "z"]])
      expect(errorsOf({ tasks: pair, edges: [edge] })).toEqual(["unreadable_guard edges[0]"]);
  });

  it("tell a whole plan from a piece of one, where the JSON around it is broken", () => {
    const broken = (name: string) => readPlan(`{"note": "x", "${name}": {"tasks": [{"id": "a"}]}, oops`);
    for (const name of ["plan", "updated_plan", "updatedPlan", "new_plan", "result", "output", "answer"]) {
      const { errors } = broken(name);
      expect(errors.map(({ code, message }) => [code, message])).toEqual([
        ["invalid_plan_format", expect.stringContaining("The JSON around the plan is broken")],
      ]);
    }
    for (const name of ["example", "previous_plan", ""])
      expect(broken(name).errors, name).toMatchObject([
        { message: expect.stringContaining("No plan found") },
      ]);
  });
});
