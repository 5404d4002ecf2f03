import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import type { Evidence } from "@/lib/core/describe/looks/task";
import { getOwn } from "@/lib/core/own";
import type { Decision, Plan, TaskType } from "@/lib/core/plan/schema";
import type { StoredPlan } from "@/lib/core/plan/stored";
import type { TaskStatus } from "@/lib/core/run/status";
import type { Severity } from "../status";

/** Two plan versions to show as one graph; `after` may be a proposal that the run does not have yet. */
export type PlanOverlay = { before: Plan | StoredPlan; after: Plan | StoredPlan };

/** How a task stands in a comparison of two plan versions. */
type DiffStatus = "added" | "removed" | "changed";

/** What was found wrong at a task: how grave the worst of it is, and how many there are. */
export type TaskIssues = { severity: Severity; issueCount: number };

/** What people say of a task: how many comments that nobody has resolved, and where the most pressing of them stands. */
export type TaskComments = { comments: number; commentsAre: "open" | "answered" | "addressed" | "stale" };

const PRESSING = { stale: 0, addressed: 1, answered: 2, open: 3 } as const;

/** The one of two looks of comments that asks for more. */
export const pressingOf = (
  a: TaskComments["commentsAre"],
  b: TaskComments["commentsAre"],
): TaskComments["commentsAre"] => (PRESSING[b] > PRESSING[a] ? b : a);

/** Everything a node of the graph or a row of the list shows of a task; flat, so that equal facts are cheap to see. */
export type TaskFacts = {
  id: string;
  kind: TaskType | "fold";
  title: string;
  /** `planning review`, `human gate`, or the agent that does it. */
  actor: string;
  status: TaskStatus;
  icon: StatusDisplay["icon"];
  word: string;
  tone: StatusDisplay["tone"];
  evidence: Evidence | undefined;
  /** What vouches for the result, or found it wanting: `schema, predicate`; empty without a check. */
  evidenceKinds: string;
  /** 0 before the first attempt. */
  attempt: number;
  attempts: number;
  startedAt: number | undefined;
  endedAt: number | undefined;
  /** Of its model calls so far; null when one of them has no price, undefined before the first. */
  costUsd: number | null | undefined;
  /** What a review decided or proposes. */
  decision: Decision | undefined;
  heldUntil: number | undefined;
  /** Who is deciding about the held decision. */
  claimedBy: string | undefined;
  approvalId: string | undefined;
  deadlineAt: number | undefined;
  /** Dropped by a later version; stays visible. */
  ghost: boolean;
  /** That version, where the run's history tells it. */
  droppedIn: number | undefined;
  /** Done, so that no version may change it; said only when versions are compared. */
  locked: boolean;
  mark: DiffStatus | undefined;
  severity: Severity | undefined;
  issueCount: number;
  comments: number;
  commentsAre: TaskComments["commentsAre"] | undefined;
  level: number;
  /** The plan version that brought it; 0 for what no run has yet. */
  version: number;
  /** How many tasks a folded node stands for, else 1. */
  tasks: number;
};

export type EdgeFacts = {
  id: string;
  source: string;
  target: string;
  /** The target is using the source's result at this moment. */
  flowing: boolean;
  tone: "line" | "run" | "person";
  ghost: boolean;
  mark: "added" | "removed" | "moved" | undefined;
};

/** True when two lists have the same items. */
export const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, at) => item === b[at]);

/** True when two flat records have the same values. */
export function shallowEqual<T extends Record<string, unknown>>(a: T, b: T): boolean {
  if (a === b) return true;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => getOwn(a, key) === getOwn(b, key));
}
