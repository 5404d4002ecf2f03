import { cutText } from "../../text";
import { answerResults } from "../controls/answer";
import { holdOn } from "../controls/hold";
import { obligationId } from "../controls/obligations";
import { ANSWER } from "../controls/terms/names";
import { openApproval, openApprovalOf } from "../decide/gates/open";
import type { DraftEvent } from "../events";
import type { AnswerBasis } from "../events/questions";
import { verbsOfKind } from "../gates/table";
import type { RunState } from "../state";

/**
 * A run ends with an answer only when every control before it has let this work pass: else the control's people are asked
 * first, whatever brought the end about (docs/engine.md, "Controls").
 */
export function settleAnswerHold(state: RunState): DraftEvent[] {
  const { answer, answerSentBack, ledger } = state;
  if (!isEnding(state) || openApprovalOf(state, "answer_release")) return [];
  // What people asked for is written first.
  if (answerSentBack && !answer) return [];
  const hold = holdOn(state, { taskId: ANSWER });
  if (!hold) return [];
  const { obligations, controls } = hold;
  const held = state.obligations.find((one) => obligationId(one) === obligations[0]);
  if (!held) throw new Error(`No obligation ${obligations.join(", ")} in this run`);
  const { assignees, quorum, fourEyes } = held.terms;
  return [
    openApproval(state, {
      kind: "answer_release",
      question: { about: "answer", controls, restsOn: basisOf(state) },
      decidesOn: answerResults(state).map(({ id, result }) => [id, result?.digest ?? null]),
      // A budget that is spent leaves nobody to write another.
      verbs: verbsOfKind("answer_release").filter(
        (verb) => verb !== "request_changes" || ledger.closing === undefined,
      ),
      subject: { control: controls[0] as string },
      ...(answer && { shown: answer }),
      assignees,
      quorum,
      fourEyes,
      obligations,
    }),
  ];
}

/** Nothing is planned any more; a result of COMPLETE ends the run only where no other plan is on its way. */
function isEnding({ phase, answer, taskTotals, replan, replanWanted, halt }: RunState): boolean {
  if (phase !== "executing") return phase === "finishing";
  return taskTotals.open === 0 && answer !== undefined && !replan && !replanWanted && !halt;
}

/** As many as fit beside each other, of each the beginning: all of them are bound. */
const MAX_RESULTS = 12;
const PREVIEW_CHARS = 200;

function basisOf(state: RunState): AnswerBasis {
  const all = answerResults(state);
  const results = all.slice(0, MAX_RESULTS).map(({ id, spec, result }) => ({
    taskId: id,
    title: cutText(spec.title, PREVIEW_CHARS),
    preview: cutText(result?.preview ?? "", PREVIEW_CHARS),
  }));
  return { results, more: all.length - results.length };
}
