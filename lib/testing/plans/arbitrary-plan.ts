import fc from "fast-check";
import { EXAMPLE_OUTCOMES } from "@/lib/core/examples/words";
import type { Json, JsonObject } from "@/lib/core/json";
import {
  type Agent,
  agent as agentSchema,
  CONSENSUS,
  DECISIONS,
  FAILURE_POLICIES,
  GATE_TIMEOUTS,
  gateSpec,
  type Plan,
  REVIEW_TIMEOUTS,
  reviewSpec,
  TASK_TYPES,
  type Task,
  task as taskSchema,
} from "@/lib/core/plan";
import { canonicalCondition } from "@/lib/core/plan/read/review";
import { listReviewTemplates } from "@/lib/core/plan/templates";
import { ARGUMENT_OPERATORS, POLICY_EFFECTS } from "@/lib/core/policy";

/** Any text that a store accepts: no NUL. */
export const anyText = fc
  .string({ unit: "grapheme", maxLength: 12 })
  .filter((text) => !text.includes("\u0000"));
const anyJson: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)) as Json)
  .filter((value) => !JSON.stringify(value).includes("__proto__"));

const name = fc.stringMatching(/^[a-z][a-z0-9_.-]{0,8}$/);

const names = fc.array(name, { maxLength: 2 });
const anyLimits = {
  hopBudget: fc.nat(50),
  deadlineMs: fc.integer({ min: 1, max: 1_000_000 }),
  tokenBudget: fc.integer({ min: 1, max: 1_000_000 }),
  costBudgetUsd: fc.double({ min: 0, max: 1_000, noNaN: true }).map(Math.abs),
  maxParallel: fc.integer({ min: 1, max: 10 }),
  hints: fc.record(
    {
      ordering: names,
      parallelGroups: fc.array(names, { maxLength: 2 }),
      sequentialOnly: names,
      disallowed: names,
      preferred: names,
      maxParallel: fc.integer({ min: 1, max: 10 }),
    },
    { requiredKeys: [] },
  ),
};

const anyExamples = fc.array(
  fc.record({
    query: anyText.map((text) => `q${text}`),
    steps: fc.constantFrom<JsonObject[]>(
      [{ next_node: null, args: { answer: "a" } }],
      [{ thought: "-", next_node: "b", args: {} }, { observation: [1] }, { next_node: null, args: {} }],
    ),
    outcome: fc.constantFrom(...EXAMPLE_OUTCOMES),
    note: fc.option(anyText),
  }),
  { maxLength: 2 },
);

const anyPolicy = fc.record(
  {
    denied: names,
    allowed: fc.option(names),
    requiredTags: names,
    rules: fc.array(
      fc.record({
        tool: name,
        path: anyText,
        value: anyJson,
        operator: fc.constantFrom(...ARGUMENT_OPERATORS),
        effect: fc.constantFrom(...POLICY_EFFECTS),
      }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: [] },
);

/** As readers write it: what was said, and whether it is on. */
const anyReflection = fc.record(
  {
    enabled: fc.boolean(),
    threshold: fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs),
    maxRevisions: fc.integer({ min: 1, max: 10 }),
    model: name,
  },
  { requiredKeys: ["enabled"] },
);

const anyAgent: fc.Arbitrary<Agent> = fc
  .record({ prompt: anyText, tools: fc.array(name, { maxLength: 3 }) })
  .chain((base) =>
    fc.record(
      {
        ...constants(base),
        model: name,
        reflection: anyReflection,
        maxTurns: fc.integer({ min: 1, max: 20 }),
        ...anyLimits,
        examples: anyExamples,
        policy: anyPolicy,
      },
      { requiredKeys: ["prompt", "tools"] },
    ),
  )
  .map((value) => agentSchema.parse(value));

/** A list of tasks without cycles, in which each depends on some before it. */
export function anyGraph(maxTasks: number): fc.Arbitrary<{ id: string; dependsOn: string[] }[]> {
  return fc
    .uniqueArray(fc.oneof(name, anyText), { minLength: 1, maxLength: maxTasks })
    .map((ids) => ids.filter((id) => id !== ""))
    .filter((ids) => ids.length > 0)
    .chain((ids) =>
      fc.tuple(
        ...ids.map((id, index) =>
          fc.record({ id: fc.constant(id), dependsOn: fc.subarray(ids.slice(0, index)) }),
        ),
      ),
    );
}

/** A canonical plan whose references are all in order, with every kind of task and field. */
export const anyPlan: fc.Arbitrary<Plan> = fc
  .record({
    title: anyText,
    agents: fc.dictionary(name, anyAgent, { maxKeys: 3 }),
    graph: anyGraph(8),
    objective: fc.option(anyText, { nil: undefined }),
  })
  .chain(({ graph, agents, title, objective }) =>
    fc
      .tuple(...graph.map((node) => anyTask(node, ["default", "supervisor", ...Object.keys(agents)])))
      .map((tasks): Plan => ({ title, agents, tasks, ...(objective === undefined ? {} : { objective }) })),
  );

function anyTask(node: { id: string; dependsOn: string[] }, agents: string[]): fc.Arbitrary<Task> {
  const base = fc.record({
    ...constants(node),
    title: anyText,
    type: fc.constantFrom(...TASK_TYPES),
    agent: fc.constantFrom(...agents),
    input: fc.oneof(anyText, anyJson),
    details: fc.array(anyText, { maxLength: 3 }),
    onFailure: fc.constantFrom(...FAILURE_POLICIES),
    maxRetries: fc.nat(5),
    critical: fc.boolean(),
    onVerificationFailure: fc.constantFrom(...FAILURE_POLICIES),
    llmReview: fc.oneof(fc.boolean(), anyText),
    qualityGate: fc.boolean(),
  });
  const optional = fc.record(
    {
      verification: anyText,
      outputSchema: fc.oneof(anyText, fc.dictionary(name, anyJson, { maxKeys: 2 })),
      timeoutMs: fc.integer({ min: 1, max: 1_000_000 }),
      replaces: name,
      review: anyReview(node.dependsOn),
      gate: anyGate,
    },
    { requiredKeys: [] },
  );
  return fc.tuple(base, optional).map(([required, { review, gate, ...extra }]) =>
    taskSchema.parse({
      ...required,
      ...extra,
      // They decide the type: no other has them.
      ...(required.type === "planning_review" && { review }),
      ...(required.type === "human_review" && { gate }),
    }),
  );
}

const anyTemplate = fc.constantFrom(...listReviewTemplates().map((template) => template.name));

const anyGate = fc
  .record({
    prompt: anyText,
    assignees: fc.array(anyText, { maxLength: 2 }),
    quorum: fc.integer({ min: 1, max: 3 }),
    onTimeout: fc.constantFrom(...GATE_TIMEOUTS),
    bound: fc.record(
      {
        escalateTo: fc.array(anyText, { maxLength: 2 }),
        fourEyes: fc.boolean(),
        requiresReason: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ bound, ...value }) => ({ ...value, ...bound }))
  .map((value) => gateSpec.parse(value));

/** One that is in no words, which reading would put right. */
const anyCondition = anyText.filter((text) => canonicalCondition(text) === text);

function anyReview(previous: string[]) {
  const optional = fc.record(
    {
      approvalTimeoutSeconds: fc.integer({ min: 1, max: 9_999 }),
      condition: anyCondition,
      template: anyTemplate,
    },
    { requiredKeys: [] },
  );
  return fc
    .record({
      focus: anyText,
      previousTasks: fc.subarray(previous),
      decisionPoints: fc.array(anyText, { maxLength: 3 }),
      potentialOutcomes: fc.array(fc.record({ decision: fc.constantFrom(...DECISIONS), when: anyText }), {
        maxLength: 3,
      }),
      requiresHumanApproval: fc.boolean(),
      onTimeout: fc.constantFrom(...REVIEW_TIMEOUTS),
      reviewers: fc.array(name, { maxLength: 2 }),
      consensus: fc.constantFrom(...CONSENSUS),
    })
    .chain((required) => optional.map((extra) => reviewSpec.parse({ ...required, ...extra })));
}

function constants<T extends object>(value: T): { [K in keyof T]: fc.Arbitrary<T[K]> } {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fc.constant(item)])) as {
    [K in keyof T]: fc.Arbitrary<T[K]>;
  };
}
