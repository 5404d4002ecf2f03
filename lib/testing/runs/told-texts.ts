import type { Agent, GateSpec, Plan, ReviewSpec } from "@/lib/core/plan/schema";
import { gateSpec, plan as planSchema, reviewSpec } from "@/lib/core/plan/schema";
import type { StoredAgent, StoredTask } from "@/lib/core/plan/stored";
import { storeValue } from "@/lib/core/stored-value";
import { RunWorld, type TaskDraft } from "./run-world";
import { KNOWN_TOOLS } from "./waiting-gate";

/** A value that nobody may be kept from, or why a field is none: a bound that says nothing of the work, or a fact made of others. */
type Words<Value> = { is: Value } | { no: "bound" | "made of the others" };

const LONG = `${"And so on. ".repeat(1_000)}EVIL`;

/** One for each field: a field that is added to a task, or to its agent, is shown or named here. */
const TASK: Record<keyof StoredTask, Words<unknown>> = {
  id: { is: "evil" },
  title: { is: "EVIL" },
  type: { is: "synthesis_gate" },
  agent: { is: "evil" },
  input: { is: { to: "EVIL" } },
  details: { is: ["EVIL"] },
  dependsOn: { is: ["ask", "other"] },
  onFailure: { is: "skip" },
  maxRetries: { is: 7 },
  critical: { is: false },
  verification: { is: '(= "EVIL" "")' },
  onVerificationFailure: { is: "skip" },
  outputSchema: { is: { type: "string", description: "EVIL" } },
  llmReview: { is: "EVIL?" },
  qualityGate: { is: true },
  timeoutMs: { is: 7_000 },
  replaces: { no: "made of the others" },
  review: { no: "made of the others" },
  gate: { no: "made of the others" },
  uses: { no: "made of the others" },
  workDigest: { no: "made of the others" },
  lineage: { no: "made of the others" },
  policyDigest: { no: "made of the others" },
};
const REVIEW: Record<keyof ReviewSpec, Words<unknown>> = {
  focus: { is: "EVIL" },
  previousTasks: { is: ["other"] },
  decisionPoints: { is: ["EVIL?"] },
  potentialOutcomes: { is: [{ decision: "CONTINUE", when: "EVIL" }] },
  requiresHumanApproval: { is: true },
  approvalTimeoutSeconds: { is: 7 },
  onTimeout: { is: "CONTINUE" },
  condition: { is: { metric: { evil: ">1" } } },
  reviewers: { is: ["evil"] },
  consensus: { is: "any" },
  template: { is: "evil" },
};
const GATE: Record<keyof GateSpec, Words<unknown>> = {
  prompt: { is: "EVIL?" },
  form: { is: { type: "object", properties: { evil: { type: "string" } } } },
  assignees: { is: ["Eve"] },
  quorum: { is: 2 },
  timeoutSeconds: { is: 7 },
  onTimeout: { is: "approve" },
  escalateTo: { is: ["Eve"] },
  fourEyes: { is: true },
  requiresReason: { is: true },
};
const EXAMPLE = {
  query: "EVIL",
  steps: [{ thought: "so", next_node: null, args: "EVIL" }],
  outcome: "answer_complete" as const,
};
const AGENT: Record<keyof StoredAgent, Words<unknown>> = {
  prompt: { is: "EVIL" },
  tools: { is: ["deploy", "wipe"] },
  model: { is: "evil-1" },
  maxTurns: { no: "bound" },
  hopBudget: { no: "bound" },
  deadlineMs: { no: "bound" },
  tokenBudget: { no: "bound" },
  costBudgetUsd: { no: "bound" },
  maxParallel: { no: "bound" },
  hints: { is: { preferred: ["deploy"] } },
  examples: { is: [EXAMPLE] },
  policy: { is: { rules: [{ tool: "deploy", path: "to", operator: "=", value: "EVIL", effect: "deny" }] } },
  reflection: { is: { criteria: { accuracy: "EVIL" } } },
};

const changes = <Field extends string>(table: Record<Field, Words<unknown>>) =>
  Object.entries<Words<unknown>>(table).flatMap(([field, words]) =>
    "is" in words ? [[field, words.is] as const] : [],
  );

/** Parts of tasks and agents, by id and name. */
export type Changed = { tasks?: Record<string, object>; agents?: Record<string, object> };
const OTHER: TaskDraft = { id: "other", title: "Other", type: "direct", input: "1" };

/** A gate before an act, with work of each kind that flows into it; what differs is merged into one of the parts. */
export function waitingWith({ tasks: changed = {}, agents = {} }: Changed = {}) {
  const drafts: TaskDraft[] = [
    { id: "ask", title: "Ask", type: "human_review", input: "All is well" },
    OTHER,
    { id: "write", title: "Write", agent: "writer", input: "Write it", dependsOn: ["ask"] },
    { id: "look", title: "Look", type: "planning_review", review: reviewSpec.parse({}), dependsOn: ["ask"] },
    { id: "sure", title: "Sure?", type: "human_review", gate: gateSpec.parse({}), dependsOn: ["ask"] },
    { id: "count", title: "Count", type: "direct", input: "(+ 1 1)", dependsOn: ["ask"] },
  ];
  const tasks = drafts.map((draft) => ({ ...draft, ...changed[draft.id] }) as TaskDraft);
  const act = { id: "ship", title: "Ship", agent: "ops", input: "Ship it", ...changed.ship } as TaskDraft;
  const fed = tasks.filter(({ id }) => id !== "other").map(({ id }) => id);
  const waits = [...fed, ...(act.dependsOn ?? []).filter((id) => !fed.includes(id))];
  const agent = (tools: string[], more?: object) => ({ prompt: "", tools, ...more });
  const plan: Plan = planSchema.parse({
    title: "Plan",
    agents: {
      ops: agent(["deploy"], agents.ops),
      writer: agent(["look"], agents.writer),
      evil: agent(["deploy"], { prompt: "Be evil.", ...agents.evil }),
    },
    tasks: [...tasks, { ...act, dependsOn: waits }],
  });
  const known = [...KNOWN_TOOLS, { name: "wipe", sideEffects: "external" as const }];
  const world = new RunWorld({ plan, tools: known });
  world.start();
  const shown = storeValue("All is well").stored;
  world.send({ type: "gate_shown", shown, digest: "d1", prompt: "May it?", ...world.keyOf("ask") });
  const gate = Object.values(world.state.approvals).find(({ taskId }) => taskId === "ask");
  if (!gate) throw new Error("no gate opened");
  return { state: world.state, gate };
}

const ofTask = changes(TASK);
/** Each text of released work, and of all that flows into it, by where it stands. */
export const TOLD: [string, string, Changed][] = [
  ...["ship", "write", "count"].flatMap((id) =>
    ofTask
      .filter(
        ([field]) => !(id === "count" && (field === "agent" || field === "type" || field === "llmReview")),
      )
      .map(([field, is]): [string, string, Changed] => [
        id,
        field,
        { tasks: { [id]: { [field]: id === "count" && field === "input" ? '(str "EVIL")' : is } } },
      ]),
  ),
  ...changes(REVIEW).map(([field, is]): [string, string, Changed] => [
    "look",
    field,
    { tasks: { look: { review: reviewSpec.parse({ [field]: is }) } } },
  ]),
  ...changes(GATE).map(([field, is]): [string, string, Changed] => [
    "sure",
    field,
    { tasks: { sure: { gate: gateSpec.parse({ [field]: is }) } } },
  ]),
  ...["ops", "writer"].flatMap((name) =>
    changes(AGENT).map(([field, is]): [string, string, Changed] => [
      name,
      field,
      { agents: { [name]: { [field]: is } } },
    ]),
  ),
  ["look", "agent", { tasks: { look: { agent: "evil" } } }],
  ["write", "agent, where it sums up", { tasks: { write: { type: "synthesis_gate", agent: "evil" } } }],
  ["ship", "input, where it is long", { tasks: { ship: { input: LONG } } }],
  ["ops", "prompt, where it is long", { agents: { ops: { prompt: LONG } satisfies Partial<Agent> } }],
];
