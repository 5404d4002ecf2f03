import type { Json } from "../json";
import { addressesIn } from "./addresses";
import type { Task } from "./schema";
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
    | "gate"
    | "agent.examples"
    | "agent.hints"
    | "agent.reflection";
  text: Json | LongText;
};

/** All of them that a task and its agent have (docs/engine.md, "The release"). */
export function toldBeside(
  {
    verification,
    outputSchema,
    llmReview,
    review,
    gate,
  }: Pick<Task | StoredTask, "verification" | "outputSchema" | "llmReview" | "review" | "gate">,
  agent: Pick<StoredAgent, "examples" | "hints" | "reflection"> = {},
): ToldBeside[] {
  const texts = {
    verification,
    outputSchema,
    llmReview: typeof llmReview === "string" ? llmReview : undefined,
    review: review && [review.focus, ...review.decisionPoints].join("\n"),
    gate: gate?.prompt || undefined,
    ...partsOf(agent),
  };
  return Object.entries(texts).flatMap(([of, text]) =>
    text === undefined ? [] : [{ of, text } as ToldBeside],
  );
}

const partsOf = ({
  examples,
  hints,
  reflection,
}: Pick<StoredAgent, "examples" | "hints" | "reflection">) => ({
  "agent.examples": examples,
  "agent.hints": hints,
  "agent.reflection": reflection?.criteria,
});

/** A text as words; of a long one the beginning. */
export function longTextOf(value: StoredTask["input"] | LongText): string {
  return isCut(value) ? value.preview : typeof value === "string" ? value : JSON.stringify(value);
}

/** True for a text of which only the beginning is here. */
export const isCut = (value: StoredTask["input"] | LongText): value is Exclude<LongText, string> =>
  typeof value === "object" && value !== null && "$ref" in value && typeof value.preview === "string";

/** All words of a task: an agent reads its title too. */
const wordsOf = (task: Instructed): string =>
  task.type === "direct" ? textOf(task) : `${task.title}\n${textOf(task)}`;

/** The addresses that are written where a task is; of long texts in their beginning. */
export const addressesOf = (task: Instructed): string[] => targetsIn(wordsOf(task));

/** The addresses that are written in a text, each once. */
export const targetsIn = (text: string): string[] => [...new Set(addressesIn(text))];

/** True where the words of a task leave open where it goes: they name no address, or are put together once it is done. */
export const isTargetOpen = (task: Instructed, words = wordsOf(task)): boolean =>
  targetsIn(words).length === 0 || (task.type === "direct" ? PUT_TOGETHER : PLACEHOLDER).test(words);

/** In a program: what it is given, and texts made of several. */
const PUT_TOGETHER = /\bdata\/|\(\s*(?:str|join|format|subs|replace)\b/;
const PLACEHOLDER = /\{\{/;

const MAX_TARGETS = 50;

/** All addresses in the instructions of a task and of its agent, sorted; null where these are not known in full. */
export function targetsOf(task: Instructed, agent: Pick<StoredAgent, "prompt"> | undefined): string[] | null {
  const { prompt = "" } = agent ?? {};
  if ([task.input, ...task.details, prompt].some(isCut)) return null;
  const targets = targetsIn(`${wordsOf(task)}\n${longTextOf(prompt)}`);
  return targets.length > MAX_TARGETS ? null : targets.sort();
}
