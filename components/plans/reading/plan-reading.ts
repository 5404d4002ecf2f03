import "@/lib/client/no-eval";
import { type CriticTool, critiquePlan } from "@/lib/core/plan/critic";
import type { Critique } from "@/lib/core/plan/critic/types";
import { readPlan } from "@/lib/core/plan/read/plan";
import type { Issue, Plan } from "@/lib/core/plan/schema";
import type { GateFacts } from "@/lib/core/plan/validate/gates";
import { validatePlan } from "@/lib/core/plan/validate/plan";
import type { RunState } from "@/lib/core/run/state";
import { previewState } from "@/lib/core/run/state/preview";
import type { PlanPolicies } from "@/lib/core/run/tool-policies";
import { type OwnReview, withReviews } from "@/lib/core/templates/reviews";
import { locateInText, type TextRange } from "./locate-in-text";

/** Something that is wrong with a plan, and where it stands in the text. */
export type LocatedIssue = Issue & { range?: TextRange };

/** What a text is as a plan, read as the server will read it. */
export type PlanReading = {
  plan: Plan | undefined;
  /** Without those that are `unread`. */
  errors: LocatedIssue[];
  warnings: LocatedIssue[];
  /** Errors that a person may settle by leaving something out, and what is left out. */
  unread: LocatedIssue[];
  leftOut: LocatedIssue[];
  /** Undefined where there is no plan. */
  critique: Critique | undefined;
  /** Where each task stands in the text, by its id. */
  ranges: Record<string, TextRange>;
  /** The plan as a run that has not begun: what the graph draws. */
  state: RunState | undefined;
};

/** Issues beyond these are counted, but not looked for in the text. */
const MAX_LOCATED_ISSUES = 200;

/** The policies that the plan of a person is held against; without them every tool may be used. */
type PlanPolicySet = Partial<PlanPolicies["policies"]>;

/** What a plan is held against: policies, who could answer its gates, where that is known, and what a person leaves out of it. */
export type PlanHeldAgainst = {
  policies?: PlanPolicySet;
  gates?: GateFacts;
  leaveOut?: readonly string[] | undefined;
};

/** Reads, checks and critiques a text; undefined for an empty one. `reviews` are the workspace's, where they are known. */
export function readPlanSource(
  text: string,
  tools: readonly CriticTool[],
  { policies = {}, gates, leaveOut = [] }: PlanHeldAgainst = {},
  reviews?: readonly OwnReview[],
): PlanReading | undefined {
  if (text.trim() === "") return undefined;
  const read = readPlan(text, { leaveOut });
  const {
    plan,
    warnings,
    errors,
    unread = [],
    leftOut = [],
  } = reviews ? withReviews(read, reviews, { leaveOut }) : read;
  const issues = plan ? validatePlan(plan, { tools, policies, ...(gates && { gates }) }) : [];
  const ids = plan?.tasks.map(({ id }) => id) ?? [];
  const locator = locateInText(text, ids);
  const located = (issue: Issue, index: number): LocatedIssue => {
    const range = index < MAX_LOCATED_ISSUES ? locator.ofIssue(issue) : undefined;
    return { ...issue, ...(range && { range }) };
  };
  const isError = ({ severity }: Issue) => severity === "error";
  return {
    plan,
    errors: [...errors.filter((issue) => !unread.includes(issue)), ...issues.filter(isError)].map(located),
    warnings: [...warnings, ...issues.filter((issue) => !isError(issue))].map(located),
    unread: unread.map(located),
    leftOut: leftOut.map(located),
    critique: plan && critiquePlan(plan, { tools }),
    ranges: Object.fromEntries(ids.flatMap((id) => entryOf(id, locator.ofTask(id)))),
    state: plan && previewState(plan),
  };
}

const entryOf = (id: string, range: TextRange | undefined): [string, TextRange][] =>
  range ? [[id, range]] : [];

/**
 * Gives of each reading the parts that differ from the one before: a plan of 1 000 tasks is large, and most keys change
 * neither it nor its graph. What is kept beside it stays the same object, and is not drawn again.
 */
export function changedParts(): (reading: PlanReading) => Partial<PlanReading> {
  const before = new Map<string, string | undefined>();
  return (reading) =>
    Object.fromEntries(
      Object.entries(reading).filter(([name, part]) => {
        const text = JSON.stringify(part);
        const isSame = before.has(name) && before.get(name) === text;
        before.set(name, text);
        return !isSame;
      }),
    );
}
