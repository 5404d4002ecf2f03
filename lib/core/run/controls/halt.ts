import { getOwn } from "../../own";
import type { RunState, TaskState } from "../state";
import { tasksInForce } from "../state/in-force";
import { isTerminalTask } from "../status";
import { type Obligation, obligationOfHalt } from "./obligations";
import { type ControlTerms, controlTerms, decidedTerms } from "./terms/terms";

/** Terms of the review that people decide and that is to say whether the run continues after the failure, of this task or of any. */
export function haltTermsOver({ halt, tasks, settings }: RunState, id = halt?.taskId): ControlTerms[] {
  const review = halt && halt.taskId === id ? getOwn(tasks, halt.review ?? "") : undefined;
  return review ? termsAt(review, settings) : [];
}

const termsAt = ({ approvalId, spec }: TaskState, settings: RunState["settings"]): ControlTerms[] => {
  const terms = (approvalId === undefined ? controlTerms : decidedTerms)(spec, settings);
  return terms ? [terms] : [];
};

/**
 * What people have not said yet that a replan under way would take off their hands: whether the run continues after a failure
 * that it answers as well.
 */
export function obligationsOfHalts(state: RunState): Obligation[] {
  const { replan, reach, planVersion: version, settings } = state;
  const halting = (replan?.covers ?? []).filter((id) => getOwn(state.openFailures, id) === "halt");
  const ids = new Set(halting.flatMap((id) => getOwn(state.dependents, id) ?? []));
  const tasks = tasksInForce(state);
  return [...ids].flatMap((id) => {
    const review = getOwn(state.tasks, id);
    if (review?.spec.type !== "planning_review" || isTerminalTask(review.status)) return [];
    return termsAt(review, settings).map((terms) =>
      obligationOfHalt({ version, tasks, reach }, review.spec, terms),
    );
  });
}
