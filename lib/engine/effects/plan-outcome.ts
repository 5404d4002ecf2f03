import type { Outcome, SentBack } from "@/lib/agents/outcome";
import type { Role } from "@/lib/agents/role";
import { digestOf } from "@/lib/core/bytes";
import { describeGateAnswer } from "@/lib/core/describe/gates/answered";
import { describeStanding } from "@/lib/core/describe/learning/reflection";
import { peopleWordLines } from "@/lib/core/describe/people-words";
import { formatReason } from "@/lib/core/describe/reason";
import { describeResultStanding } from "@/lib/core/describe/standing";
import { isInCode, valueInText } from "@/lib/core/describe/value-in-text";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { quoted } from "@/lib/core/legible/marked";
import { getOwn, setOwn } from "@/lib/core/own";
import {
  isOnePlaceholder,
  type Placeholder,
  placeholdersOf,
  placeholderValue,
  withWords,
} from "@/lib/core/plan/interpolate";
import { peopleWords } from "@/lib/core/run/people-words";
import { openReflection } from "@/lib/core/run/reflections";
import { standings } from "@/lib/core/run/standing";
import type { AnswerState, RunState, TaskState } from "@/lib/core/run/state";
import { toldStatus } from "@/lib/core/run/state/told-status";
import { previewOf, type StoredValue } from "@/lib/core/stored-value";
import { promptAttachments } from "./attachments";
import type { EffectContext } from "./effect";
import { mayHaveWritten, writtenCallLines } from "./tools/earlier-calls";
import { type Bodies, bodyOf, loadBodies, refsOfValues, taskIn } from "./work";

/** Characters that all results together may take in a prompt, and one of them at most. */
const RESULTS_CHARS = 60_000;
const RESULT_CHARS = 5_000;

/** From this length on, equal results stand once in a prompt. */
const SHORT_CHARS = 200;

/** The plan's outcome, as those see it who write the run's answer and judge it. */
export async function planOutcome(context: EffectContext): Promise<Outcome> {
  const state = context.state();
  const standing = standings(state);
  const tasks = state.order
    .map((id) => ({ ...taskIn(state, id) }))
    .filter(({ id }) => standing.get(id)?.as !== "replaced");
  const facts = {
    errors: tasks.flatMap(errorOf),
    evidence: tasks.flatMap(evidenceOf),
    ...(await toldAtTheEnd(context)),
  };
  const refs = refsOfValues(tasks.flatMap(({ result }) => result ?? []));
  const bodies = await loadBodies(context, state.workspaceId, refs);
  const share = Math.min(RESULT_CHARS, Math.floor(RESULTS_CHARS / Math.max(1, tasks.length)));
  const shownAs = new Map<string, string>();
  const results = tasks.map((task): Outcome["results"][number] => {
    const { id, spec, result } = task;
    const answered = spec.type === "human_review" ? describeGateAnswer(state, id) : undefined;
    const by = answered === undefined ? {} : { answered };
    const entry = { id, title: spec.title, status: toldStatus(task), ...by };
    const said = describeResultStanding(state, standing.get(id));
    if (said !== undefined) return { ...entry, standing: said };
    const same = result && shownAs.get(result.digest);
    if (same !== undefined) return { ...entry, sameAs: same };
    if (!result) return { ...entry, value: null };
    const whole = bodyOf(result, bodies);
    const value = withinChars(withoutShown(whole, shownAs), share);
    if (JSON.stringify(value).length > SHORT_CHARS) shownAs.set(result.digest, id);
    return { ...entry, value };
  });
  return { ...facts, results };
}

/** The same for the one who writes the answer, with the one that people have sent back. */
export async function outcomeForWriter(context: EffectContext): Promise<Outcome & SentBack> {
  const { workspaceId, answerSentBack } = context.state();
  const sent = answerSentBack?.answer;
  const outcome = await planOutcome(context);
  if (!sent) return outcome;
  const body = bodyOf(sent, await loadBodies(context, workspaceId, refsOfValues([sent])));
  return { ...outcome, previousAnswer: typeof body === "string" ? body : JSON.stringify(body) };
}

/** All that the answer has to go by beside the results. */
async function toldAtTheEnd(context: EffectContext): Promise<ToldAtTheEnd> {
  const state = context.state();
  const note = endNote(state);
  const facts = {
    peopleSaid: peopleWordLines(peopleWords(state)),
    mistakes: mistakesOf(state),
    ...(note !== undefined && { note }),
  };
  const effectsDone = mayHaveWritten(state) ? await writtenCallLines(context, Number.POSITIVE_INFINITY) : [];
  const attachments = await promptAttachments(context);
  return { ...facts, effectsDone, ...(attachments && { attachments }) };
}

type ToldAtTheEnd = Omit<Outcome, "results" | "errors" | "evidence">;

/**
 * A role that writes the run's answer, asked once more where that hands over a result which does not stand, or names one that
 * is not there; `answerOf` is the text in what it gives.
 */
export async function handingOver<Input, Output>(
  context: EffectContext,
  role: Role<Input, Output>,
  answerOf: (output: Output) => string,
): Promise<Role<Input, Output>> {
  const state = context.state();
  const bodies = await loadBodies(context, state.workspaceId, refsOfValues(resultsOf(state)));
  let wasAsked = false;
  return {
    ...role,
    parse(text, data) {
      const read = role.parse(text, data);
      const problem = read.ok && !wasAsked ? handOverProblem(state, answerOf(read.value), bodies) : undefined;
      if (problem === undefined) return read;
      wasAsked = true;
      return { ok: false, problem };
    },
  };
}

/** Says to its writer why an answer may not hand over a result that it names; undefined where it may. */
function handOverProblem(state: RunState, answer: string, bodies: Bodies): string | undefined {
  for (const { placeholder, standing, value } of namedResults(state, answer, bodies)) {
    if (standing !== undefined) return `${placeholder.text} may not be handed over: ${standing}.`;
    if (value === undefined) return `${placeholder.text} names no result, nor a part of one.`;
  }
  return;
}

/**
 * An answer with the results that it hands over, whole or a part of them, in the places that name them (docs/plans.md,
 * "Placeholders"). Where one does not stand, or nothing is there, a sentence says so in its place.
 */
export async function withWholeResults(context: EffectContext, answer: string): Promise<string> {
  const state = context.state();
  const bodies = await loadBodies(context, state.workspaceId, refsOfValues(resultsOf(state)));
  const asData = isOnePlaceholder(answer) || ASKS_FOR_JSON.test(`${state.mission}\n${answer}`);
  const named = new Map(namedResults(state, answer, bodies).map((one) => [one.placeholder.text, one]));
  return withWords(answer, new Set(state.order), (placeholder, place) => {
    const { standing, value } = named.get(placeholder.text) ?? {};
    const title = quoted(getOwn(state.tasks, placeholder.id)?.spec.title ?? placeholder.id);
    const part =
      placeholder.path === "" ? title : `${quoted(placeholder.path.replace(/^\./, ""))} of ${title}`;
    if (standing !== undefined) return `(${part} is not handed over: ${standing}.)`;
    if (value === undefined) return `(${part} is not there.)`;
    const isData = typeof value === "object" && value !== null;
    return asData && isData && !isInCode(place.before) ? jsonBlock(value) : valueInText(value, place);
  });
}

/** The mission wants data, or the answer announces it. */
const ASKS_FOR_JSON = /\bjson\b/i;

const resultsOf = ({ order, tasks }: Readonly<RunState>): StoredValue[] =>
  order.flatMap((id) => getOwn(tasks, id)?.result ?? []);

/** What an answer names: why that does not stand, else its value, undefined where there is none. */
type NamedResult = { placeholder: Placeholder; standing?: string | undefined; value?: Json };

function namedResults(state: RunState, answer: string, bodies: Bodies): NamedResult[] {
  const standing = standings(state);
  return placeholdersOf(answer, new Set(state.order)).map((placeholder) => {
    const { id, path, known } = placeholder;
    const result = known ? getOwn(state.tasks, id)?.result : undefined;
    const said = known ? describeResultStanding(state, standing.get(id)) : undefined;
    if (said !== undefined || !result) return { placeholder, standing: said };
    const value = placeholderValue(bodyOf(result, bodies), placeholder);
    return path !== "" && value === null ? { placeholder } : { placeholder, value };
  });
}

const jsonBlock = (value: Json): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/**
 * A map whose parts are results that stand there already names them instead: what a gate without an input lets pass is one of
 * all that it waits for.
 */
function withoutShown(value: Json, shownAs: ReadonlyMap<string, string>): Json {
  if (!isJsonObject(value) || shownAs.size === 0) return value;
  const parts = Object.entries(value).map(([name, part]): [string, Json] => {
    const same = JSON.stringify(part).length > SHORT_CHARS ? shownAs.get(digestOf(part)) : undefined;
    return [name, same === undefined ? part : { sameAs: same }];
  });
  const once: JsonObject = {};
  for (const [name, part] of parts) setOwn(once, name, part);
  return once;
}

/** The whole value where there is room for it, else its beginning. */
export const valueWithin = ({ result }: Pick<TaskState, "result">, bodies: Bodies, chars: number): Json =>
  result ? withinChars(bodyOf(result, bodies), chars) : null;

function withinChars(value: Json, chars: number): Json {
  const shown = previewOf(value, chars);
  return typeof value === "string" || JSON.stringify(value) !== shown ? shown : value;
}

function errorOf(task: TaskState): NonNullable<Outcome["errors"]> {
  const { id, status, failureCode, diagnosis } = task;
  // What the end of the run left undone is said by its status.
  const isLeft = status === "skipped" && diagnosis?.code === "run_finishing";
  if (status === "succeeded" || failureCode === "changes_requested" || isLeft) return [];
  return [
    {
      taskId: id,
      status: toldStatus(task),
      diagnosis: diagnosis ? formatReason(diagnosis) : "no reason given",
    },
  ];
}

function evidenceOf({ id, attempts }: TaskState): NonNullable<Outcome["evidence"]> {
  const { checks = [], reflection } = attempts.at(-1) ?? {};
  const checked = checks.map((check) => {
    const about = check.outcome === "passed" ? check.shown : formatReason(check.diagnosis);
    const { layer, outcome } = check;
    return { taskId: id, layer, outcome, ...(about !== undefined && { about }) };
  });
  const about = describeStanding(reflection);
  if (about === undefined || !reflection?.outcome) return checked;
  return [...checked, { taskId: id, layer: "critique", outcome: reflection.outcome, about }];
}

const END_NOTES: Partial<Record<NonNullable<RunState["finishing"]>, string>> = {
  completed_early: "The run ended before all of its tasks were done: say what was left out.",
};

/** What the reader of the answer has to be told of how the plan ended; undefined when it simply ended. */
function endNote({ finishing, halted }: Readonly<RunState>): string | undefined {
  if (halted !== undefined)
    return `The plan was stopped before all of its tasks were done: ${formatReason(halted)}`;
  return finishing && END_NOTES[finishing];
}

/** What a critic of the plan in force found wrong with how it was carried out. */
function mistakesOf({ selfCritiques, counters }: Readonly<RunState>): string[] {
  const last = selfCritiques?.at(-1);
  if (last?.iteration !== counters.iterations || "failed" in last) return [];
  return last.mistakes;
}

/** The answer that is critiqued, or revised, now, and the one before it. */
export function lastAnswers(context: EffectContext): { last: AnswerState; before?: AnswerState | undefined } {
  const [last, before] = openReflection(context.state())?.answers.toReversed() ?? [];
  if (!last) throw new Error("This run's answer is not under reflection");
  return { last, before };
}
