import { getOwn, setOwn } from "../../../own";
import type { RunState } from "../../state";
import { tasksInForce } from "../../state/in-force";
import { taskOf } from "../../state/ready";
import { isPeoplesReview } from "../terms/peoples-review";
import { measuresOf } from "./measured";

/**
 * Notes of what a version measures whether people let it be measured: all that they wrote or approved, and what a plan
 * measured when the run began. What they only left as a model had made it stays the model's.
 */
export function noteMeasures(state: RunState, by: "model" | "writer" | "approval"): void {
  for (const measure of measuresOf(tasksInForce(state)).values()) {
    const isTheirs = by === "writer" || state.startedAt === undefined;
    setOwn(state.measures, measure, by === "approval" || (getOwn(state.measures, measure) ?? isTheirs));
  }
}

/** A model has changed what the condition of this control measures: it asks whatever its condition says. */
export const asksRegardless = (state: RunState, taskId: string): boolean =>
  isPeoplesReview(taskOf(state, taskId).spec, state.settings) &&
  getOwn(state.measures, measuresOf(tasksInForce(state)).get(taskId) ?? "") === false;
