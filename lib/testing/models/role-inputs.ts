import { agent } from "@/lib/agents/agent";
import { answer } from "@/lib/agents/answer";
import { critic } from "@/lib/agents/critic";
import { critique } from "@/lib/agents/critique";
import { detailer } from "@/lib/agents/detailer";
import { explain } from "@/lib/agents/explain";
import { deployTool } from "@/lib/agents/fixtures";
import { givenBlocks } from "@/lib/agents/given";
import { planner } from "@/lib/agents/planner";
import { qualityGate } from "@/lib/agents/quality-gate";
import { reasoner } from "@/lib/agents/reasoner";
import { refiner } from "@/lib/agents/refiner";
import { replanner } from "@/lib/agents/replanner";
import { editsReplanner } from "@/lib/agents/replanner/edits";
import { retrospective } from "@/lib/agents/retrospective";
import { reviewer } from "@/lib/agents/reviewer";
import { revision } from "@/lib/agents/revision";
import type { Role, RolePrompt } from "@/lib/agents/role";
import { selfCritic } from "@/lib/agents/self-critic";
import { summarizer } from "@/lib/agents/summarizer";
import { synthesis } from "@/lib/agents/synthesis";
import { trajectorySummarizer } from "@/lib/agents/trajectory-summarizer";
import { verification } from "@/lib/agents/verification";
import type { RoundComment } from "@/lib/core/comments/schema";
import { planningHints } from "@/lib/core/plan/hints";
import { plan, reviewSpec } from "@/lib/core/plan/schema";
import type { RoleName } from "@/lib/core/prompt-blocks";

/** Inputs of all roles with every field filled in: the compiler names here a field that is added to one. */

type Input<R> = R extends Role<infer I, infer _> ? I : never;

/** Stands for whatever others may write; all other texts are words of ours. */
export const text = "text";
const task = { id: text, title: text, details: [text], input: text };
const file = { name: text, kind: "csv" as const, bytes: 1, table: text, begins: text };
const result = { id: text, title: text, value: { deep: [text] }, reason: text };
const ended = { id: text, title: text, status: text, value: text };
const todo = { id: text, title: text, type: "planning_review" as const };
const tool = { ...deployTool, name: text, description: text, inputSchema: { title: text }, tags: [text] };
const problem = {
  answer: text,
  issues: [{ severity: "error", code: "unknown_tool", message: text, path: text }],
};
const feedback = { attempt: 2, of: 3, previousOutput: text, diagnosis: text };
const error = { taskId: text, status: text, diagnosis: text, output: text };
const evidence = { taskId: text, layer: text, outcome: text, about: text };
const step = {
  step: 1,
  said: [text],
  thought: text,
  refused: text,
  calls: [{ tool: text, args: { a: text }, gave: text, failed: text }],
};
const judged = { score: 0.5, feedback: text, issues: [text], suggestions: [text], questions: [text] };
const whole = plan.parse({
  title: text,
  objective: text,
  agents: { worker: { prompt: text, tools: [text], model: text } },
  tasks: [{ id: "a", title: text, input: text, details: [text], verification: text }],
});
const finding = {
  key: text,
  code: "orphan_task" as const,
  severity: "info" as const,
  message: text,
  recommendation: text,
  edge: { from: text, to: text },
};
const given = {
  attachments: [file],
  upstream: text,
  effectsDone: [text],
  peopleSaid: [text],
  sentBack: text,
  feedback,
};
const work = { task, brief: text, given: givenBlocks(given), trajectory: [step] };
const outcome = {
  attachments: [file],
  results: [ended],
  errors: [error],
  evidence: [evidence],
  effectsDone: [text],
  peopleSaid: [text],
  mistakes: [text],
  note: text,
};

const mission = {
  runId: text,
  mission: text,
  finishReason: "no_path" as const,
  replans: 1,
  iterations: 0,
  costMicroUsd: null,
  demo: true,
};
const way = {
  objective: text,
  plan: [{ id: text, title: text, agent: text, input: text, dependsOn: [text], status: text }],
  agents: { [text]: { prompt: text, tools: [text] } },
  expected: [{ taskId: text, expected: text, reasoning: text, alternatives: [text] }],
  history: [text],
};
const obligation = { control: text, needs: text, holdsBack: [text] };
const commented = { lineage: text, id: text, title: text };
const ownReview = { name: text, useWhen: text, review: reviewSpec.parse({ focus: text }) };
const comment: RoundComment = {
  id: text,
  text,
  replies: [text],
  label: "clarify",
  anchor: { kind: "field", task: commented, field: text, version: 1, digest: text, excerpt: text },
};

const trigger = { kind: "verification", taskId: text, reason: text, output: text, diagnosis: text };
const trial = { attempt: 1, task: text, input: text, approach: text, output: text, diagnosis: text };

type Build = (input: never) => RolePrompt;
export const ROLES: Record<RoleName, [Build, object]> = {
  planner: [
    planner.buildPrompt,
    {
      mission: text,
      date: text,
      constraints: text,
      attachments: [file],
      tools: [tool],
      agentModels: [text],
      planStyle: "full",
      reviews: [ownReview],
      people: { names: [text], count: 2 },
      missions: [mission],
      lessons: [text],
      examples: [{ mission: text, plan: { title: text }, note: text }],
      changes: { draft: whole, words: text, comments: [comment] },
      iteration: {
        number: 1,
        reason: text,
        effectsDone: [text],
        history: [text],
        completed: [{ id: text, title: text, preview: text }],
      },
      problem,
    } satisfies Required<Record<keyof Input<typeof planner>, unknown>>,
  ],
  critic: [
    critic.buildPrompt,
    {
      mission: text,
      plan: whole,
      tools: [tool],
      findings: [finding],
      ended: [{ id: text, status: text }],
      date: text,
      constraints: text,
      attachments: [file],
      effectsDone: [text],
      peopleSaid: [text],
    } satisfies Required<Input<typeof critic>>,
  ],
  detailer: [
    detailer.buildPrompt,
    {
      mission: text,
      constraints: text,
      plan: whole,
      upstream: text,
      tools: [tool],
      task: { id: text, title: text, agent: text, input: text },
    } satisfies Required<Input<typeof detailer>>,
  ],
  quality_gate: [
    qualityGate.buildPrompt,
    { mission: text, task, given } satisfies Required<Input<typeof qualityGate>>,
  ],
  verification: [
    verification.buildPrompt,
    { mission: text, ...work, result: { deep: text }, criteria: text } satisfies Required<
      Input<typeof verification>
    >,
  ],
  agent: [
    agent.buildPrompt,
    {
      mission: text,
      task,
      agent: { name: text, prompt: text },
      upstream: text,
      feedback,
      attachments: [file],
      effectsDone: [text],
      peopleSaid: [text],
      sentBack: text,
      hints: planningHints.parse({ ordering: [text], parallelGroups: [[text]], preferred: [text] }),
      examples: [{ query: text, steps: [{ observation: [text] }], outcome: text, note: text }],
      calls: "json",
    } satisfies Required<Record<keyof Input<typeof agent>, unknown>>,
  ],
  synthesis: [
    synthesis.buildPrompt,
    { mission: text, task, results: [result], feedback } satisfies Required<Input<typeof synthesis>>,
  ],
  reviewer: [
    reviewer.buildPrompt,
    {
      mission: text,
      constraints: text,
      brief: text,
      checkpoint: { id: text, title: text, dependsOn: [text], waiting: [text] },
      moreRemaining: text,
      planTitle: text,
      objective: text,
      others: [{ ...todo, status: text, result: text }],
      effectsDone: [text],
      peopleSaid: [text],
      obligations: [obligation],
      review: reviewSpec.parse({
        focus: text,
        decisionPoints: [text],
        previousTasks: [text],
        potentialOutcomes: [{ decision: "REPLAN", when: text }],
      }),
      tasks: [
        {
          ...todo,
          status: text,
          result: text,
          cut: text,
          diagnosis: text,
          expected: text,
          checks: [text],
          calls: [text],
        },
      ],
      attachments: [file],
      remaining: [todo],
      lessons: [text],
      costMicroUsd: 1,
      problem: text,
      previousAnswer: text,
    } satisfies Required<Input<typeof reviewer>>,
  ],
  replanner: [
    replanner.buildPrompt,
    {
      mission: text,
      constraints: text,
      attachments: [file],
      trigger,
      planStyle: "short",
      completed: [{ id: text, title: text, preview: text }],
      effectsDone: [text],
      peopleSaid: [text],
      date: text,
      remaining: [todo],
      objective: text,
      comments: [comment],
      agents: { [text]: { prompt: text } },
      suggestion: whole,
      obligations: [obligation],
      errors: [{ ...todo, ...error, status: text, dependsOn: [text], input: text }],
      history: [text],
      lessons: [text],
      trials: [trial],
      costMicroUsd: 1,
      budget: [{ counter: text, used: 1, limit: 2, left: 1 }],
      tools: [tool],
      reviews: [ownReview],
      people: { names: [text], count: 2 },
      version: 1,
      problem,
    } satisfies Required<Record<keyof Input<typeof replanner>, unknown>>,
  ],
  summarizer: [
    summarizer.buildPrompt,
    { mission: text, ...outcome, previousAnswer: text, history: [text] } satisfies Required<
      Input<typeof summarizer>
    >,
  ],
  critique: [
    critique.buildPrompt,
    {
      mission: text,
      answer: { deep: text },
      about: work,
      previous: { answer: { deep: text }, critique: judged },
      criteria: { completeness: text, accuracy: text, clarity: text },
    } satisfies Required<Record<keyof Input<typeof critique>, unknown>>,
  ],
  revision: [
    revision.buildPrompt,
    { mission: text, ...outcome, previousAnswer: text, critique: judged } satisfies Required<
      Record<keyof Input<typeof revision>, unknown>
    >,
  ],
  trajectory_summarizer: [
    trajectorySummarizer.buildPrompt,
    {
      mission: text,
      task,
      steps: [step],
      earlier: {
        goals: [text],
        facts: { [text]: text },
        pending: [text],
        lastOutputDigest: text,
        note: text,
      },
    } satisfies Required<Input<typeof trajectorySummarizer>>,
  ],
  reasoner: [
    reasoner.buildPrompt,
    {
      mission: text,
      constraints: text,
      upstream: text,
      tools: [text],
      task: { ...task, agent: text },
      place: { number: 1, of: 2, buildsOn: [text] },
    } satisfies Required<Input<typeof reasoner>>,
  ],
  explain: [
    explain.buildPrompt,
    {
      mission: text,
      plan: whole,
      version: 1,
      history: [text],
      result: { deep: text },
      question: text,
      tasks: [{ id: text, status: text, why: text }],
      place: { anchor: comment.anchor, isGone: true },
      thread: [{ by: text, text }],
    } satisfies Required<Input<typeof explain>>,
  ],
  refiner: [
    refiner.buildPrompt,
    {
      mission: text,
      date: text,
      constraints: text,
      peopleSaid: [text],
      results: [{ id: text, title: text, status: text, value: { deep: text }, reason: text }],
      completed: [{ id: text, title: text, preview: text }],
      remaining: [{ id: text, title: text, input: text, details: [text], fixed: true }],
      agents: { [text]: { prompt: text, tools: [text] } },
      obligations: [{ control: text, needs: text, holdsBack: [text] }],
    } satisfies Required<Record<keyof Input<typeof refiner>, unknown>>,
  ],
  self_critic: [
    selfCritic.buildPrompt,
    { mission: text, ...outcome, ...way } satisfies Required<Record<keyof Input<typeof selfCritic>, unknown>>,
  ],
  retrospective: [
    retrospective.buildPrompt,
    { mission: text, ended: text, answer: { deep: text }, ...outcome, ...way } satisfies Required<
      Record<keyof Input<typeof retrospective>, unknown>
    >,
  ],
  answer: [
    answer.buildPrompt,
    {
      mission: text,
      ...outcome,
      previousAnswer: text,
      results: [{ id: text, title: text, status: text, preview: text }],
    } satisfies Required<Record<keyof Input<typeof answer>, unknown>>,
  ],
};

/** The first question to the replanner. */
export const SHORT: [Build, object] = [
  editsReplanner.buildPrompt,
  {
    mission: text,
    constraints: text,
    trigger,
    peopleSaid: [text],
    comments: [comment],
    tasks: [{ id: text, title: text, input: text, status: text }],
    agents: { [text]: { prompt: text } },
    others: [text],
    effectsDone: [text],
    tools: [tool],
    obligations: [obligation],
    trials: [trial],
  } satisfies Required<Record<keyof Input<typeof editsReplanner>, unknown>>,
];
