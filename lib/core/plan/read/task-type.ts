import { getOwn } from "../../own";
import { FAILURE_POLICIES, type FailurePolicy, TASK_TYPES, type TaskType } from "../words";
import { ALIASES } from "./aliases";
import { asOneOf, type Fields, snakeCase } from "./fields";
import { isProse } from "./guards/asking";
import { hasReviewFields } from "./review";

/** What a task is, by its word, its keys and its agent. */
type ReadType = {
  type: TaskType | undefined;
  /** A word for a human gate on what its keys make a planning review: a person decides it as well. */
  byPerson?: true;
};

const WORDS: Readonly<Record<string, TaskType>> = {
  task: "task",
  action: "task",
  agent: "task",
  agent_task: "task",
  work: "task",
  step: "task",
  direct: "direct",
  program: "direct",
  synthesis_gate: "synthesis_gate",
  gate: "synthesis_gate",
  synthesis: "synthesis_gate",
  synthesize: "synthesis_gate",
  compress: "synthesis_gate",
  summarize: "synthesis_gate",
  merge: "synthesis_gate",
  aggregate: "synthesis_gate",
};

const PEOPLE = ["human", "user", "manual", "person", "people", "operator", "manager", "owner", "stakeholder"];
const ASKING = [
  ...[
    "review",
    "gate",
    "input",
    "check",
    "decision",
    "decides",
    "intervention",
    "in",
    "the",
    "loop",
    "feedback",
  ],
  ...["task", "step", "node", "verification", "validation", "required", "question", "point"],
];
/** Nobody but people does these, whatever word stands beside. */
const CONSENT = ["approval", "approve", "approver", "approved", "signoff", "hitl", "consent", "permission"];
const CONFIRMING = ["confirmation", "confirm", "authorisation", "authorize", "authorization"];
const WAITING = ["wait", "for", "await", "request", "ask"];
/** A model that approves is no person. */
const NO_PERSON = [
  "auto",
  "automatic",
  "automated",
  "ai",
  "llm",
  "model",
  "agent",
  "machine",
  "bot",
  "no",
  "non",
];
const REVIEWING = [
  ...["planning", "plan", "review", "gate", "progress", "checkpoint", "check", "point", "milestone", "phase"],
  ...[
    "stage",
    "mid",
    "interim",
    "status",
    "conditional",
    "decision",
    "step",
    "task",
    "node",
    "replan",
    "replanning",
  ],
];

/** Names of agents that are people, or stand for them, where the plan declares no agent of that name. */
const HUMAN_AGENT =
  /^(?:(?:an?|the)_)?(?:human|user|person|people|approver)(?:_(?:reviewer|approver|operator|user|proxy(?:_agent)?|input|expert|in_the_loop|node))*$/;

export function isHumanAgent(name: string): boolean {
  return HUMAN_AGENT.test(snakeCase(name.trim()));
}

/** The type that a word means, in any case and with any separators; undefined for one that means none. */
export function typeOfWord(written: string): TaskType | undefined {
  const word = snakeCase(written.trim().replace(/^:/, "")).replace(/[^a-z0-9]+/g, "_");
  const known = getOwn(WORDS, word);
  if (known) return known;
  const parts = word.replace("sign_off", "signoff").split("_");
  const only = (...lists: readonly string[][]): boolean => parts.every((part) => lists.flat().includes(part));
  const some = (list: readonly string[]): boolean => parts.some((part) => list.includes(part));
  if (some(NO_PERSON)) return undefined;
  if (some(CONSENT)) return "human_review";
  if (only(CONFIRMING, PEOPLE, ASKING, WAITING) && (some(PEOPLE) || some(CONFIRMING))) return "human_review";
  const reviews = only(REVIEWING) && some(["review", "checkpoint", "decision", "milestone", "progress"]);
  return reviews ? "planning_review" : undefined;
}

/**
 * Reads what a task is (docs/plans.md, "Types of task"): a `gate` or a `review` decides whatever the word says, and an
 * unknown word is an error. `humanAgent`: the task is given to a person; `isGated`: its gate lets its work begin.
 */
export function readTaskType(
  fields: Fields,
  { direct, humanAgent, isGated }: { direct: boolean; humanAgent: boolean; isGated: boolean },
): ReadType {
  const found = fields.find(ALIASES.type);
  const [gate, review] = [!isGated && fields.gives(ALIASES.gate), fields.gives(ALIASES.review)];
  const word = typeof found?.value === "string" ? found.value : undefined;
  const bare = word === undefined ? undefined : snakeCase(word.trim().replace(/^:/, ""));
  const named = bare === "review" ? reviewOrHuman(fields) : typeOfWord(word ?? "");
  if (found && named === undefined && !gate && !review) {
    const wanted = `a type of task: ${TASK_TYPES.join(", ")}; other work is a task, a choice of the way on a planning_review`;
    fields.report.refuse("unknown_type", found.path, found.value, wanted);
    return { type: undefined };
  }
  if (gate && review) {
    const message = `${fields.path} has both a gate and a review: write one task for each.`;
    fields.report.fail("unreadable_guard", message, { path: fields.path });
    return { type: undefined };
  }
  if (found && named === undefined) fields.report.notUnderstood(found.path, found.value, "a type of task");
  if (gate) return { type: "human_review" };
  if (review) return { type: "planning_review", ...(named === "human_review" && { byPerson: true }) };
  if (bare === "gate" && fields.has(["assignees", "quorum", "form"])) return { type: "human_review" };
  if (humanAgent && (named === undefined || named === "task")) return { type: "human_review" };
  if (named !== undefined) return { type: named };
  if (direct) return { type: "direct" };
  return { type: fields.has(["review_focus", "decision_points"]) ? "planning_review" : undefined };
}

const reviewOrHuman = (fields: Fields): TaskType =>
  hasReviewFields(fields) ? "planning_review" : "human_review";

const POLICY_WORDS: ReadonlyMap<string, FailurePolicy> = new Map([
  ["abort", "stop"],
  ["fail", "stop"],
  ["halt", "stop"],
  ["ignore", "skip"],
  ["continue", "skip"],
  ["re_plan", "replan"],
]);

/** What is to happen on a failure; anything but one of the usual words is an error. */
export function readFailurePolicy(fields: Fields, aliases: readonly string[]): FailurePolicy | undefined {
  // A sentence tells its agent what to do; the run does what it does without one, which is to stop.
  const written = aliases.map((name) => fields.peek(name)).find((value) => typeof value === "string");
  if (typeof written === "string" && isProse(written) && aliases.includes("on_failure")) return undefined;
  return fields.guard(aliases, `one of ${FAILURE_POLICIES.join(", ")}`, (value) => {
    const word = typeof value === "string" ? snakeCase(value.trim().replace(/^:/, "")) : "";
    return asOneOf(value, FAILURE_POLICIES) ?? POLICY_WORDS.get(word);
  });
}
