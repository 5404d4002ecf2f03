import { expect, it } from "vitest";
import { readPlan } from "./index";
import { isNamedOnly } from "./said-again";
import { type Plan, plan as planSchema, type Task } from "./schema";
import { mergeTail } from "./tail";

const agents = { worker: { prompt: "Works", tools: ["http_get"] } };
const planOf = (tasks: object[], by: object = agents): Plan =>
  planSchema.parse({ title: "P", agents: by, tasks });

const GATE = { id: "ask", title: "Release", type: "human_review", dependsOn: ["done"] };
const REVIEW = { id: "look", title: "Look", type: "planning_review", dependsOn: ["done"] };
const TASK = { id: "work", title: "Work", agent: "worker", dependsOn: ["done"] };

/** Every term that each kind has, once unsaid and once said. */
const OF_GATE = {
  prompt: "Fit?",
  form: { type: "object" },
  assignees: ["Ann"],
  quorum: 2,
  timeoutSeconds: 60,
  onTimeout: "approve",
  escalateTo: ["Bob"],
  fourEyes: true,
  requiresReason: true,
};
const OF_REVIEW = {
  focus: "All well?",
  previousTasks: ["done"],
  decisionPoints: ["Well?"],
  reviewers: ["worker"],
  potentialOutcomes: [{ decision: "ABORT", when: "never" }],
  requiresHumanApproval: true,
  approvalTimeoutSeconds: 60,
  onTimeout: "CONTINUE",
  condition: "false",
  consensus: "any",
};
const OF_TASK = {
  input: "Go",
  details: ["Well"],
  agent: "default",
  verification: "true",
  outputSchema: "[:int]",
  onFailure: "skip",
  maxRetries: 4,
  critical: false,
  onVerificationFailure: "retry",
  timeoutMs: 9,
  llmReview: "Is it short?",
  qualityGate: true,
  title: "Works",
  dependsOn: [],
};

type Change = [name: string, before: object, after: object];
const changesOf = (terms: object, within: (term: object) => object): Change[] =>
  Object.entries(terms).flatMap(([name, value]): Change[] => {
    const said = within({ [name]: value });
    return [
      [name, within({}), said],
      [`${name} no more`, said, within({})],
    ];
  });
const CHANGES: Change[] = [
  ...changesOf(OF_GATE, (gate) => ({ ...GATE, input: "May it?", gate })),
  ...changesOf(OF_GATE, (gate) => ({ ...GATE, gate })),
  ...changesOf(OF_REVIEW, (review) => ({ ...REVIEW, review: { focus: "Well?", ...review } })),
  ...changesOf(OF_REVIEW, (review) => ({ ...REVIEW, review })),
  ...changesOf(OF_TASK, (own) => ({ ...TASK, ...own })),
  ...changesOf(OF_TASK, (own) => ({ ...TASK, input: "Go on", ...own })),
];

/** The task of the merged plan that stands where a person has said one that is at work. */
function merged(before: object, after: object, by: object = agents) {
  const done = { id: "done", title: "Done", input: "Do it" };
  const current = planOf([done, before]);
  const tail = planOf([after], by);
  const [said] = tail.tasks as [Task];
  const ids = new Set(current.tasks.map(({ id }) => id));
  const { plan, repeated, added } = mergeTail({
    current,
    keep: ids,
    usable: ids,
    usedIds: ids,
    lineages: new Map(),
    tail,
    version: 2,
    atWork: { ids: new Set([said.id]), saidBy: "person" },
  });
  const now = plan.tasks.find(({ id }) => id === (added[0] ?? said.id)) as Task;
  return { said, kept: current.tasks[1] as Task, now, isKept: repeated.includes(said.id), plan };
}

const withoutName = ({ id: _id, replaces: _replaces, ...task }: Task) => task;

it.each(CHANGES)(
  "what a person says of a task at work holds, or it is named only: %s",
  (_name, before, after) => {
    const { said, kept, now, isKept } = merged(before, after);
    // The editor is asked what is meant.
    if (isNamedOnly(said, kept)) return;
    expect(withoutName(now)).toEqual(withoutName(said));
    // A question in other words, or to others, is another one.
    if (kept.type !== "task") expect(isKept).toBe(false);
  },
);

it.each([
  ["the same", TASK],
  ["its treatment", { ...TASK, maxRetries: 4, critical: false }],
])("an attempt at work continues where a person says %s", (_name, after) => {
  expect(merged(TASK, after)).toMatchObject({ isKept: true });
});

it("what bounds the agent of a task at work is set, and its work under another name", () => {
  const policy = { denied: ["http_get"] };
  const bounded = { worker: { ...agents.worker, policy, maxTurns: 3 } };
  const { isKept, plan } = merged(TASK, TASK, bounded);
  expect(isKept).toBe(true);
  expect(plan.agents).toMatchObject({ worker: { policy, maxTurns: 3 } });
  expect(Object.keys(plan.agents)).toEqual(["worker"]);
  expect(merged(TASK, TASK, { worker: { prompt: "Works well" } })).toMatchObject({
    isKept: false,
    now: { agent: "worker_v2" },
  });
});

it("a mention has the title, and nothing else of its own", () => {
  const kept = planOf([{ ...GATE, gate: OF_GATE }]).tasks[0] as Task;
  const mention = (own: object) =>
    readPlan({ title: "P", tasks: [{ id: "ask", title: "Release", ...own }] }).plan?.tasks[0] as Task;
  for (const own of [{}, { type: "human_review" }, { type: "human_review", gate: {} }])
    expect(isNamedOnly(mention(own), kept)).toBe(true);
  for (const own of [
    { title: "Go" },
    { agent: "worker" },
    { input: "x" },
    { type: "human_review", gate: { quorum: 3 } },
  ])
    expect(isNamedOnly(mention(own), kept)).toBe(false);
});

/** Whether a gate, review or task at work stays where a model's tail has it so. */
function staysInTail(before: object, after: object): boolean {
  const done = { id: "done", title: "Done", input: "Do it" };
  const current = planOf([done, before]);
  const ids = new Set(current.tasks.map(({ id }) => id));
  const tail = planOf([after]);
  const { repeated } = mergeTail({
    current,
    keep: ids,
    usable: ids,
    usedIds: ids,
    lineages: new Map(),
    tail,
    version: 2,
    atWork: { ids: new Set(tail.tasks.map(({ id }) => id)), saidBy: "model" },
  });
  return repeated.length === 1;
}

it.each<[string, object, object, boolean]>([
  ["a gate by its title", { ...GATE, gate: OF_GATE }, { ...GATE, gate: undefined }, true],
  ["a gate with other people", { ...GATE, gate: OF_GATE }, { ...GATE, gate: { assignees: ["Bob"] } }, false],
  [
    "a gate in other words",
    { ...GATE, gate: { prompt: "Fit?", assignees: ["Ann"] } },
    { ...GATE, gate: { prompt: "Well?" } },
    true,
  ],
  ["a gate with an input of its own", GATE, { ...GATE, input: "May it?" }, false],
  ["a review by its title", { ...REVIEW, review: OF_REVIEW }, REVIEW, true],
  ["a review that asks a person", REVIEW, { ...REVIEW, review: { requiresHumanApproval: true } }, false],
  [
    "a review with other points alone",
    { ...REVIEW, review: { focus: "All well?" } },
    { ...REVIEW, review: { decisionPoints: ["Well?"] } },
    true,
  ],
  ["a task by its title", { ...TASK, input: "Go" }, { id: "work", title: "Work" }, true],
  ["a task of another agent", { ...TASK, input: "Go", agent: "default" }, TASK, false],
  ["a task in other words", { ...TASK, input: "Go" }, { ...TASK, input: "Go on" }, false],
])("a model's tail has at work %s", (_what, before, after, stays) => {
  expect(staysInTail(before, after)).toBe(stays);
});
