import type { AlignedBy } from "../../compare/align";
import type { ComparedDecision, ComparedField, ComparedTask, CompareNote } from "../../compare/view";
import { pastVerbLabel } from "../gates/words";

/** In what runs are not comparable, as a sentence; `names` are what the page calls them. */
export function describeCompareNote(
  { code, runIds }: CompareNote,
  nameOf: (runId: string) => string,
): string {
  const names = runIds.map(nameOf).join(", ");
  switch (code) {
    case "still_running":
      return `Not ended yet: ${names}. Its figures will change.`;
    case "payloads_removed":
      return `Steps were removed under retention: ${names}. Results that are gone are not compared.`;
    case "simulated_and_real":
      return `Simulated: ${names}. Its time and cost say nothing about the other runs.`;
    case "unrelated":
      return `Of another origin: ${names}. Tasks are matched by id and title alone.`;
    case "shared_part":
      return `Forks: ${names}. What a fork shares with its parent was paid by the parent.`;
  }
}

export const ALIGNED_LABELS: Record<AlignedBy, string> = {
  lineage: "same work",
  id: "same id",
  title: "same title",
};

export const FIELD_LABELS: Record<ComparedField, string> = {
  status: "status",
  result: "result",
  evidence: "evidence",
  decision: "decision",
};

const BY: Partial<Record<NonNullable<ComparedDecision["provenance"]>, string>> = {
  policy: "by policy",
  timeout: "on timeout",
  escalation: "on timeout",
  session_rule: "by the session's rule",
  auto: "at once",
};

/** What was decided and by whom, with what was proposed where it is something else: "REPLAN by Ada instead of CONTINUE". */
export function describeComparedDecision({ decision, proposed, provenance, by }: ComparedDecision): string {
  const who = by === null ? provenance && BY[provenance] : `by ${by}`;
  const instead = proposed !== null && proposed !== decision && decision !== "approve";
  return [pastVerbLabel(decision), who, instead && `instead of ${proposed}`].filter(Boolean).join(" ");
}

/** A task's result as it reads best: a decision in its own words, nothing for a value that a gate only let pass. */
export function describeComparedResult({ type, decision, result }: ComparedTask): string | undefined {
  if (decision && type === "planning_review") return decision.reasoning ?? undefined;
  if (decision && type === "human_review" && /^[{[]/.test(result?.preview ?? "")) return undefined;
  return result?.preview;
}

/** A figure less that of the first run: "+3", "−$0.02", "same"; undefined where one of them is unknown. */
export function formatDelta(
  value: number | null,
  base: number | null,
  format: (n: number) => string,
): string | undefined {
  if (value === null || base === null) return undefined;
  const [text, before] = [format(value), format(base)];
  if (text === before) return "same";
  return `${value > base ? "+" : "−"}${format(Math.abs(value - base))}`;
}
