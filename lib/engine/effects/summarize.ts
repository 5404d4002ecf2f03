import { summarizer } from "@/lib/agents/summarizer";
import type { SummarizerInput } from "@/lib/agents/types";
import type { Json } from "@/lib/core/json";
import { keepSummary } from "@/lib/core/run/keep-summary";
import type { TaskState } from "@/lib/core/run/state";
import { previewOf } from "@/lib/core/stored-value";
import { cutText } from "@/lib/core/text";
import { callRole } from "../call-role";
import { noteOfEnd } from "./answer";
import { answerByRule } from "./answer-by-rule";
import { type EffectContext, type Ending, endWith } from "./effect";
import { infrastructureFailure, MAX_DIAGNOSIS_CHARS } from "./failures";
import { iterationHistory } from "./iteration";
import { type Bodies, bodyOf, loadBodies, refsOfValues, taskIn } from "./work";

/** Characters that all results together may take in the prompt, and one of them at most. */
const RESULTS_CHARS = 60_000;
const RESULT_CHARS = 5_000;

/**
 * Has the carried-out plan judged and its answer written. A summary that cannot be read is reported as a failure,
 * after which the plain answer is written (docs/engine.md, "Summarizer loop").
 */
export async function summarize(context: EffectContext): Promise<Ending> {
  const { key } = context;
  const written = await callRole(context, summarizer, await summarizerInput(context));
  if (!written.ok && written.code === "no_budget") return answerByRule(context);
  if (!written.ok && written.code === "unreadable") {
    return endWith({ type: "summary_unwritten", key, reason: cutText(written.problem, MAX_DIAGNOSIS_CHARS) });
  }
  if (!written.ok) return infrastructureFailure(context, written);
  const { kept, blob } = keepSummary(written.value);
  return endWith({ type: "summary_written", key, summary: kept }, blob && { blobs: [blob] });
}

async function summarizerInput(context: EffectContext): Promise<SummarizerInput> {
  const state = context.state();
  const tasks = state.order.map((id) => ({ ...taskIn(state, id) }));
  const note = noteOfEnd(state);
  const facts = {
    mission: state.mission,
    errors: tasks.flatMap(errorOf),
    evidence: tasks.flatMap(evidenceOf),
    history: iterationHistory(state),
    ...(note !== undefined && { note }),
  };
  const refs = refsOfValues(tasks.flatMap(({ result }) => result ?? []));
  const bodies = await loadBodies(context, state.workspaceId, refs);
  const share = Math.min(RESULT_CHARS, Math.floor(RESULTS_CHARS / Math.max(1, tasks.length)));
  const results = tasks.map((task) => {
    const { id, spec, status } = task;
    return { id, title: spec.title, status, value: shownValue(task, bodies, share) };
  });
  return { ...facts, results };
}

/** The whole value where there is room for it, else its beginning. */
function shownValue({ result }: TaskState, bodies: Bodies, chars: number): Json {
  if (!result) return null;
  const value = bodyOf(result, bodies);
  const shown = previewOf(value, chars);
  return typeof value === "string" || JSON.stringify(value) !== shown ? shown : value;
}

function errorOf({ id, status, diagnosis }: TaskState): SummarizerInput["errors"] {
  return status === "succeeded" ? [] : [{ taskId: id, status, diagnosis: diagnosis ?? "no reason given" }];
}

function evidenceOf({ id, attempts }: TaskState): SummarizerInput["evidence"] {
  return (attempts.at(-1)?.checks ?? []).map((check) => {
    const about = check.outcome === "passed" ? check.shown : check.diagnosis;
    const { layer, outcome } = check;
    return { taskId: id, layer, outcome, ...(about !== undefined && { about }) };
  });
}
