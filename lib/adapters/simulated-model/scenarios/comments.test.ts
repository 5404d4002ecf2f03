import { describe, expect, it } from "vitest";
import { planner } from "@/lib/agents/planner";
import { replanner } from "@/lib/agents/replanner";
import type { RolePrompt } from "@/lib/agents/role";
import { type AnchorTarget, anchorOn, type Place } from "@/lib/core/comments/anchor";
import { checkDispositions } from "@/lib/core/comments/dispositions";
import { isEmptyClaim } from "@/lib/core/comments/outcome";
import type { Anchor, RoundComment } from "@/lib/core/comments/schema";
import type { CommentLabel } from "@/lib/core/comments/words";
import type { Plan } from "@/lib/core/plan/schema";
import { placeOf } from "@/lib/testing/plans/place-of";
import { play } from "../play";
import { readTurn } from "../read-turn";

const before = placeOf([
  { id: "train", title: "Train", input: "Train it" },
  { id: "deploy", title: "Deploy", input: "Deploy it", dependsOn: ["train"] },
  { id: "ramp", title: "Ramp up", input: "20 % of traffic", dependsOn: ["deploy"] },
  { id: "tell", title: "Tell the team", input: "Write to them", dependsOn: ["ramp"] },
]);

const comment = (target: AnchorTarget, text: string, label?: CommentLabel): RoundComment => {
  const anchor = anchorOn(before, target) as Anchor;
  return { id: `cmt_${text}`, anchor, text, ...(label && { label }) };
};

const comments = [
  comment({ kind: "field", taskId: "ramp", field: "input" }, "Start at 5 %."),
  comment({ kind: "task", taskId: "tell" }, "Not ours", "out_of_scope"),
  comment({ kind: "task", taskId: "train" }, "Rule out leakage", "needs_check"),
  comment({ kind: "field", taskId: "deploy", field: "maxRetries" }, "Twice is enough."),
  comment({ kind: "task", taskId: "deploy" }, "Who decides?"),
  comment({ kind: "task", taskId: "deploy" }, "As agreed", "good"),
  comment({ kind: "field", taskId: "train", field: "input" }, "On clean data", "needs_check"),
  comment({ kind: "plan" }, "Also write a summary"),
];
const HONEST = [
  ...["addressed", "addressed", "addressed", "declined", "declined", "answered"],
  ...["answered", "addressed"],
];

function answerTo({ system, messages }: RolePrompt): string {
  const [message] = messages;
  const text = message?.role === "user" ? message.text : "";
  const prompt = [
    { role: "system" as const, content: system },
    { role: "user" as const, content: [{ type: "text" as const, text }] },
  ];
  return play(readTurn({ prompt })).text;
}

function checked(plan: Plan, dispositions: Parameters<typeof checkDispositions>[1] = []) {
  const { lineages } = before;
  const after: Place = { plan, version: 2, lineages };
  const said = checkDispositions(comments, dispositions, { inForce: before, proposals: new Map() }, after);
  expect(said.map(({ outcome }) => outcome)).toEqual(HONEST);
  for (const one of said) expect(isEmptyClaim(one), one.comment).toBe(false);
}

describe("the simulated model", () => {
  it("changes a draft as comments ask, and claims no more than it did", () => {
    const changes = { draft: before.plan, words: "", comments };
    const read = planner.parse(answerTo(planner.buildPrompt({ mission: "Ship it", tools: [], changes })));
    if (!read.ok) throw new Error(read.problem);
    expect(read.value.warnings).toEqual([]);
    checked(read.value.plan, read.value.dispositions);
    expect(read.value.plan.tasks.find(({ id }) => id === "ramp")?.input).toBe(
      "20 % of traffic\nStart at 5 %.",
    );
  });

  it("does the same to what is left of a plan that runs", () => {
    const remaining = before.plan.tasks.map(({ id, type, title, input, dependsOn }) => {
      return { id, type, title, input, dependsOn };
    });
    const facts = { mission: "Ship it", tools: [], version: 1, completed: [], effectsDone: [], history: [] };
    const trigger = { kind: "person" as const, reason: "revision round 1: 8 comments" };
    const prompt = replanner.buildPrompt({ ...facts, trigger, remaining, comments });
    const read = replanner.parse(answerTo(prompt));
    if (!read.ok || read.value.kind !== "plan") throw new Error("No plan");
    checked(read.value.plan, read.value.dispositions);
    expect(read.value.plan.tasks.map(({ title }) => title)).not.toContain("Tell the team");
  });

  it("never leaves an input with the result of a task that is left out, or that ended without one", () => {
    const remaining = [
      { id: "deploy", title: "Deploy", input: "Deploy {{results.train}}", dependsOn: ["train"] },
      { id: "tell", title: "Tell", input: 'Say "{{results.deploy.url}}"', dependsOn: ["deploy"] },
    ].map((task) => ({ ...task, type: "task" }));
    const facts = { mission: "Ship it", tools: [], version: 1, completed: [], effectsDone: [], history: [] };
    const left = comment({ kind: "task", taskId: "deploy" }, "Not ours", "out_of_scope");
    for (const kind of ["person", "task_failed"] as const) {
      const trigger = { kind, taskId: "train", reason: "It failed." };
      const prompt = replanner.buildPrompt({ ...facts, trigger, remaining, comments: [left] });
      const read = replanner.parse(answerTo(prompt));
      if (!read.ok || read.value.kind !== "plan") throw new Error("No plan");
      const { plan, dispositions } = read.value;
      expect(plan.tasks.map(({ title, input }) => [title, input])).toEqual([
        ["Resolve what stopped the plan", expect.stringContaining("It failed.")],
        ["Tell", 'Say "“Deploy”"'],
      ]);
      expect(plan.tasks[1]?.dependsOn).toEqual(["resolve"]);
      expect(dispositions).toMatchObject([{ disposition: "addressed" }]);
    }
  });
});
