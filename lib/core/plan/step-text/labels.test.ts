import { describe, expect, it } from "vitest";
import { errorsOf, readClean, readValid } from "@/lib/testing/plans/read-plan";
import type { Json, JsonObject } from "../../json";
import { readPlan } from "../read/plan";
import { writePlanText } from "../write/text";
import { labelNamed, labelTitle } from "./labels";

/** What each of several spellings of a label gives, with a value beside it. */
type Labeled = [wanted: JsonObject, value: string, ...labels: string[]];

const TASK = "Step 1: Work";
const GATE = "Step 1: Human Review - Go?\n- Type: human_review";
const REVIEW = "Step 1: Planning Review - Ready?";
const under = (step: string, label: string, value: string) =>
  readClean(`Step 5: First\n${step.replace("Step 1", "Step 6")}\n- ${label}: ${value}`)[1];

describe("labels of a step", () => {
  it.each<Labeled>([
    [{ agent: "web writer" }, "web writer", "Agent", "AGENT", "**Agent**", "__agent__"],
    [{ verification: "(> 2 1)" }, "(> 2 1)", "Verify"],
    [{ verification: "data/result" }, "data/result", "verify"],
    [{ replaces: "step_5" }, "step 5", "Replaces"],
    [{ replaces: "old-one" }, "old-one", "Replaces"],
    [{ dependsOn: ["step_5"] }, "Step 5", "Depends on", "depends_on", "Dependencies"],
    [{ dependsOn: [] }, "none", "Depends on"],
    [{ dependsOn: ["step_5"] }, '["5"]', "Depends on"],
    [{ input: "go" }, "go", "Task input"],
    [{ input: { a: 1 } }, '{"a": 1}', "Task input JSON"],
    [{ onFailure: "skip" }, "skip", "On failure"],
    [{ maxRetries: 2 }, "2", "Retries"],
    [{ critical: false }, "no", "Critical"],
    [{ onVerificationFailure: "retry" }, "retry", "On verification failure"],
    [{ outputSchema: "() -> :int" }, "() -> :int", "Output schema", "Signature"],
    [{ outputSchema: { type: "string" } }, '{"type": "string"}', "Output schema"],
    [{ llmReview: true }, "yes", "Model review"],
    [
      { llmReview: "It is short." },
      "It is short.",
      "Model review",
      "Acceptance criteria",
      "Success criteria",
    ],
    [{ llmReview: "It is short\nIt is true" }, "\n  * It is short\n  * It is true", "Acceptance criteria"],
    [{ dependsOn: ["step_5"] }, "Step 5", "After", "Blocked by", "Prerequisites", "waits_for"],
    [{ details: ["Needs: a quiet room with a table"] }, "a quiet room with a table", "Needs"],
    [{ llmReview: "yes" }, '"yes"', "Model review"],
    [{ qualityGate: true }, "true", "Quality gate"],
    [{ timeoutMs: 90 }, "90 ms", "Task timeout"],
    [{ timeoutMs: 90_000 }, "90s", "Task timeout"],
    [{ timeoutMs: 120_000 }, "2 minutes", "Task timeout"],
    [{ timeoutMs: 3_600_000 }, "1 hour", "Task timeout"],
    [{ timeoutMs: 7_200_000 }, "2H", "Task timeout"],
    [{ details: ["Do: this"] }, '"Do: this"', "Detail"],
  ])("give %j", (wanted, value, ...labels) => {
    for (const label of labels) expect(under(TASK, label, value), label).toMatchObject(wanted);
  });

  it.each([
    ["retries", "Retries: many", "Retries: -1"],
    ["timeout", "Task timeout: 90", "Task timeout: 0 s"],
    ["critical", "Critical: perhaps"],
    ["onFailure", "On failure: explode"],
    ["verify", "Verify: it works"],
    ["agent", "Agent: a name of many words"],
  ])("are errors where their value cannot be read: %s", (label, ...lines) => {
    for (const line of lines) expect(errorsOf(`${TASK}\n- ${line}`)).toEqual([`unread step_1.${label}`]);
  });
});

describe("labels of a human gate", () => {
  it.each<Labeled>([
    [{ prompt: "Is it good?" }, "Is it good?", "Prompt"],
    [{ form: { type: "object" } }, '{"type": "object"}', "Form"],
    [{ assignees: ["ann", "bob"] }, "ann, `bob`", "Assignees"],
    [{ assignees: ["ann, the first"] }, '["ann, the first"]', "Assignees"],
    [{ quorum: 2 }, "2", "Quorum"],
    [{ timeoutSeconds: 60 }, "60", "Approval timeout", "Approval timeout seconds"],
    [{ timeoutSeconds: 60 }, "60 seconds", "Approval timeout"],
    [{ timeoutSeconds: 60 }, "60s", "Approval timeout"],
    [{ onTimeout: "approve" }, "approve", "On timeout"],
    [{ escalateTo: ["role:lead"] }, "role:lead", "Escalate to"],
    [{ fourEyes: true }, "yes", "Four eyes"],
    [{ requiresReason: true }, "yes", "Requires reason"],
  ])("give %j", (wanted, value, ...labels) => {
    for (const label of labels) {
      expect(under("Step 1: Human Review - Go?", label, value), label).toMatchObject({
        type: "human_review",
        gate: wanted,
      });
    }
  });

  it("are none elsewhere", () => {
    expect(readValid(`${GATE.replace("\n- Type: human_review", "")}\n- Quorum: 2`).tasks).toHaveLength(1);
    for (const line of ["Consensus: majority", "Max turns: 3"])
      expect(errorsOf(`${TASK}\n- ${line}`)).toEqual(["unread step_1.details[0]"]);
  });

  it("are those of a gate before the step elsewhere", () => {
    for (const [line, gate] of [
      ["Quorum: 2", { quorum: 2 }],
      ["Four eyes: yes", { fourEyes: true }],
      ["Needs approval: ann", { assignees: ["ann"] }],
      ["Approvers: ann, bob", { assignees: ["ann", "bob"] }],
    ] as const)
      expect(readValid(`${TASK}\n- ${line}`).tasks, line).toMatchObject([
        { type: "human_review", gate },
        { id: "step_1", dependsOn: ["approve_step_1"] },
      ]);
  });
});

describe("labels of a planning review", () => {
  const outcome = { decision: "ABORT", when: "it fails" };
  it.each<Labeled>([
    [{ focus: "Is it well?" }, "Is it well?", "Review focus", "Focus"],
    [{ previousTasks: ["step_5"] }, "Step 5", "Previous steps", "Previous step", "Previous tasks"],
    [{ decisionPoints: ["A?", "B?"] }, "A? B?", "Decision points", "Decision point"],
    [{ decisionPoints: ["A? B?", "C?"] }, '["A? B?", "C?"]', "Decision points"],
    [{ potentialOutcomes: [outcome] }, "ABORT - it fails", "Potential outcomes", "Possible outcomes"],
    [{ potentialOutcomes: [outcome] }, JSON.stringify([outcome]), "Potential outcomes"],
    [{ requiresHumanApproval: true }, "yes", "Requires human approval"],
    [{ approvalTimeoutSeconds: 9 }, "9", "Approval timeout", "Approval timeout seconds"],
    [{ onTimeout: "abort" }, "abort", "On timeout"],
    [{ condition: { previousFailed: true } }, "previous step failed", "Condition"],
    [{ condition: { previousFailed: true } }, '{"previous_failed": true}', "Condition"],
    [{ reviewers: ["ann", "bob"] }, "ann, bob", "Reviewers", "Review agents"],
    [{ consensus: "majority" }, "majority", "Consensus"],
    [{ template: "cost" }, "cost", "Review template"],
  ])("give %j", (wanted, value, ...labels) => {
    for (const label of labels) {
      expect(under(REVIEW, label, value), label).toMatchObject({ type: "planning_review", review: wanted });
    }
  });
});

describe("labels of an agent", () => {
  const policy = { denied: ["pay"], allowed: ["look"] };
  it.each<Labeled>([
    [{ prompt: "Be brief." }, "Be brief.", "Prompt"],
    [{ tools: ["look", "pay"] }, "look, `pay`", "Tools", "Tool"],
    [{ tools: ["look"] }, '["look"]', "Tools"],
    [{ model: "p:large" }, "p:large", "Model"],
    [{ maxTurns: 3 }, "3", "Max turns"],
    [{ hopBudget: 0 }, "0", "Hop budget"],
    [{ deadlineMs: 30_000 }, "30 s", "Deadline"],
    [{ tokenBudget: 700 }, "700", "Token budget"],
    [{ costBudgetUsd: 0.5 }, "$0.50", "Cost budget"],
    [{ maxParallel: 2 }, "2", "Max parallel"],
    [{ hints: { ordering: ["a", "b"] } }, '{"ordering": ["a", "b"]}', "Hints", "Planning hints"],
    [{ policy }, JSON.stringify(policy), "Policy", "Tool policy"],
    [{ reflection: { enabled: true } }, "on", "Reflection"],
  ])("give %j", (wanted, value, ...labels) => {
    for (const label of labels) {
      const { plan, warnings } = readValid(
        `PLAN: P\nAgent "ops":\n- ${label}: ${value}\nStep 1: A\n- Agent: ops`,
      );
      expect([plan.agents.ops, warnings], label).toEqual([expect.objectContaining(wantedOf(wanted)), []]);
    }
  });
  const wantedOf = (wanted: JsonObject): Record<string, Json | object> =>
    Object.fromEntries(
      Object.entries(wanted).map(([key, value]) => [
        key,
        typeof value === "object" && !Array.isArray(value) && value !== null
          ? expect.objectContaining(value)
          : value,
      ]),
    );
});

describe("labelNamed and labelTitle", () => {
  it("know a name only where it stands for something", () => {
    expect([labelNamed("prompt", "", "human_review"), labelNamed("prompt", "", "task")]).toEqual([
      "prompt",
      "input",
    ]);
    expect([
      labelNamed("on timeout", "", "human_review"),
      labelNamed("on timeout", "", "planning_review"),
    ]).toEqual([...["gateOnTimeout", "onTimeout"]]);
    expect([labelNamed("tools", "", "agent"), labelNamed("agent", "", "agent")]).toEqual([
      "tools",
      undefined,
    ]);
    expect(labelNamed("focus", "", "synthesis_gate")).toBeUndefined();
  });

  it("write a label by its first name", () => {
    expect([
      labelTitle("dependsOn"),
      labelTitle("inputJson"),
      labelTitle("hints"),
      labelTitle("previous"),
    ]).toEqual([...["Depends on", "Task input JSON", "Hints", "Previous steps"]]);
  });
});

describe("a label that nobody knows", () => {
  it.each([
    "Confirmation: by Mrs. Aydin, in writing",
    "Guardrail: the trader on duty acknowledges it",
    "Oversight: one of us looks on",
  ])("is a guard where its name or what it says with its value is one: %s", (line) => {
    expect(errorsOf(`PLAN: P\nStep 1: Buy\n- ${line}`)).toHaveLength(1);
  });

  it("is a guard above the steps as well, and no part of the objective", () => {
    expect(errorsOf("PLAN: P\nHuman oversight: required\nStep 1: Deploy it")).toEqual([
      "unread objective[0]",
    ]);
    const { plan } = readValid("PLAN: P\nWhy: the old one breaks\nStep 1: Deploy it");
    expect(plan.objective).toContain("the old one breaks");
    const written = writePlanText({ ...plan, objective: "Oversight: of all shops" });
    expect(readPlan(written).plan?.objective).toBe("Oversight: of all shops");
  });
});
