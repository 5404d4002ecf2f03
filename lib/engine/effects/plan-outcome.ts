import type { Outcome } from "@/lib/agents/outcome";
import type { Role } from "@/lib/agents/role";
import { digestOf } from "@/lib/core/bytes";
import { describeStanding } from "@/lib/core/describe/learning/reflection";
import { peopleWordLines } from "@/lib/core/describe/people-words";
import { formatReason } from "@/lib/core/describe/reason";
import { describeResultStanding } from "@/lib/core/describe/standing";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { quoted } from "@/lib/core/legible/marked";
import { getOwn, setOwn } from "@/lib/core/own";
import { type Placeholder, placeholdersOf } from "@/lib/core/plan/interpolate";
import { peopleWords } from "@/lib/core/run/people-words";
import { openReflection } from "@/lib/core/run/reflections";
import { standings } from "@/lib/core/run/standing";
import type { AnswerState, RunState, TaskState } from "@/lib/core/run/state";
import { previewOf } from "@/lib/core/stored-value";
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
    const entry = { id, title: spec.title, status: statusOf(task) };
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

/** All that the answer has to go by beside the results. */
export async function toldAtTheEnd(context: EffectContext): Promise<ToldAtTheEnd> {
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
 * A role that writes the run's answer, asked once more where that hands over a result which does not stand; `answerOf` is
 * the text in what it gives.
 */
export function handingOver<Input, Output>(
  context: EffectContext,
  role: Role<Input, Output>,
  answerOf: (output: Output) => string,
): Role<Input, Output> {
  let wasAsked = false;
  return {
    ...role,
    parse(text, data) {
      const read = role.parse(text, data);
      const problem = read.ok && !wasAsked ? handOverProblem(context, answerOf(read.value)) : undefined;
      if (problem === undefined) return read;
      wasAsked = true;
      return { ok: false, problem };
    },
  };
}

/** Says to its writer why an answer may not hand over a result that it names; undefined where it may. */
function handOverProblem(context: EffectContext, answer: string): string | undefined {
  const state = context.state();
  const standing = standings(state);
  for (const { id, text } of namedResults(state, answer)) {
    const said = describeResultStanding(state, standing.get(id));
    if (said !== undefined) return `${text} may not be handed over: ${said}.`;
  }
  return;
}

/**
 * An answer with the results that it hands over whole in the places that name them (docs/plans.md, "Placeholders"). One
 * that does not stand is not handed over: a sentence says so in its place.
 */
export async function withWholeResults(context: EffectContext, answer: string): Promise<string> {
  const state = context.state();
  const standing = standings(state);
  const named = namedResults(state, answer);
  const results = new Map(named.map(({ id }) => [id, getOwn(state.tasks, id)?.result]));
  const stored = [...results.values()].flatMap((result) => result ?? []);
  const bodies = await loadBodies(context, state.workspaceId, refsOfValues(stored));
  return named.reduce((text, { text: placeholder, id }) => {
    const said = describeResultStanding(state, standing.get(id));
    const title = quoted(getOwn(state.tasks, id)?.spec.title ?? id);
    if (said !== undefined)
      return text.replaceAll(placeholder, () => `(${title} is not handed over: ${said}.)`);
    const result = results.get(id);
    return result ? text.replaceAll(placeholder, () => wholeText(bodyOf(result, bodies))) : text;
  }, answer);
}

const namedResults = ({ order }: Readonly<RunState>, answer: string): Placeholder[] =>
  placeholdersOf(answer, new Set(order)).filter(({ known, path }) => known && path === "");

function wholeText(value: Json): string {
  return typeof value === "string" ? value : `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

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

/** People who want something changed have answered: their gate has not failed. */
const statusOf = ({ status, failureCode }: TaskState): string =>
  failureCode === "changes_requested" ? failureCode : status;

function errorOf({ id, status, failureCode, diagnosis }: TaskState): NonNullable<Outcome["errors"]> {
  // What the end of the run left undone is said by its status.
  const isLeft = status === "skipped" && diagnosis?.code === "run_finishing";
  if (status === "succeeded" || failureCode === "changes_requested" || isLeft) return [];
  return [{ taskId: id, status, diagnosis: diagnosis ? formatReason(diagnosis) : "no reason given" }];
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
