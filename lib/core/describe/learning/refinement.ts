import type { DropReason, RefinementFacts, RefinementPart } from "../../refinement/items";
import type { Sign } from "../../refinement/signs";
import type { Payload } from "../../run/events";
import type { RefinementStatus } from "../../run/state";
import { formatReason } from "../reason";

/** How far a refinement is, or what became of it. */
export const REFINEMENT_LABELS: Record<RefinementStatus, string> = {
  asked: "in progress",
  offered: "waiting for a person",
  adopted: "adopted",
  unneeded: "nothing to change",
  inapplicable: "no item applies",
  refused: "refused",
  failed: "failed",
  timed_out: "not answered in time",
  withdrawn: "no longer needed",
  rejected: "rejected",
  expired: "not approved in time",
  superseded: "overtaken",
};

/** What of an end speaks against the rest of a plan, to follow its task. */
export const SIGN_TEXTS: Record<Sign, string> = {
  ended_otherwise: "ended otherwise than planned",
  came_to_nothing: "came to nothing, or a part of it did",
  part_missing: "lacks a part that a later task needs",
  other_value: "names something else than a later task does",
};

/** Why an item of a refinement was left out, to follow its task. */
const DROP_TEXTS: Record<DropReason, string> = {
  unknown_task: "there is no such task",
  started: "already started",
  kind: "gates, reviews and syntheses stay as they are",
  guarded: "its side effects are behind a human gate",
  writes: "it can have side effects",
  unchanged: "no change",
  twice: "duplicate",
  id_used: "the id is taken",
  unknown_agent: "there is no such agent",
  no_result: "it would wait for a result that never comes",
  cycle: "tasks would wait for each other",
  named: "another task needs its result",
  order: "later tasks would start too early",
  shown: "people are shown its result",
  checked: "its result is checked by people's rules",
  passed: "what people let pass, or a control's condition, rests on it",
};

const PART_VERBS: Record<RefinementPart, string> = { modify: "change", add: "add", skip: "skip" };

/** One item that was left out, with why: "skip test: another task needs its result". */
export const formatDropped = ({ part, taskId, why }: RefinementFacts["dropped"][number]): string =>
  `${PART_VERBS[part]} ${taskId}: ${DROP_TEXTS[why]}`;

type Changes = Partial<RefinementFacts>;

/** "1 changed, 2 added, 1 skipped"; empty where nothing is. */
function countRefined({ modified = [], added = [], skipped = [] }: Changes): string {
  const counts = [
    [modified.length, "changed"],
    [added.length, "added"],
    [skipped.length, "skipped"],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(", ");
}

/** What a refinement does, with its summary. */
export function formatRefinement(facts: Changes): string {
  return [countRefined(facts), facts.summary].filter(Boolean).join(": ");
}

const GOOD: ReadonlySet<RefinementStatus> = new Set(["adopted"]);
const BAD: ReadonlySet<RefinementStatus> = new Set(["refused", "failed", "rejected"]);

/** What became of a refinement, in a line, and how that is to be taken. */
export function describeRefined({
  number,
  outcome,
  reason,
  toVersion,
  dropped = [],
  ...facts
}: Payload<"refined">): [string, ("retry" | "bad")?] {
  const version = toVersion === undefined ? "" : `, plan version ${toVersion}`;
  const parts = [
    `number ${number} ${REFINEMENT_LABELS[outcome]}${version}`,
    formatRefinement(facts),
    reason === undefined ? "" : formatReason(reason),
  ];
  const left = dropped.length === 0 ? "" : ` (left out: ${dropped.map(formatDropped).join("; ")})`;
  const text = `${parts.filter(Boolean).join(": ")}${left}`;
  if (GOOD.has(outcome)) return [text, "retry"];
  return BAD.has(outcome) ? [text, "bad"] : [text];
}
