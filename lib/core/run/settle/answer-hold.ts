import { holdOn } from "../controls/hold";
import { obligationId } from "../controls/obligations";
import { ANSWER } from "../controls/terms/names";
import { openApproval, openApprovalOf } from "../decide/gates/open";
import type { DraftEvent } from "../events";
import { verbsOfKind } from "../gates/table";
import type { RunState } from "../state";

/**
 * A run ends with an answer only when every control before it has let this work pass: else the control's people are asked
 * first, whatever brought the end about (docs/engine.md, "Controls").
 */
export function settleAnswerHold(state: RunState): DraftEvent[] {
  const { phase, answer, taskTotals } = state;
  const isEnding =
    phase === "finishing" || (phase === "executing" && taskTotals.open === 0 && answer !== undefined);
  if (!isEnding || openApprovalOf(state, "answer_release")) return [];
  const hold = holdOn(state, { taskId: ANSWER });
  if (!hold) return [];
  const { obligations, controls } = hold;
  const held = state.obligations.find((one) => obligationId(one) === obligations[0]);
  if (!held) throw new Error(`No obligation ${obligations.join(", ")} in this run`);
  const { assignees, quorum, fourEyes } = held.terms;
  return [
    openApproval(state, {
      kind: "answer_release",
      question: { about: "answer", controls },
      verbs: verbsOfKind("answer_release"),
      subject: { control: controls[0] as string },
      ...(answer && { shown: answer }),
      ...{ assignees, quorum, fourEyes, obligations },
    }),
  ];
}
