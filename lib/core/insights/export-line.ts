import { hideSecretsIn } from "../hide-secrets";
import type { Json, JsonObject } from "../json";
import type { Decision } from "../plan/words";
import type { Provenance } from "../run/events/envelope";
import type { GateVerb } from "../run/gates/table";
import type { FinishReason, RunStatus } from "../run/status";

/** A decision of an exported run; people are not named. */
export type ExportedDecision = {
  kind: "review" | "gate";
  taskId: string | null;
  proposed: Decision | null;
  /** Why the model proposed it. */
  proposedBecause: string | null;
  decision: GateVerb;
  reasoning: string | null;
  provenance: Provenance | null;
  agrees: boolean | null;
};

export type ExportedRun = {
  mission: string;
  originalPlan: Json;
  results: Record<string, Json>;
  decisions: readonly ExportedDecision[];
  outcome: {
    runId: string;
    status: RunStatus;
    finishReason: FinishReason | null;
    answer: Json;
    tags: readonly string[];
    replans: number;
    iterations: number;
    durationMs: number;
    /** Null where a call has no known cost. */
    usd: number | null;
    modelCalls: number;
  };
};

/**
 * A finished run as a line for tuning (docs/insights.md, "Runs as JSONL"). What looks like a key, a token or a password is
 * hidden, wherever it stands.
 */
export function exportLine({ mission, originalPlan, results, decisions, outcome }: ExportedRun): string {
  const overrides = decisions
    .filter(({ agrees }) => agrees === false)
    .map(({ taskId, proposed, proposedBecause, decision, reasoning }) => {
      return { taskId, proposed, proposedBecause, decision, reason: reasoning };
    });
  const line = { mission, originalPlan, results, decisions, overrides, outcome };
  return JSON.stringify(hideSecretsIn(line as unknown as JsonObject));
}
