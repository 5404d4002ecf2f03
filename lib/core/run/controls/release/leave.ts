import type { Voter } from "../../../people";
import { authorsOf, bypassDenialReason, type Denial } from "../../gates/rules";
import { answerRow, type Consequence, type GateVerb, verbRow } from "../../gates/table";
import { isOver } from "../../interventions";
import type { ApprovalState, RunState, TaskState } from "../../state";
import { taskOf } from "../../state/ready";
import { checksMeasuring } from "../changes/checks-over";
import { approvalOver } from "./approved";
import { askedOver, restsOn } from "./asked";
import { measuredOver, releasesOver } from "./release";
import { silentOver } from "./silence";

type Terms = Parameters<typeof bypassDenialReason>[0][number] & { quorum: number };
export type SayTerms = Terms;
/** Terms under which people let something act, or are asked about it; with the gate at which they did. */
type Say = { terms: Terms; approvalId?: string | undefined; isOfPlan?: true | undefined };

/**
 * All terms under which somebody has a say in the work of a task, by words, a value or their hand: people let act what rests
 * on it, or are asked about that, and were shown nothing of it, or silence lets it act (docs/engine.md, "What people say").
 */
export function termsOfSay(state: Readonly<RunState>, taskId: string): Say[] {
  const asked = askedOver(state, taskId).map(({ isOfPlan, ...terms }): Say => ({ terms, isOfPlan }));
  return [
    ...releasesOver(state, taskId),
    ...asked,
    ...[measuredOver, silentOver, checksMeasuring].flatMap((over) =>
      over(state, taskId).map((terms): Say => ({ terms })),
    ),
    ...approvalOver(state, taskId).map((terms): Say => ({ terms, isOfPlan: true })),
  ];
}

/** The reason why somebody has no such say; undefined when they have. */
export function sayDenial(
  state: Readonly<RunState>,
  taskId: string,
  by: Voter | undefined,
): { denial: Denial; isOfPlan: boolean } | undefined {
  const authors = authorsOf(state);
  for (const { terms, isOfPlan = false } of termsOfSay(state, taskId)) {
    const denial = bypassDenialReason([terms], authors, by);
    if (denial) return { denial, isOfPlan };
  }
  return;
}

/**
 * True where no model may skip a task: people let something act that rests on it, are asked about it, or need not be, since silence
 * or a condition lets it act (docs/engine.md, "Refinements").
 */
export const isRestedOn = (state: Readonly<RunState>, taskId: string): boolean =>
  restsOn(state, taskId) || silentOver(state, taskId).length > 0;

/** Answers whose value goes into the work of the task, or into what rests on it. */
export const GIVES_VALUE: ReadonlySet<Consequence> = new Set([
  "pass_edited",
  "pass_given",
  "run_edited_call",
  "answer_call",
  "take_outcome",
]);

/**
 * The terms under which what an answer brings has a say in released work. What became of a call one of several
 * may tell.
 */
export function sayTermsAt(
  state: Readonly<RunState>,
  { kind, taskId }: Pick<ApprovalState, "kind" | "taskId">,
  verb: GateVerb,
): Terms[] {
  const leadsTo = answerRow(kind, verb)?.leadsTo;
  const isReport = leadsTo === "take_outcome";
  const over =
    leadsTo === "replace_model"
      ? state.order.filter((id) => isToBeAsked(taskOf(state, id)))
      : taskId !== undefined && leadsTo !== undefined && GIVES_VALUE.has(leadsTo)
        ? [taskId]
        : [];
  const all = over.flatMap((id) => termsOfSay(state, id)).map(({ terms }) => terms);
  return isReport ? all.map((terms) => ({ ...terms, quorum: 1 })) : all;
}

type AskedGate = Pick<ApprovalState, "kind" | "taskId" | "quorum">;

/**
 * How many different people have to give one and the same answer: as many as the gate takes, and each control in whose work
 * what it brings has a say. One decides alone by a verb that is not counted.
 */
export function peopleNeeded(state: Readonly<RunState>, gate: AskedGate, verb: GateVerb): number {
  if (!verbRow(verb).isCounted) return 1;
  const own = gate.quorum ?? 1;
  return Math.max(own, ...sayTermsAt(state, gate, verb).map(({ quorum }) => quorum));
}

/** The reason why what somebody's answer brings is not theirs to say. That it takes several is none: each of them votes. */
export function answerDenial(
  state: Readonly<RunState>,
  gate: AskedGate,
  verb: GateVerb,
  by: Voter | undefined,
): Denial | undefined {
  const isVote = verbRow(verb).isCounted && by !== undefined;
  const terms = sayTermsAt(state, gate, verb).map((one) => (isVote ? { ...one, quorum: 1 } : one));
  return bypassDenialReason(terms, authorsOf(state), by);
}

/** Work that a model does, and that may still be done: what failed, was skipped or was blocked is tried again. */
const isToBeAsked = ({ spec, status }: TaskState): boolean =>
  spec.type !== "direct" && spec.type !== "human_review" && !isOver(status);
