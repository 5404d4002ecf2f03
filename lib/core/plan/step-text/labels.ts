import { ALIASES } from "../read/aliases";
import { stepNumbers } from "../read/edges/step-numbers";
import type { TaskType } from "../schema";

/** The labels of Step text, each with the spellings that mean it (docs/plans.md, "Step text"). */

const spoken = (names: readonly string[]) => names.map((name) => name.replaceAll("_", " "));

const OF_STEPS = {
  agent: ["agent"],
  tools: ["tool", "tools"],
  verify: ["verify"],
  replaces: ["replaces"],
  dependsOn: ["depends on", "dependencies"],
  input: ["task input", "prompt", "instructions"],
  inputJson: ["task input json"],
  detail: ["detail"],
  onFailure: ["on failure"],
  retries: ["retries"],
  critical: ["critical"],
  onVerificationFailure: ["on verification failure"],
  outputSchema: ["output schema", "signature"],
  modelReview: ["model review", ...spoken(ALIASES.llmReview)],
  qualityGate: ["quality gate"],
  timeout: ["task timeout"],
} as const;

const OF_REVIEWS = {
  focus: ["review focus", "focus"],
  previous: ["previous steps", "previous step", "previous tasks"],
  points: ["decision points", "decision point"],
  outcomes: ["potential outcomes", "possible outcomes"],
  humanApproval: ["requires human approval"],
  approvalTimeout: ["approval timeout", "approval timeout seconds"],
  onTimeout: ["on timeout"],
  condition: ["condition"],
  reviewers: ["reviewers", "review agents"],
  consensus: ["consensus"],
  template: ["review template"],
} as const;

const OF_GATES = {
  prompt: ["prompt"],
  form: ["form"],
  assignees: ["assignees"],
  quorum: ["quorum"],
  gateTimeout: ["approval timeout", "approval timeout seconds"],
  gateOnTimeout: ["on timeout"],
  escalateTo: ["escalate to"],
  fourEyes: ["four eyes"],
  requiresReason: ["requires reason"],
} as const;

/** Of ordinary work that a person has to let pass before it begins. */
const OF_APPROVALS = {
  needsApproval: spoken(ALIASES.approval),
  assignees: [...spoken(ALIASES.approvers), "assignee"],
  quorum: ["quorum", "min approvals", "required approvals"],
  escalateTo: ["escalate to"],
  fourEyes: ["four eyes"],
  requiresReason: ["requires reason"],
  gateTimeout: ["approval timeout", "approval timeout seconds"],
  gateOnTimeout: ["on timeout"],
} as const;

const OF_AGENTS = {
  agentPrompt: ["prompt"],
  tools: ["tool", "tools"],
  model: ["model"],
  maxTurns: ["max turns"],
  hopBudget: ["hop budget"],
  deadline: ["deadline"],
  tokenBudget: ["token budget"],
  costBudget: ["cost budget"],
  maxParallel: ["max parallel"],
  hints: ["hints", "planning hints"],
  examples: ["examples", "few-shot examples"],
  policy: ["policy", "tool policy"],
  reflection: ["reflection"],
} as const;

export type Label =
  | keyof typeof OF_STEPS
  | keyof typeof OF_REVIEWS
  | keyof typeof OF_GATES
  | keyof typeof OF_APPROVALS
  | keyof typeof OF_AGENTS;

/** Where a line stands: in a step of some type, or below an agent. */
export type LabelContext = TaskType | "agent";

/** Lists of items, each on a line of its own below the label or all beside it. */
export const LIST_LABELS: ReadonlySet<Label> = new Set(["previous", "points", "outcomes"]);
/** Labels whose inline value may go on in the next lines. */
export const MULTILINE_LABELS: ReadonlySet<Label> = new Set(["focus", "verify"]);
/** Texts that keep their lines as they stand below the label. */
export const BLOCK_LABELS: ReadonlySet<Label> = new Set(["input", "prompt", "agentPrompt"]);

const namesOf = (labels: object): ReadonlyMap<string, Label> =>
  new Map(
    Object.entries(labels).flatMap(([label, names]) =>
      (names as string[]).map((name) => [name, label as Label]),
    ),
  );

const STEP = namesOf({ ...OF_APPROVALS, ...OF_STEPS });
const LABEL_OF: Readonly<Record<LabelContext, ReadonlyMap<string, Label>>> = {
  task: STEP,
  direct: STEP,
  synthesis_gate: STEP,
  planning_review: namesOf({ ...OF_STEPS, ...OF_REVIEWS }),
  human_review: namesOf({ ...OF_STEPS, ...OF_APPROVALS, ...OF_GATES }),
  agent: namesOf(OF_AGENTS),
};

/** A step is a planning review by these, whatever its title. */
export const REVIEW_LABELS: ReadonlySet<Label> = new Set(["points", "outcomes"]);

/** Names of edges in JSON. With other words behind them they are what a step needs, and no edge. */
const OF_EDGES: ReadonlySet<string> = new Set(spoken(ALIASES.dependsOn));

/** The label that a name in lower case, with single spaces, means in this place before this value. */
export function labelNamed(name: string, value: string, context: LabelContext): Label | undefined {
  const label = LABEL_OF[context].get(name);
  const isEdge = label === undefined && context !== "agent" && OF_EDGES.has(name);
  return isEdge && stepNumbers(value) !== undefined ? "dependsOn" : label;
}

const TITLES = { ...OF_APPROVALS, ...OF_AGENTS, ...OF_GATES, ...OF_REVIEWS, ...OF_STEPS };

/** How a label is written: "Depends on". */
export function labelTitle(label: Label): string {
  const [name = ""] = TITLES[label];
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replace("json", "JSON");
}
