import type { StoredTask } from "../../../plan/stored";
import type { RunSettings } from "../../settings";

/** What of a run's settings says who has to decide at its controls; `reviewMode` is absent of a plan that is no run's. */
export type ControlSettings = Pick<RunSettings, "fourEyes"> & Partial<Pick<RunSettings, "reviewMode">>;

/** People have to decide this review: its plan requires it, or its run has all of them decided so. */
export const isPeoplesReview = (
  { type, review }: Pick<StoredTask, "type" | "review">,
  { reviewMode }: Pick<ControlSettings, "reviewMode">,
): boolean =>
  type === "planning_review" && (review?.requiresHumanApproval === true || reviewMode === "manual");

/** Whether a review asks hangs on what some work comes to. */
export const isConditional = ({ type, review }: StoredTask): boolean =>
  type === "planning_review" && review?.condition !== undefined;
