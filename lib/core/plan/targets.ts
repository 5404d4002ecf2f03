import type { Json } from "../json";
import { programTexts } from "../lisp";
import { addressesIn } from "./addresses";
import { inNameOrder, resultNames } from "./result-names";
import type { GateSpec, ReviewSpec, Task } from "./schema";
import type { LongText, StoredAgent, StoredTask } from "./stored";

type Instructed = Pick<Task | StoredTask, "type" | "input" | "details" | "title">;

/** The instructions of a task in the words of its plan; of long texts the beginning. */
export const textOf = (task: Pick<Instructed, "input" | "details" | "title">): string =>
  instructionsOf(task).map(longTextOf).join("\n");

/** The same, each by itself, and long ones by reference. */
export const instructionsOf = ({
  input,
  details,
  title,
}: Pick<Instructed, "input" | "details" | "title">): (StoredTask["input"] | LongText)[] => [
  input === "" || input === null ? title : input,
  ...details,
];

/** Texts of a plan that an agent gets beside its instructions and its brief, or by which its work is judged. */
export type ToldBeside = {
  of:
    | "verification"
    | "outputSchema"
    | "llmReview"
    | "review"
    | "review.terms"
    | "gate"
    | "gate.terms"
    | "dependsOn"
    | "settings"
    | "agent"
    | "agent.prompt"
    | "agent.tools"
    | "agent.model"
    | "agent.examples"
    | "agent.hints"
    | "agent.policy"
    | "agent.reflection";
  /** Whose it is, where it is not the agent's that does the task. */
  by?: string;
  text: Json | LongText;
};

/** Texts of an agent that hold for all of its tasks. */
export type AgentWords = Pick<
  StoredAgent,
  "prompt" | "tools" | "model" | "examples" | "hints" | "policy" | "reflection"
>;

/** What a task tells beside its instructions. */
type ToldTask = Pick<
  Task | StoredTask,
  | "type"
  | "dependsOn"
  | "verification"
  | "outputSchema"
  | "llmReview"
  | "review"
  | "gate"
  | keyof typeof SETTINGS
>;

/** All of them that a task and its agent have (docs/engine.md, "The release"). */
export function toldBeside(task: ToldTask, agent?: AgentWords): ToldBeside[] {
  const { type, dependsOn, verification, outputSchema, llmReview, review, gate } = task;
  return toldTexts({
    verification,
    outputSchema,
    llmReview: typeof llmReview === "string" ? llmReview : undefined,
    review: review && reviewWords(review),
    "review.terms": review && reviewTerms(review),
    gate: gate?.prompt,
    "gate.terms": gate && gateTerms(gate),
    // A program finds results by these names, in this order.
    settings: settingsWords(task),
    dependsOn: type === "direct" ? inNameOrder(dependsOn).map(resultNames(dependsOn)).join(", ") : undefined,
    ...(agent && besideBrief(agent)),
  });
}

/** The brief of an agent that reviews, and its other texts. */
export const toldReviewer = (by: string, agent: AgentWords): ToldBeside[] =>
  toldTexts({ "agent.prompt": agent.prompt, ...besideBrief(agent) }).map((one) => ({ ...one, by }));

/** Words of an agent that bear on its program: none of its brief, but the policy to which its calls are held. */
export const toldOfProgram = (name: string, { policy }: AgentWords): ToldBeside[] => [
  ...toldTexts({ agent: name }),
  ...toldTexts({ "agent.policy": policy as Json | undefined }).map((one) => ({ ...one, by: name })),
];

const toldTexts = (texts: Partial<Record<ToldBeside["of"], ToldBeside["text"] | undefined>>): ToldBeside[] =>
  Object.entries(texts).flatMap(([of, text]) =>
    text === undefined || text === "" ? [] : [{ of, text } as ToldBeside],
  );

const besideBrief = ({ tools, model, examples, hints, policy, reflection }: AgentWords) => ({
  "agent.tools": tools.join(", "),
  "agent.model": model,
  "agent.examples": examples,
  "agent.hints": hints,
  "agent.policy": policy as Json | undefined,
  "agent.reflection": reflection,
});

/** How a task is held to its result, and what becomes of the rest where it comes to nothing, as far as it is not as usual. */
const SETTINGS = {
  onFailure: (value) => (value === "stop" ? undefined : `if it fails: ${value}`),
  onVerificationFailure: (value) => (value === "replan" ? undefined : `if its result is refused: ${value}`),
  critical: (value) => (value ? undefined : "not critical"),
  maxRetries: (value) => (value === 1 ? undefined : `retries: ${value}`),
  qualityGate: (value) => (value ? "quality gate" : undefined),
  timeoutMs: (value) => (value === undefined ? undefined : `timeout: ${value} ms`),
  llmReview: (value) => (value === true ? "a model reviews its result" : undefined),
} satisfies { readonly [Field in keyof Task]?: (value: Task[Field]) => string | undefined };

const settingsWords = (task: Pick<Task, keyof typeof SETTINGS>): string =>
  Object.entries(SETTINGS)
    .flatMap(
      ([field, say]) => (say as (value: unknown) => string | undefined)(task[field as "critical"]) ?? [],
    )
    .join("\n");

/** All that it is asked, each in a line of its own. */
const reviewWords = ({ focus, decisionPoints, potentialOutcomes }: ReviewSpec): string =>
  [
    ...[focus, ...decisionPoints].map(inOneLine),
    ...potentialOutcomes.map(({ decision, when }) => `${decision}: ${inOneLine(when)}`),
  ].join("\n");

const inOneLine = (text: string): string => (/[\r\n]/.test(text) ? JSON.stringify(text) : text);

/** By whom, of what, and what becomes of it without an answer: apart from its words, which could read like these. */
const reviewTerms = ({
  previousTasks,
  reviewers,
  condition,
  template,
  requiresHumanApproval,
  approvalTimeoutSeconds,
  onTimeout,
  consensus,
}: ReviewSpec): string =>
  [
    ...wordsFor("looks at", previousTasks),
    ...wordsFor("reviewers", reviewers),
    ...(condition === undefined ? [] : [`condition: ${JSON.stringify(condition)}`]),
    ...(template === undefined ? [] : [`template: ${JSON.stringify(template)}`]),
    ...(requiresHumanApproval ? ["people decide"] : []),
    ...(consensus === "strictest" ? [] : [`consensus: ${consensus}`]),
    ...silenceWords(approvalTimeoutSeconds, onTimeout, "abort"),
  ].join("\n");

const gateTerms = ({
  form,
  assignees,
  escalateTo = [],
  quorum,
  fourEyes,
  requiresReason,
  timeoutSeconds,
  onTimeout,
}: GateSpec): string =>
  [
    ...(form === undefined ? [] : [`form: ${JSON.stringify(form)}`]),
    ...wordsFor("for", assignees),
    ...wordsFor("then for", escalateTo),
    ...(quorum === 1 ? [] : [`people: ${quorum}`]),
    ...(fourEyes ? ["not by its author"] : []),
    ...(requiresReason ? ["rejected with a reason alone"] : []),
    ...silenceWords(timeoutSeconds, onTimeout, "reject"),
  ].join("\n");

/** After how long without an answer what is done. */
const silenceWords = (seconds: number | undefined, onTimeout: string, usual: string): string[] =>
  seconds === undefined && onTimeout === usual
    ? []
    : [`without an answer${seconds === undefined ? "" : ` after ${seconds} s`}: ${onTimeout}`];

const wordsFor = (label: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${label}: ${names.map((name) => JSON.stringify(name)).join(", ")}`];

/** A text as words; of a long one the beginning. */
export function longTextOf(value: StoredTask["input"] | LongText): string {
  return isCut(value) ? value.preview : typeof value === "string" ? value : JSON.stringify(value);
}

/** True for a text of which only the beginning is here. */
export const isCut = (value: StoredTask["input"] | LongText): value is Exclude<LongText, string> =>
  typeof value === "object" && value !== null && "$ref" in value && typeof value.preview === "string";

/** All words of a task: an agent reads its title too, and a program has its texts as they are when it runs. */
const wordsOf = (task: Instructed): string =>
  task.type === "direct"
    ? [programWords(task.input), ...task.details.map(longTextOf)].join("\n")
    : `${task.title}\n${textOf(task)}`;

/** The texts that a program has when it runs, a line each; of one that cannot be read, or not in full, what is written. */
export function programWords(program: StoredTask["input"]): string {
  const read = typeof program === "string" ? programTexts(program) : undefined;
  return read ? read.texts.join("\n") : longTextOf(program);
}

/** The addresses that are written where a task is; of long texts in their beginning. */
export const addressesOf = (task: Instructed): string[] => targetsIn(wordsOf(task));

/** The addresses that are written in a text, each once. */
export const targetsIn = (text: string): string[] => [...new Set(addressesIn(text))];

/**
 * True where the words of a task leave open where it goes: they name no address, or are put together once it is done. `program` is the
 * one of a direct task in full.
 */
export function isTargetOpen(
  { type, ...task }: Instructed,
  words = wordsOf({ type, ...task }),
  program = task.input,
): boolean {
  if (targetsIn(words).length === 0) return true;
  if (type !== "direct") return PLACEHOLDER.test(words);
  return typeof program !== "string" || (programTexts(program)?.isOpen ?? true);
}

const PLACEHOLDER = /\{\{/;

const MAX_TARGETS = 50;

/** All addresses in the instructions of a task and of its agent, sorted; null where these are not known in full. */
export function targetsOf(task: Instructed, agent: Pick<StoredAgent, "prompt"> | undefined): string[] | null {
  const { prompt = "" } = agent ?? {};
  if ([task.input, ...task.details, prompt].some(isCut)) return null;
  const targets = targetsIn(`${wordsOf(task)}\n${longTextOf(prompt)}`);
  return targets.length > MAX_TARGETS ? null : targets.sort();
}
