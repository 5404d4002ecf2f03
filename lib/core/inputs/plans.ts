import { z } from "zod";
import { json, jsonObject } from "../json-schemas";

/** A plan as people and models write one: Step text, JSON text, or JSON, a bare list of tasks included (docs/plans.md). */
export const planSource = z.union([z.string(), jsonObject, z.array(json)]);
export type PlanSource = z.output<typeof planSource>;

/** Paths of pieces of a plan that are not read, which the one who gives it does without (docs/plans.md, "What is not read"). */
export const leaveOut = z.array(z.string().min(1).max(1_000)).max(100).optional();
export type LeaveOut = z.output<typeof leaveOut>;

/** For what takes a plan: what is left out is left out of it. */
export const leavesOutOfPlan = ({ plan, leaveOut }: { plan?: unknown; leaveOut?: LeaveOut }) =>
  plan !== undefined || leaveOut === undefined;
export const NO_PLAN_TO_LEAVE_OUT_OF = {
  path: ["leaveOut"],
  error: "There is no plan to leave anything out of.",
};
