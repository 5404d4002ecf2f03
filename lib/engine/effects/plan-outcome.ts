import type { Outcome } from "@/lib/agents/outcome";
import { describeStanding } from "@/lib/core/describe/learning/reflection";
import { peopleWordLines } from "@/lib/core/describe/people-words";
import { formatReason } from "@/lib/core/describe/reason";
import type { Json } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { placeholdersOf } from "@/lib/core/plan/interpolate";
import { peopleWords } from "@/lib/core/run/people-words";
import { openReflection } from "@/lib/core/run/reflections";
import type { AnswerState, RunState, TaskState } from "@/lib/core/run/state";
import { previewOf } from "@/lib/core/stored-value";
import { promptAttachments } from "./attachments";
import type { EffectContext } from "./effect";
import { mayHaveWritten, writtenCallLines } from "./tools/earlier-calls";
import { type Bodies, bodyOf, loadBodies, refsOfValues, taskIn } from "./work";

/** Characters that all results together may take in a prompt, and one of them at most. */
const RESULTS_CHARS = 60_000;
const RESULT_CHARS = 5_000;

/** The plan's outcome, as those see it who write the run's answer and judge it. */
export async function planOutcome(context: EffectContext): Promise<Outcome> {
  const state = context.state();
  const tasks = state.order.map((id) => ({ ...taskIn(state, id) }));
  const facts = {
    errors: tasks.filter((task) => !isReplaced(task, tasks)).flatMap(errorOf),
    evidence: tasks.flatMap(evidenceOf),
    ...(await toldAtTheEnd(context)),
  };
  const refs = refsOfValues(tasks.flatMap(({ result }) => result ?? []));
  const bodies = await loadBodies(context, state.workspaceId, refs);
  const share = Math.min(RESULT_CHARS, Math.floor(RESULTS_CHARS / Math.max(1, tasks.length)));
  const results = tasks.flatMap((task) => {
    if (isReplaced(task, tasks)) return [];
    const { id, spec, status } = task;
    return { id, title: spec.title, status, value: valueWithin(task, bodies, share) };
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

/** Work that failed and that another task of its lineage then did: it is not told of. */
export function isReplaced({ id, status, spec }: TaskState, tasks: readonly TaskState[]): boolean {
  const { lineage } = spec;
  const others = tasks.filter((other) => other.id !== id && other.spec.lineage === lineage);
  return status !== "succeeded" && others.some((other) => other.status === "succeeded");
}

/** An answer with the results that it hands over whole in the places that name them (docs/plans.md, "Placeholders"). */
export async function withWholeResults(context: EffectContext, answer: string): Promise<string> {
  const { order, tasks, workspaceId } = context.state();
  const named = placeholdersOf(answer, new Set(order)).filter(({ known, path }) => known && path === "");
  const results = new Map(named.map(({ id }) => [id, getOwn(tasks, id)?.result]));
  const stored = [...results.values()].flatMap((result) => result ?? []);
  const bodies = await loadBodies(context, workspaceId, refsOfValues(stored));
  return named.reduce((text, { text: placeholder, id }) => {
    const result = results.get(id);
    return result ? text.replaceAll(placeholder, () => wholeText(bodyOf(result, bodies))) : text;
  }, answer);
}

function wholeText(value: Json): string {
  return typeof value === "string" ? value : `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

/** The whole value where there is room for it, else its beginning. */
export function valueWithin({ result }: Pick<TaskState, "result">, bodies: Bodies, chars: number): Json {
  if (!result) return null;
  const value = bodyOf(result, bodies);
  const shown = previewOf(value, chars);
  return typeof value === "string" || JSON.stringify(value) !== shown ? shown : value;
}

function errorOf({ id, status, diagnosis }: TaskState): NonNullable<Outcome["errors"]> {
  return status === "succeeded"
    ? []
    : [{ taskId: id, status, diagnosis: diagnosis ? formatReason(diagnosis) : "no reason given" }];
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
