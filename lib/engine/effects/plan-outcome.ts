import type { SummarizerInput } from "@/lib/agents/types";
import { describeStanding } from "@/lib/core/describe/reflection";
import type { Json } from "@/lib/core/json";
import type { TaskState } from "@/lib/core/run/state";
import { previewOf } from "@/lib/core/stored-value";
import { endNote } from "./answer";
import type { EffectContext } from "./effect";
import { type Bodies, bodyOf, loadBodies, refsOfValues, taskIn } from "./work";

/** Characters that all results together may take in a prompt, and one of them at most. */
const RESULTS_CHARS = 60_000;
const RESULT_CHARS = 5_000;

/** What a plan came to, as those see it who write the final answer and judge it. */
export type PlanOutcome = Pick<SummarizerInput, "results" | "errors" | "evidence" | "note">;

export async function planOutcome(context: EffectContext): Promise<PlanOutcome> {
  const state = context.state();
  const tasks = state.order.map((id) => ({ ...taskIn(state, id) }));
  const note = endNote(state);
  const facts = {
    errors: tasks.flatMap(errorOf),
    evidence: tasks.flatMap(evidenceOf),
    ...(note !== undefined && { note }),
  };
  const refs = refsOfValues(tasks.flatMap(({ result }) => result ?? []));
  const bodies = await loadBodies(context, state.workspaceId, refs);
  const share = Math.min(RESULT_CHARS, Math.floor(RESULTS_CHARS / Math.max(1, tasks.length)));
  const results = tasks.map((task) => {
    const { id, spec, status } = task;
    return { id, title: spec.title, status, value: valueWithin(task, bodies, share) };
  });
  return { ...facts, results };
}

/** The whole value where there is room for it, else its beginning. */
function valueWithin({ result }: TaskState, bodies: Bodies, chars: number): Json {
  if (!result) return null;
  const value = bodyOf(result, bodies);
  const shown = previewOf(value, chars);
  return typeof value === "string" || JSON.stringify(value) !== shown ? shown : value;
}

function errorOf({ id, status, diagnosis }: TaskState): PlanOutcome["errors"] {
  return status === "succeeded" ? [] : [{ taskId: id, status, diagnosis: diagnosis ?? "no reason given" }];
}

function evidenceOf({ id, attempts }: TaskState): PlanOutcome["evidence"] {
  const { checks = [], reflection } = attempts.at(-1) ?? {};
  const checked = checks.map((check) => {
    const about = check.outcome === "passed" ? check.shown : check.diagnosis;
    const { layer, outcome } = check;
    return { taskId: id, layer, outcome, ...(about !== undefined && { about }) };
  });
  const about = describeStanding(reflection);
  if (about === undefined || !reflection?.outcome) return checked;
  return [...checked, { taskId: id, layer: "critique", outcome: reflection.outcome, about }];
}
