import { describe, expect, it } from "vitest";
import { errorsOf, graph, readClean, readValid, warningsOf } from "@/lib/testing/plans/read-plan";

describe("what guards a task", () => {
  it.each<[string, object]>([
    ["verification", { verification: { expr: "(map? data/result)" } }],
    ["verification", { verification: ["(map? data/result)"] }],
    ["check", { check: { kind: "schema" } }],
    ["condition", { condition: { previousFailed: true } }],
    ["if", { if: "{{results.x}} > 3" }],
    ["on_failure", { on_failure: "explode" }],
    ["onVerificationFailure", { onVerificationFailure: ["retry"] }],
    ["output_schema", { output_schema: 3 }],
    ["llm_review", { llm_review: [] }],
    ["quality_gate", { quality_gate: "often" }],
    ["review", { review: 7 }],
    ["review", { review: true }],
    ["gate", { gate: [1] }],
    ["gate.quorum", { gate: { quorum: "most" } }],
    ["gate.onTimeout", { gate: { onTimeout: "shrug" } }],
    ["gate.assignees", { gate: { assignees: [{}] } }],
    ["approval", { approval: 3 }],
    ["human_sign_off", { human_sign_off: "Ann" }],
    ["guard", { guard: "x" }],
    ["approvers", { type: "planning_review", focus: "f", approvers: ["ann"] }],
  ])("is read rightly or an error: %s of %j", (path, fields) => {
    expect(errorsOf({ tasks: [{ id: "a", ...fields }] })).toEqual([`unreadable_guard tasks[0].${path}`]);
  });

  it.each([
    [
      "gate.condition",
      { type: "human_review", gate: { prompt: "Pay?", condition: "data/result.amount > 5" } },
    ],
    ["gate.only_if.amount", { type: "human_review", gate: { only_if: { amount: 5 } } }],
    ["gate.strictness", { gate: { strictness: 3 } }],
    ["approval.condition", { approval: { by: "Ann", condition: "amount > 5" } }],
    ["approval_required.skipWhen", { approval_required: { required: true, skipWhen: "small" } }],
  ])("has no terms that nobody reads: %s of %j", (path, fields) => {
    expect(errorsOf({ tasks: [{ id: "a", ...fields }] })).toEqual([`unread tasks[0].${path}`]);
  });

  it("says of a state that it has not come about", () => {
    for (const state of ["approved", "verified", "confirmed"])
      expect(errorsOf({ tasks: [{ id: "a", input: "x", [state]: false }] })).toEqual([
        `unreadable_guard tasks[0].${state}`,
      ]);
  });

  it("is absent where it is null, false or said to be none", () => {
    const none = {
      verification: null,
      gate: null,
      review: null,
      approval_required: "no",
      guard: false,
      condition: null,
    };
    expect(readClean({ tasks: [{ id: "a", input: "x", ...none }] })).toMatchObject([
      { id: "a", type: "task" },
    ]);
    expect(readClean({ tasks: [{ id: "a", gate: false, review: "none" }] })[0]).not.toHaveProperty("gate");
    expect(readClean({ tasks: [{ id: "a", gate: { prompt: "Pay?", condition: null } }] })[0]).toMatchObject({
      gate: { prompt: "Pay?" },
    });
  });

  it.each([{ auto_approve: false }, { withoutApproval: "no" }, { "skip-confirmation": "none" }])(
    "may say no by a name that nobody knows: %j",
    (piece) => {
      const [key = ""] = Object.keys(piece);
      expect(errorsOf({ tasks: [{ id: "a", input: "x", ...piece }] })).toEqual([
        `unreadable_guard tasks[0].${key}`,
      ]);
    },
  );

  it("may be a function of the result, or stand under another name", () => {
    const check = '(fn [r] (> (get r "n") 0))';
    expect(
      readClean({
        tasks: [
          { id: "a", check },
          { id: "b", verify: " (map? data/result)" },
        ],
      }),
    ).toMatchObject([{ verification: `(${check} data/result)` }, { verification: " (map? data/result)" }]);
    expect(readClean({ tasks: [{ id: "a", acceptance_criteria: ["x", "y"] }] })[0]?.llmReview).toBe("x\ny");
    expect(
      readClean({
        tasks: [
          { id: "a", on_error: "abort" },
          { id: "b", onFailure: "ignore" },
        ],
      }),
    ).toMatchObject([{ onFailure: "stop" }, { onFailure: "skip" }]);
  });
});

describe("a person's approval", () => {
  const gates = (plan: unknown) =>
    readValid(plan).tasks.map(({ id, type, dependsOn, gate }) => [id, type, dependsOn, gate?.assignees]);

  it("of a task is a human review before it", () => {
    const tasks = [
      { id: "a" },
      { id: "b", after: "a", approval_required: true, approver: "lead" },
      { id: "c", after: "b", needsApproval: "yes" },
    ];
    expect(gates({ tasks })).toEqual([
      ["a", "task", [], undefined],
      ["approve_b", "human_review", ["a"], ["lead"]],
      ["b", "task", ["a", "approve_b"], undefined],
      ["approve_c", "human_review", ["b"], []],
      ["c", "task", ["b", "approve_c"], undefined],
    ]);
    expect(warningsOf({ tasks })).toEqual(["added_dependency tasks[1]", "added_dependency tasks[2]"]);
  });

  it("of a phase is one behind it, for which everything later waits", () => {
    const phases = [
      {
        name: "Compare",
        tasks: ["x", { id: "b" }],
        approval: { required: true, by: "manager", question: "Post?" },
      },
      { name: "Correct", tasks: [{ id: "post", depends_on: ["b"] }] },
    ];
    expect(gates({ phases })).toEqual([
      ["task_1", "task", [], undefined],
      ["b", "task", [], undefined],
      ["approve_phases_0", "human_review", ["task_1", "b"], ["manager"]],
      ["post", "task", ["b", "approve_phases_0"], undefined],
    ]);
    expect(readValid({ phases }).tasks[2]).toMatchObject({
      title: "Approve Compare",
      gate: { prompt: "Post?" },
    });
  });

  it("steps aside for an id that is taken, and never makes a circle", () => {
    const tasks = [
      { id: "approve_b", title: "Look", after: "b" },
      { id: "b", approver: ["x"] },
    ];
    expect(gates({ tasks })).toEqual([
      ["approve_b", "task", ["b"], undefined],
      ["approve_b_2", "human_review", [], ["x"]],
      ["b", "task", ["approve_b_2"], undefined],
    ]);
    const phases = [
      { name: "p", after: "late", approval: true, tasks: [{ id: "a" }] },
      { id: "late", input: "x" },
    ];
    expect(gates({ phases }).at(-1)).toEqual(["late", "task", [], undefined]);
  });

  it("is a person's too where the agent is one", () => {
    expect(
      gates({
        agents: { user: "A simulated user" },
        tasks: [
          { id: "a", agent: "human" },
          { id: "b", agent: "user" },
        ],
      }),
    ).toEqual([
      ["a", "human_review", [], undefined],
      ["b", "task", [], undefined],
    ]);
  });
});

describe("an approval of ordinary work", () => {
  const gateOf = (plan: unknown) => readValid(plan).tasks.find(({ type }) => type === "human_review")?.gate;

  it.each<[string, Record<string, unknown>]>([
    ["Approval timeout: 60", { approval_timeout: 60 }],
    ["On timeout: approve", { on_timeout: "approve" }],
    ["Escalate to: role:lead", { escalate_to: ["role:lead"] }],
    ["Four eyes: yes", { four_eyes: true }],
    ["Quorum: 2", { quorum: 2 }],
    ["Requires reason: yes", { requires_reason: true }],
    ["Approvers: Ana", { approvers: ["Ana"] }],
  ])("has the same terms as text and as JSON: %s", (line, terms) => {
    const asText = gateOf(`Step 1: Deploy\n- Requires human approval: yes\n- ${line}`);
    const asJson = gateOf({ steps: [{ title: "Deploy", requires_human_approval: true, ...terms }] });
    expect(asText).toBeDefined();
    expect(asJson).toEqual(asText);
  });

  it("is wanted by whom it names, whatever a flag says", () => {
    const task = { id: "a", input: "x", requires_approval: false };
    expect(gateOf({ tasks: [{ ...task, approver: "Ana" }] })?.assignees).toEqual(["Ana"]);
    expect(gateOf({ tasks: [{ ...task, approvers: [], four_eyes: false }] })).toBeUndefined();
  });

  it("is none of work that only says what happens when its time is up", () => {
    expect(errorsOf({ tasks: [{ id: "a", input: "x", on_timeout: "fail" }] })).toEqual([
      "unread tasks[0].on_timeout",
    ]);
  });
});

describe("a gate in one word on the work of an agent", () => {
  const work = { id: "pay", agent: "fin", input: "Pay them" };

  it("is an approval before it, and the work stays", () => {
    for (const gate of ["required", true, "cfo"]) {
      const { tasks } = readValid({ tasks: [{ ...work, gate }] });
      expect(graph(tasks)).toEqual({ approve_pay: [], pay: ["approve_pay"] });
      expect(tasks[0]?.gate?.assignees).toEqual(gate === "cfo" ? ["cfo"] : []);
    }
  });

  it("is a question in its place where it asks one, or nobody else does the work", () => {
    for (const task of [
      { ...work, gate: "Pay them?" },
      { id: "pay", gate: "cfo" },
      { ...work, gate: { quorum: 2 } },
    ])
      expect(readValid({ tasks: [task] }).tasks).toMatchObject([{ id: "pay", type: "human_review" }]);
  });
});
