import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { AgentInput } from "@/lib/agents/agent";
import type { ReviewedTask, ReviewerInput } from "@/lib/agents/reviewer";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import { actingTool, openPeopleRun, type PeopleRun } from "@/lib/testing/engine/people-run";
import { testTool } from "@/lib/testing/engine/scripted-run";

/** Each part of what a reviewer, or an agent, before an act is given: people were shown it when they let that act, or it stays out. */

type Row =
  /** It stands at the gate, under its digest. */
  | "shown"
  /** It is nobody's words: a count, a place in the plan. */
  | "counted"
  /** Its own words, or what came of them. */
  | "own"
  | "left out"
  /** Left out of work that had ended when people were asked; what they let happen since is read. */
  | "since";

const OF_REVIEWER = {
  mission: "shown",
  constraints: "shown",
  attachments: "shown",
  brief: "shown",
  review: "shown",
  checkpoint: "shown",
  tasks: "shown",
  others: "shown",
  remaining: "shown",
  obligations: "shown",
  peopleSaid: "shown",
  moreRemaining: "counted",
  problem: "own",
  previousAnswer: "own",
  planTitle: "left out",
  objective: "left out",
  lessons: "left out",
  costMicroUsd: "left out",
  effectsDone: "since",
} satisfies Record<keyof ReviewerInput, Row>;

const OF_REVIEWED = {
  id: "shown",
  title: "shown",
  type: "shown",
  status: "shown",
  result: "shown",
  diagnosis: "shown",
  cut: "counted",
  calls: "since",
  checks: "since",
  expected: "since",
} satisfies Record<keyof ReviewedTask, Row>;

const OF_AGENT = {
  mission: "shown",
  attachments: "shown",
  task: "shown",
  agent: "shown",
  hints: "shown",
  upstream: "shown",
  peopleSaid: "shown",
  calls: "counted",
  examples: "left out",
  effectsDone: "since",
  feedback: "since",
  sentBack: "since",
} satisfies Record<keyof AgentInput, Row>;

const { tool } = actingTool();
const note = testTool("note", {
  sideEffects: "external",
  repeatable: true,
  inputSchema: { type: "object", additionalProperties: true },
  run: () => "note-gave",
});
const agents = {
  noter: { prompt: "Note.", tools: ["note"] },
  writer: { prompt: "Write.", tools: ["note"] },
};
const NOTED = {
  id: "noted",
  title: "Noted",
  agent: "noter",
  input: "Note it",
  outputSchema: { type: "string" },
};
const REFUSED = {
  id: "refused",
  title: "Refused",
  agent: "writer",
  input: "Say no",
  maxRetries: 0,
  critical: false,
  onFailure: "skip",
  outputSchema: { enum: ["yes"] },
};
const GATE = { id: "g", title: "Go?", type: "human_review", dependsOn: ["noted", "refused"], input: "Fine?" };
const WRITE = { id: "write", title: "Write", agent: "writer", input: "Write it", dependsOn: ["g"] };
const REVIEW = {
  id: "r",
  title: "Look back",
  type: "planning_review",
  dependsOn: ["write"],
  review: { previousTasks: ["noted", "refused", "write"] },
};
const SEND = {
  id: "send",
  title: "Send",
  type: "direct",
  dependsOn: ["r"],
  input: '(tool/deploy {:to "all"})',
};
const plan = {
  title: "P-title",
  objective: "P-objective",
  agents,
  tasks: [NOTED, REFUSED, GATE, WRITE, REVIEW, SEND],
};

let world: PeopleRun;
const read: { role: string | undefined; prompt: string }[] = [];
beforeAll(async () => {
  world = await openPeopleRun([tool, note], ({ role, prompt, messages }) => {
    read.push({ role, prompt });
    if (role === "reviewer")
      return '{"decision": "CONTINUE", "reasoning": "Well.", "conditions": [], "answers": []}';
    if (role === "reasoner")
      return '{"reasoning": "r", "expectedOutcome": "expected-word", "confidence": 0.7, "alternatives": []}';
    const { id = "" } = (readJsonBlock(prompt, "task") ?? {}) as { id?: string };
    if (id === "refused") return '"refused-draft"';
    if (messages.length === 1)
      return { calls: [{ tool: "note", callId: id, args: { of: `${id}-argument` } }] };
    return `${id}-result`;
  });
});
afterAll(() => world.close());
beforeEach(() => {
  read.length = 0;
});

const promptsOf = (role: string, taskId?: string) =>
  read
    .filter((one) => one.role === role)
    .map(({ prompt }) => prompt)
    .filter((prompt) => taskId === undefined || prompt.includes(`"id":"${taskId}"`));

it("a reviewer before an act reads how work was done only where people let it be done, and of other work what they were shown", async () => {
  const runId = await world.create({ plan, settings: { reasoning: true } });
  const asked = await world.untilGate(runId, { taskId: "g" });
  const shown = await world.shownAt(asked);
  await world.answer(asked, "approve");
  await world.waitFor(runId, ({ tasks }) => tasks.send?.status === "succeeded");
  const [prompt = ""] = promptsOf("reviewer");
  const tasks = readJsonBlock(prompt, "tasks") as { id: string; result: string; diagnosis?: string }[];
  const [noted, refused, write] = tasks;
  // What stands there of work that had ended stands at the gate.
  expect(Object.keys(noted ?? {}).sort()).toEqual(["id", "result", "status", "title", "type"].sort());
  expect(refused).toMatchObject({ id: "refused", result: "" });
  for (const text of [noted?.result, refused?.diagnosis])
    expect(shown).toContain(JSON.stringify(text).slice(1, -1));
  expect(write).toMatchObject({
    expected: "expected-word (70 % sure)",
    calls: ['note {"of":"write-argument"} -> note-gave'],
  });
  expect(readBlock(prompt, "effects_done")).toBe(
    'note {‹not shown›} (task noted)\nnote {"of":"write-argument"} (task write)',
  );
  for (const hidden of ["noted-argument", "refused-draft", "P-title", "P-objective"])
    expect(prompt).not.toContain(hidden);
  expect(readBlock(prompt, "cost")).toBe("unknown");
  const since = [OF_REVIEWED, OF_REVIEWER, OF_AGENT].flatMap((rows) => Object.entries(rows));
  expect(since.filter(([, row]) => row === "since").map(([name]) => name)).toEqual([
    "calls",
    "checks",
    "expected",
    "effectsDone",
    "effectsDone",
    "feedback",
    "sentBack",
  ]);
});
