import { expect, test } from "vitest";
import { planner } from "@/lib/agents/planner";
import { replanner } from "@/lib/agents/replanner";
import type { RolePrompt } from "@/lib/agents/role";
import { describeQuestion } from "@/lib/core/describe/gates/questions";
import { type Answerer, localOperator } from "@/lib/core/people";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import type { ApprovalState } from "@/lib/core/run/state";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedModel, type Script } from "@/lib/testing/models/scripted-model";
import { writingTails } from "@/lib/testing/models/short-question";

const anna: Answerer = {
  id: "key:1",
  name: "Anna",
  names: ["Anna"],
  roles: ["ops"],
  capabilities: ["view", "review"],
};
const told = { names: ["Local operator", "Anna", "role:ops"], count: 2 };

const gated = (gate: object, more: object = {}) =>
  JSON.stringify({
    title: "Plan",
    tasks: [{ id: "ok", type: "human_review", title: "May it?", gate, ...more }],
  });
const TWO = gated({ assignees: ["Anna", "Ben"], quorum: 2 });

async function play(people: readonly Answerer[], roles: Record<string, Script>) {
  const engine = createMemoryEngine({
    people,
    model: createScriptedModel(
      writingTails((request, context) => roles[request.role ?? ""]?.(request, context) ?? "Done."),
    ),
  });
  await engine.create("Sell it");
  await (await engine.lease()).ended;
  return engine.store.state(RUN_ID);
}

test("a planner's gate that nobody here can pass goes back once, with those who can", async () => {
  const asked: string[] = [];
  const planner: Script = ({ prompt }) => {
    asked.push(prompt);
    return asked.length === 1 ? TWO : gated({ assignees: ["Anna", "Ben"] });
  };
  const state = await play([localOperator], { planner });
  expect(readBlock(asked[1] ?? "", "problem")).toContain(
    '"May it?" takes 2 approvals of Anna, or Ben, and only Local operator can give one here. Keep it',
  );
  expect(state.tasks.ok?.spec.gate).toMatchObject({ assignees: ["Anna", "Ben"], quorum: 1 });
  expect(asked.map((prompt) => prompt.includes("<people"))).toEqual([false, false]);
});

test("one that stays is put before people, who choose who answers without another call; nobody approves it as it is", async () => {
  let calls = 0;
  const engine = createMemoryEngine({
    people: [localOperator],
    model: createScriptedModel(({ role }) => {
      calls += role === "planner" ? 1 : 0;
      return role === "planner" ? TWO : "Done.";
    }),
  });
  await engine.create("Sell it");
  await (await engine.lease()).ended;
  const state = engine.store.state(RUN_ID);
  const [gate] = Object.values(state.approvals);
  expect(gate).toMatchObject({
    kind: "plan_approval",
    status: "open",
    verbs: ["request_changes", "reject"],
    question: { about: "plan", unpassable: [{ code: "gate_unpassable", taskId: "ok" }] },
  });
  expect(describeQuestion(gate as ApprovalState)).toMatch(
    /^Who shall answer the gates of this plan\? “Plan” \(1 tasks\)\n- "May it\?" takes 2 approvals.*\nEdit the plan to choose\.$/s,
  );
  expect([calls, state.phase, state.finished]).toEqual([2, "planning", undefined]);
});

test("a plan with another error beside it is refused", async () => {
  const state = await play([localOperator], {
    planner: () => gated({ assignees: ["Anna", "Ben"], quorum: 2 }, { dependsOn: ["nobody"] }),
  });
  expect(state.finished).toMatchObject({ reason: "plan_rejected", because: [{ code: "plan_refused" }] });
  expect(state.planVersion).toBe(0);
});

test("a tail with one leads to the question about the failed replan", async () => {
  const asked: string[] = [];
  const state = await play([localOperator, anna], {
    planner: () =>
      JSON.stringify({
        title: "Plan",
        tasks: [{ id: "a", input: "go", onFailure: "replan", maxRetries: 0 }],
      }),
    agent: () => {
      throw new Error("It broke.");
    },
    replanner: ({ prompt }) => {
      asked.push(prompt);
      return gated({ assignees: ["role:ops"], quorum: 3 });
    },
  });
  expect(asked.map((prompt) => readJsonBlock(prompt, "people"))).toEqual([told, told]);
  expect(Object.values(state.approvals)).toMatchObject([{ kind: "replan_failed", status: "open" }]);
  expect(state.planVersion).toBe(1);
});

test("a planner is told who can answer where these are more than the local person", async () => {
  const asked: string[] = [];
  const planner: Script = ({ prompt }) => {
    asked.push(prompt);
    return gated({ assignees: ["Anna", "Ben"], quorum: 2 });
  };
  const state = await play([localOperator, anna, { ...anna, id: "key:2", capabilities: ["view"] }], {
    planner,
  });
  expect(asked).toHaveLength(1);
  expect(readJsonBlock(asked[0] ?? "", "people")).toEqual(told);
  expect(state.tasks.ok?.status).toBe("waiting");
});

test("prompts say it in little, and nothing where nobody else is", () => {
  const base = { mission: "Sell it", date: "2026-09-23", tools: [] };
  const trigger = { kind: "task_failed" as const, taskId: "a", reason: "a failed" };
  const tail = { ...base, version: 1, completed: [], effectsDone: [], history: [], trigger, remaining: [] };
  const length = ({ system, messages }: RolePrompt) => JSON.stringify([system, messages]).length;
  const most = 0.05 * length(planner.buildPrompt(base));
  for (const [plain, full] of [
    [planner.buildPrompt(base), planner.buildPrompt({ ...base, people: told })],
    [replanner.buildPrompt(tail), replanner.buildPrompt({ ...tail, people: told })],
  ] as const) {
    expect(JSON.stringify(plain)).not.toMatch(/people\\?" can answer/);
    expect(length(full) - length(plain)).toBeGreaterThan(0);
    expect(length(full) - length(plain)).toBeLessThan(most);
  }
});
