import { getOwn } from "../../own";
import type { RunState } from "../state";
import { type ControlTerms, controlTerms, decidedTerms } from "./terms/terms";

/** Terms of the review that people decide and that is to say whether the run continues after the failure, of this task or of any. */
export function haltTermsOver({ halt, tasks, settings }: RunState, id = halt?.taskId): ControlTerms[] {
  const review = halt && halt.taskId === id ? getOwn(tasks, halt.review ?? "") : undefined;
  const isPeoples = review?.approvalId !== undefined || settings.reviewMode === "manual";
  const terms = review && (isPeoples ? decidedTerms : controlTerms)(review.spec, settings);
  return terms ? [terms] : [];
}
