import type { RunState } from "@/lib/core/run";
import type { StoredValue } from "@/lib/core/stored-value";

/**
 * What a run came to, as far as faults must not change it. Left out, because a crash may change them: epochs, sequence
 * numbers and times; model calls and tool calls, of which those in flight are repeated and counted again; and gates
 * about unknown outcomes.
 */
export type EndState = Record<string, unknown>;

export function endStateOf(state: Readonly<RunState>): EndState {
  const { replans, iterations, attempts, reviews, decisions } = state.counters;
  const { finished, phase, planVersion, planDigest, order, paused } = state;
  return {
    reason: finished?.reason,
    because: finished?.because,
    answer: digestOf(state.answer),
    lessonsShown: Object.values(state.lessonsShown ?? {}).flatMap((shown) => shown.map(({ id }) => id)),
    selfCritiques: state.selfCritiques,
    // Asked for thirty seconds, which a take-over may use up: rules then say it.
    lookedBack: state.retrospect !== undefined,
    summaries: state.summaries.map(({ finalAnswer, route }) => [digestOf(finalAnswer), route?.decision]),
    phase,
    planVersion,
    planDigest,
    order,
    paused: paused !== undefined,
    counters: { replans, iterations, attempts, reviews, decisions },
    openGates: Object.keys(state.openApprovals).length,
    inFlight: Object.keys(state.inFlight).length,
    tasks: Object.fromEntries(Object.values(state.tasks).map((task) => [task.id, endOfTask(task)])),
  };
}

function endOfTask(task: RunState["tasks"][string]) {
  const { status, attempt, attempts, diagnosis, failureCode, sinceVersion, spec, tolerated, proposal } = task;
  return {
    status,
    attempt,
    diagnosis,
    failureCode,
    sinceVersion,
    tolerated,
    lineage: spec.lineage,
    result: digestOf(task.result),
    decision: proposal?.decision,
    attempts: attempts.map(({ steps, outcome, code, output, checks }) => {
      const checked = checks?.map((check) => ({ layer: check.layer, outcome: check.outcome }));
      return { steps, outcome, code, output: digestOf(output), checks: checked };
    }),
  };
}

const digestOf = (value: StoredValue | undefined): string | undefined => value?.digest;

/** The places in which two end states differ, as `path: calm | faulty`. */
export function differences(baseline: unknown, actual: unknown, path = ""): string[] {
  if (isObject(baseline) && isObject(actual)) {
    const keys = [...new Set([...Object.keys(baseline), ...Object.keys(actual)])].sort();
    return keys.flatMap((key) =>
      differences(baseline[key], actual[key], path === "" ? key : `${path}.${key}`),
    );
  }
  if (Object.is(baseline, actual)) return [];
  return [`${path}: ${JSON.stringify(baseline)} | ${JSON.stringify(actual)}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
