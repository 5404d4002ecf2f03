import { verification } from "@/lib/agents/verification";
import { readAbstention, readAnswer } from "@/lib/core/answers";
import { formatReason } from "@/lib/core/describe/reason";
import { canonicalJson, type Json } from "@/lib/core/json";
import { type Limits, type Verdict, verify } from "@/lib/core/lisp";
import { outputJsonSchema } from "@/lib/core/plan";
import { criteriaOf } from "@/lib/core/plan/criteria";
import { predicateOf } from "@/lib/core/plan/defaults";
import type { Mismatch } from "@/lib/core/ports";
import type { Check } from "@/lib/core/run/events/checks";
import type { SimpleReason } from "@/lib/core/run/events/reason";
import { previewOf, storeValue } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import type { Trajectory } from "@/lib/core/trajectory";
import { callRole } from "../model/call-role";
import { type EffectContext, endWith, type Report } from "./effect";
import {
  abstainedReason,
  failedAttempt,
  type InfrastructureFailure,
  infrastructureFailure,
  MAX_DIAGNOSIS_CHARS,
  statedDiagnosis,
} from "./failures";
import { judgedWork } from "./given";
import { writeCheckAgain } from "./repair-check";
import { programData, type Work } from "./work";

/** Notes on what a result was coerced from, and characters of one. */
const MAX_NOTES = 10;
const NOTE_CHARS = 200;

/** Characters of a predicate or of criteria that a check shows. */
const SHOWN_CHARS = 200;

/** What a model holds a result against when the plan only says that it is to be looked at. */
const DEFAULT_CRITERIA =
  "The result does what the task asks, completely, and contradicts neither its input nor the results it builds on.";

/** What the end of an attempt names. */
type Place = Pick<EffectContext, "key" | "taskId" | "attempt">;

/** An attempt that has come to a result, and the steps that led there. */
type Ended = { work: Work; trajectory: Pick<Trajectory, "steps"> };

/** A layer's words, none where the task does not ask for it, or why it could not be asked for now. The last one counts. */
type LayerResult = Check[] | { unavailable: InfrastructureFailure };

type Judging = {
  criteria: string | undefined;
  /** Commits what no waiting model may hold up. */
  beforeModel: () => Promise<void>;
};

/**
 * Ends an attempt with this result if the layers that the task asks for let it pass, in order; the first that does not
 * ends it otherwise (docs/engine.md, "Verification"). `before` are reports that no waiting model may hold up.
 */
export async function endWithResult(
  context: EffectContext,
  attempt: Ended,
  result: Json,
  before: Report[] = [],
  coerced: string[] = [],
): Promise<Report[]> {
  const checks: Check[] = [];
  const criteria = criteriaFor(context, attempt.work);
  let first = before;
  const beforeModel = async () => {
    if (first.length === 0) return;
    await context.commit(first);
    context.signal.throwIfAborted();
    first = [];
  };
  for (const judge of [bySchema, byPredicate, byModel]) {
    const layerResult = await judge(context, attempt, result, { criteria, beforeModel });
    if ("unavailable" in layerResult)
      return [...first, ...infrastructureFailure(context, layerResult.unavailable)];
    const isNoted = judge === bySchema && coerced.length > 0;
    checks.push(...layerResult.map((check) => (isNoted ? { ...check, coerced: notes(coerced) } : check)));
    const last = checks.at(-1);
    if (last && last.outcome !== "passed") break;
  }
  return [...first, ...verifiedEnd(context, result, checks)];
}

/** The end of an attempt that only a predicate has a say on, if that lets the result pass within these limits. */
export function endIfPassed(
  context: Place & Pick<EffectContext, "state" | "clock">,
  work: Pick<Work, "task" | "upstream">,
  result: Json,
  limits: Partial<Limits>,
): Report[] | undefined {
  const source = predicateOf(work.task);
  if (source === undefined) return verifiedEnd(context, result, []);
  const verdict = verdictOn(context, work, { source, result, limits });
  return verdict.outcome === "passed"
    ? verifiedEnd(context, result, [predicateCheck(source, verdict)])
    : undefined;
}

/** The end of an attempt whose model says that there can be no result. */
export function endWithAbstention(context: Place, reason: string, before: Report[] = []): Report[] {
  return [...before, ...failedAttempt(context, { code: "abstained", diagnosis: abstainedReason(reason) })];
}

/** Does a model have a say on this result? Then it costs time in which what led to it must not be lost. */
export function criteriaFor(context: EffectContext, { task }: Work): string | undefined {
  const criteria = criteriaOf(task, context.state().settings);
  return criteria === true ? DEFAULT_CRITERIA : criteria;
}

/** As much of the notes as an event has room for. */
const notes = (coerced: readonly string[]): string[] =>
  coerced.slice(0, MAX_NOTES).map((note) => cutText(note, NOTE_CHARS));

/** `cannot`: why there is none, as the model says. */
type ReadResult =
  | { ok: true; value: Json; coerced: string[] }
  | { ok: false; problem: string; cannot?: string };

/**
 * The result that an answer holds in the form of its task's schema, whatever stands around it, or what does not fit;
 * undefined where the task asks for no form and the answer is one.
 */
export function resultIn(
  context: Pick<EffectContext, "schemas">,
  { task }: Work,
  given: Json,
): ReadResult | undefined {
  const schema = outputJsonSchema(task);
  const said = readAbstention(given, schema);
  if ("cannot" in said) return { ok: false, problem: said.cannot, cannot: said.cannot };
  if (!schema) return;
  const { answer } = said;
  const read = readAnswer(typeof answer === "string" ? answer : canonicalJson(answer), schema);
  if (!read.ok) return read;
  const mismatches = context.schemas.mismatches(schema, read.value);
  if (mismatches.length === 0) return read;
  return { ok: false, problem: `${formatReason(mismatchReason(mismatches))}.` };
}

function bySchema(context: EffectContext, { work: { task } }: Ended, result: Json): LayerResult {
  const schema = outputJsonSchema(task);
  if (!schema) return [];
  const mismatches = context.schemas.mismatches(schema, result);
  if (mismatches.length === 0) return [{ layer: "schema", outcome: "passed" }];
  return [{ layer: "schema", outcome: "failed", diagnosis: mismatchReason(mismatches) }];
}

/** The word of the task's predicate; of one that could not be evaluated, and was written again, that of the new one too. */
async function byPredicate(
  context: EffectContext,
  { work }: Ended,
  result: Json,
  { beforeModel }: Judging,
): Promise<LayerResult> {
  const source = predicateOf(work.task);
  if (source === undefined) return [];
  const verdict = verdictOn(context, work, { source, result });
  if (isStopped(verdict)) return stopped(verdict);
  const again = await writeCheckAgain(context, work, { result, verdict }, beforeModel);
  const word = predicateCheck(source, verdict);
  if (again === undefined) return [word];
  if (typeof again !== "string") return again;
  const second = verdictOn(context, work, { source: again, result });
  return isStopped(second) ? stopped(second) : [word, predicateCheck(again, second)];
}

/** What a predicate says of a result, with all that it may ask for. */
function verdictOn(
  context: Pick<EffectContext, "state" | "clock">,
  work: Pick<Work, "task" | "upstream">,
  { source, result, limits }: { source: string; result: Json; limits?: Partial<Limits> },
): Verdict {
  const data = { ...programData(context.state(), work), result };
  return verify(source, data, { ...limits, now: context.clock.monotonicMs });
}

function predicateCheck(source: string, verdict: Verdict): Check {
  const about = { layer: "predicate" as const, shown: previewOf(source.trim(), SHOWN_CHARS) };
  const { outcome } = verdict;
  return outcome === "passed"
    ? { ...about, outcome }
    : { ...about, outcome, diagnosis: statedDiagnosis(verdict.diagnosis) };
}

type Stopped = Extract<Verdict, { outcome: "error" }>;

const isStopped = (verdict: Verdict): verdict is Stopped =>
  verdict.outcome === "error" && verdict.error.limit === "deadline";

const stopped = ({ diagnosis }: Stopped) => ({
  unavailable: { code: "deadline" as const, message: `The predicate was stopped: ${diagnosis}` },
});

/** A verdict that cannot be read lets nothing pass. */
async function byModel(
  context: EffectContext,
  { work, trajectory }: Ended,
  result: Json,
  { criteria, beforeModel }: Judging,
): Promise<LayerResult> {
  if (criteria === undefined) return [];
  await beforeModel();
  const about = { layer: "model" as const, shown: previewOf(criteria.trim(), SHOWN_CHARS) };
  const answer = await callRole(context, verification, {
    mission: context.state().mission,
    ...(await judgedWork(context, work, trajectory.steps)),
    result,
    criteria,
  });
  if (answer.ok) {
    const { passed, reason } = answer.value;
    return [
      passed
        ? { ...about, outcome: "passed" }
        : { ...about, outcome: "failed", diagnosis: statedDiagnosis(reason) },
    ];
  }
  if (answer.code === "unreadable") {
    const text = cutText(answer.problem, MAX_DIAGNOSIS_CHARS);
    const code = answer.cannot !== undefined ? "not_judged" : "unreadable_verdict";
    return [{ ...about, outcome: "error", diagnosis: { code, text } }];
  }
  if (answer.code !== "context_overflow") return { unavailable: answer };
  const text = cutText(answer.message, MAX_DIAGNOSIS_CHARS);
  return [{ ...about, outcome: "error", diagnosis: { code: "result_too_long", text } }];
}

function verifiedEnd(context: Place, result: Json, checks: Check[]): Report[] {
  const { stored, blob } = storeValue(result);
  const rows = blob && { blobs: [blob] };
  const last = checks.at(-1);
  if (!last || last.outcome === "passed") {
    const { key, taskId, attempt } = context;
    return endWith({ type: "attempt_succeeded", key, taskId, attempt, value: stored, checks }, rows);
  }
  const { layer, outcome, diagnosis } = last;
  const refused = layer === "schema" ? "schema_mismatch" : "check_failed";
  const code = outcome === "error" ? "verification_error" : refused;
  return failedAttempt(context, { code, diagnosis, output: stored, checks }, rows);
}

/** As many mismatches as a diagnosis has room for, the first at any rate. */
function mismatchReason(mismatches: readonly Mismatch[]): SimpleReason {
  const kept: Mismatch[] = [];
  let room = MAX_DIAGNOSIS_CHARS;
  for (const { path, message, unusable } of mismatches) {
    const cut = { path: cutText(path, 200), message: cutText(message, 500), ...(unusable && { unusable }) };
    room -= cut.path.length + cut.message.length;
    if (room < 0 && kept.length > 0) break;
    kept.push(cut);
  }
  return { code: "schema_mismatch", mismatches: kept };
}
