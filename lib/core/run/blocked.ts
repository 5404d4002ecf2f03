import { limitOf, timeAtActiveMs, WARN_AT } from "./ledger";
import type { Effect, EffectKind, RunState } from "./state";

type Work = Exclude<Effect, { kind: "wake" }>;

/** Effects that begin without a model: a program, and the preparation of a question to a person. */
const WITHOUT_MODEL: ReadonlySet<EffectKind> = new Set(["run_direct", "show_gate"]);

/**
 * True for work that may not begin, because it needs a budget that is spent or waits for room in one. What is in
 * flight goes on until it asks for more (docs/engine.md, "Budgets").
 */
export function awaitsBudget({ inFlight, ledger }: RunState, { kind, key }: Work): boolean {
  if (inFlight[key]) return false;
  if (ledger.queued[key]) return true;
  const counter = ledger.exhaustedLimit?.counter;
  if (counter === "maxDurationMs") return true;
  return (counter === "maxTokens" || counter === "maxCostMicroUsd") && !WITHOUT_MODEL.has(kind);
}

/** The moments at which the run's time is nearly and wholly used. */
export function clockWakes(state: RunState): Effect[] {
  const { ledger, runId } = state;
  const limit = limitOf(state, "maxDurationMs");
  if (limit === undefined || ledger.exhaustedLimit || ledger.closing) return [];
  const isWarned = ledger.warned.maxDurationMs === limit;
  const at = timeAtActiveMs(state, isWarned ? limit : Math.ceil(WARN_AT * limit));
  return at === undefined ? [] : [{ kind: "wake", key: `${runId}/clock`, at }];
}
