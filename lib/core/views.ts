import type { Issue, Plan } from "./plan/schema";
import type { ActorRef, Provenance } from "./run/envelope";
import type { PlanOrigin } from "./run/events/mission";
import type { ApprovalKind, ApprovalStatus } from "./run/events/people";
import type { FinishReason, RunStatus } from "./run/status";
import type { StoredValue } from "./stored-value";

/** What services give to pages and to the API's clients. Moments in milliseconds. */

/** Cost of a run in US dollars. `usd` is null while any call's cost is unknown: unknown is not zero. */
export type Cost = { usd: number | null; knownUsd: number; unknownCalls: number; modelCalls: number };

export type RunListItem = {
  id: string;
  /** The beginning of the mission. */
  title: string;
  status: RunStatus;
  finishReason: FinishReason | null;
  tags: string[];
  planVersion: number;
  replans: number;
  tasks: { total: number; open: number };
  openApprovals: number;
  cost: Cost;
  createdAt: number;
  finishedAt: number | null;
};

/** A gate as lists and pages show it. */
export type ApprovalView = {
  id: string;
  runId: string;
  mission: string;
  kind: ApprovalKind;
  taskId: string | null;
  planVersion: number;
  digest: string;
  prompt: string;
  shown: StoredValue | null;
  verbs: string[];
  assignees: string[];
  deadlineAt: number | null;
  subject: Record<string, string | number> | null;
  status: ApprovalStatus;
  openedAt: number;
  decided: { at: number; by: ActorRef; verb: string; comment: string | null; provenance: Provenance } | null;
};

export type PlanVersionView = {
  runId: string;
  version: number;
  parent: number | null;
  origin: PlanOrigin;
  cause: string;
  author: string;
  digest: string;
  adoptedAt: number;
  plan: Plan;
};

export type PlanPreview = {
  /** Absent when the text could not be read as a plan. */
  plan?: Plan;
  /** What reading did not understand, and why there is no plan. */
  warnings: Issue[];
  errors: Issue[];
  /** What validation found; a plan with an error among them cannot run. */
  issues: Issue[];
  /** Task ids by their distance from the start: those of one level may run at the same time. */
  levels: string[][];
};

/** One page of a list; `nextCursor` is null on the last. */
export type Page<Item> = { items: Item[]; nextCursor: string | null };

/** One request to a model. A figure that is null is unknown, which is not zero. */
export type ModelCallView = {
  callId: string;
  taskId: string | null;
  attempt: number | null;
  step: number | null;
  role: string;
  model: string;
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
  latencyMs: number;
  failure: string | null;
  at: number;
};
