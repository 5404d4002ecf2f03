import { getOwn } from "../../../own";
import type { OpenQuestion } from "../../controls/release/asked";
import { PLAN_CONTROL } from "../../controls/terms/names";
import { type DraftEvent, draft } from "../../events";
import type { Reason } from "../../events/reason";
import { gateRow, isAboutWork } from "../../gates/table";
import type { OfferedVersion, RunState } from "../../state";
import { taskOf } from "../../state/ready";
import { questionsAbout, weakenedByPlan } from "../plan/offer";
import { questionAbout } from "../plan/refine";
import { changesSettledPlan, isByPerson } from "../plan/replan";
import { approvalIdAt, openApproval } from "./open";
import { askAboutDraft, askAboutPlanInForce } from "./plan";

/**
 * Takes away questions that do not show all that their answer lets act, and asks them as they are in `state`: one about work is
 * prepared again, a review whose decision is held is made again, and one about a plan opens at once, after so many gates `opened` already.
 */
export function askAgain(
  state: RunState,
  questions: readonly OpenQuestion[],
  reason: Reason,
  now: number,
  opened = 0,
): DraftEvent[] {
  let nth = opened;
  return questions.flatMap((question) => {
    const { approvalId, kind, taskId = "" } = question;
    if (approvalId === undefined) {
      const attempt = taskOf(state, taskId).attempt + 1;
      return [draft("attempt_restarted", { taskId, attempt, reason })];
    }
    if (isAboutWork(kind)) return [draft("approval_superseded", { approvalId, reason })];
    const again = askedOfPlan(state, { ...question, approvalId }, nth + 1, now);
    if (!again) return [];
    nth += 1;
    const by = approvalIdAt(state, nth);
    return [draft("approval_superseded", { approvalId, by, reason }), again];
  });
}

/** The same question about a plan, as the `nth` gate of a decision. */
function askedOfPlan(
  state: RunState,
  { kind, approvalId, subject }: OpenQuestion & { approvalId: string },
  nth: number,
  now: number,
): DraftEvent | undefined {
  if (kind === "plan_approval") return planAskedAgain(state, approvalId, nth);
  const { offered, refinements } = state;
  const opening =
    kind === "plan_refinement"
      ? refinements?.offered && questionAbout(state, refinements.offered, now)
      : offered &&
        gateRow(kind).aboutOffer &&
        askedAbout(state, offered, now).questions.find((one) => one.subject.control === subject?.control);
  return opening && openApproval(state, { ...opening, supersedes: approvalId }, nth);
}

/** Asks about the plan in force in place of an earlier gate. */
export const planAskedAgain = (state: RunState, supersedes: string, nth = 1): DraftEvent =>
  state.phase === "planning"
    ? askAboutDraft(state, { supersedes, nth })
    : askAboutPlanInForce(state, { supersedes, nth });

/** What people are to be asked about a version with these tools, and which controls it weakens by them. */
export function askedAbout(state: RunState, offered: OfferedVersion, at: number) {
  const { replan } = state;
  const { controls, cause } = offered;
  const weakened = weakenedByPlan(state, offered, replan !== undefined && isByPerson(replan, offered));
  const tail = offered.origin === "review" ? replan?.cause.tail : undefined;
  const asksPlan =
    controls.includes(PLAN_CONTROL) ||
    (replan !== undefined && changesSettledPlan(state, replan, { plan: offered, tail }));
  return { weakened, questions: questionsAbout(state, offered, { weakened, asksPlan, cause }, at) };
}

/** The state as it is once somebody has ended a task by their hand, or had it tried again, as far as a release goes by that. */
export function afterHand(state: RunState, taskId: string, ended: boolean): RunState {
  const task = getOwn(state.tasks, taskId);
  if (!task) return state;
  const status = ended ? ("skipped" as const) : ("pending" as const);
  return { ...state, tasks: { ...state.tasks, [taskId]: { ...task, status } } };
}
