import {
  and,
  asc,
  desc,
  eq,
  gt,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  sql as query,
} from "drizzle-orm";
import type { Sql } from "postgres";
import type { Decision } from "@/lib/core/plan/words";
import type { ApprovalStatus } from "@/lib/core/run/events/approvals";
import type { ApprovalKind } from "@/lib/core/run/gates/table";
import { isTerminalTask, TASK_STATUSES } from "@/lib/core/run/status";
import type { HeldDecision } from "@/lib/core/views";
import type { OrmOrTx } from "../client";
import { approvals, decisions, runs, tasks } from "../schema";
import { containing } from "./containing";

/** An open gate about a model that could not be reached. */
export type ModelGate = {
  approvalId: string;
  runId: string;
  workspaceId: string;
  digest: string;
  modelId: string;
  /** How often the model was found to answer before, and then failed this run again. */
  revived: number;
  /** For how long it has been open, on the database's clock. */
  openMs: number;
};

/** Where a page of gates begins: after this one, in the page's order. */
export type ApprovalCursor = { openedAt: number; id: string };

const OPEN_TASKS = TASK_STATUSES.filter((status) => !isTerminalTask(status));

const shownWithRun = { approval: approvals, runTitle: runs.title, mission: runs.mission };

/** Gates of a workspace with the run they belong to, oldest first; `closed` ones of any kind newest first. */
export async function readApprovals(
  db: OrmOrTx,
  params: {
    workspaceId: string;
    status?: ApprovalStatus | "closed";
    runId?: string;
    kind?: ApprovalKind;
    /** Part of the question or of the mission, whatever its case. */
    text?: string;
    /** Those that are everyone's or name one of these assignees. */
    waitingOn?: readonly string[];
    after?: ApprovalCursor;
    limit: number;
  },
) {
  const { after, status, runId, kind, text, waitingOn } = params;
  const since = after && new Date(after.openedAt);
  const closed = status === "closed";
  const [beyond, order] = closed ? [lt, desc] : [gt, asc];
  const later =
    after && since
      ? or(
          beyond(approvals.openedAt, since),
          and(eq(approvals.openedAt, since), beyond(approvals.id, after.id)),
        )
      : undefined;
  return db
    .select(shownWithRun)
    .from(approvals)
    .innerJoin(runs, eq(runs.id, approvals.runId))
    .where(
      and(
        eq(approvals.workspaceId, params.workspaceId),
        statusIs(status),
        runId === undefined ? undefined : eq(approvals.runId, runId),
        kind === undefined ? undefined : eq(approvals.kind, kind),
        text
          ? or(...[approvals.prompt, runs.mission].map((where) => ilike(where, containing(text))))
          : undefined,
        waitingOn && waitsOn(waitingOn),
        later,
      ),
    )
    .orderBy(order(approvals.openedAt), order(approvals.id))
    .limit(params.limit);
}

/**
 * Decisions of reviews that apply by themselves, the next one first: none that somebody is making or a gate asks for, and
 * none of an attempt that has been restarted.
 */
export async function readHeldReviews(
  db: OrmOrTx,
  { workspaceId, limit }: { workspaceId: string; limit: number },
): Promise<HeldDecision[]> {
  const rows = await db
    .select({
      runId: decisions.runId,
      taskId: query<string>`${decisions.taskId}`,
      title: query<string>`coalesce(nullif(${tasks.title}, ''), ${decisions.taskId})`,
      mission: query<string>`left(${runs.mission}, 300)`,
      decision: query<Decision>`${decisions.proposed}`,
      heldUntil: query<Date>`${decisions.heldUntil}`.mapWith(decisions.heldUntil),
    })
    .from(decisions)
    .innerJoin(runs, and(eq(runs.id, decisions.runId), isNull(runs.finishedAt)))
    .innerJoin(
      tasks,
      and(
        eq(tasks.runId, decisions.runId),
        eq(tasks.taskId, decisions.taskId),
        eq(decisions.subject, query`'review:' || ${tasks.taskId} || ':' || ${tasks.attempt}`),
        inArray(tasks.status, OPEN_TASKS),
      ),
    )
    .where(
      and(
        eq(decisions.workspaceId, workspaceId),
        isNull(decisions.decidedAt),
        eq(decisions.kind, "review"),
        isNotNull(decisions.proposed),
        isNotNull(decisions.heldUntil),
        query`not exists (select from ${approvals} where ${approvals.runId} = ${decisions.runId}
          and ${approvals.taskId} = ${decisions.taskId} and ${approvals.status} = 'open')`,
      ),
    )
    .orderBy(decisions.heldUntil)
    .limit(limit);
  return rows.map((row) => ({ ...row, heldUntil: row.heldUntil.getTime() }));
}

/** True of gates that are everyone's or name one of these assignees. */
export const waitsOn = (assignees: readonly string[]) =>
  query`(${approvals.assignees} = '{}' or ${approvals.assignees} && ${query.param(assignees)}::text[])`;

function statusIs(status: ApprovalStatus | "closed" | undefined) {
  if (status === undefined) return undefined;
  return status === "closed" ? ne(approvals.status, "open") : eq(approvals.status, status);
}

/** One gate of a workspace, with the run it belongs to. */
export async function readApproval(db: OrmOrTx, params: { workspaceId: string; id: string }) {
  const [row] = await db
    .select(shownWithRun)
    .from(approvals)
    .innerJoin(runs, eq(runs.id, approvals.runId))
    .where(and(eq(approvals.workspaceId, params.workspaceId), eq(approvals.id, params.id)));
  return row;
}

export type ApprovalRow = NonNullable<Awaited<ReturnType<typeof readApproval>>>;

/** The open gates of a workspace about calls of these tools, with the definitions of them that people are asked about. */
export async function readGatesOfTools(
  db: OrmOrTx,
  { workspaceId, tools }: { workspaceId: string; tools: readonly string[] },
) {
  if (tools.length === 0) return [];
  const [tool, definition] = [factOf("tool"), factOf("definition")];
  const isOpen = and(eq(approvals.workspaceId, workspaceId), eq(approvals.status, "open"));
  return db
    .select({ runId: approvals.runId, tool, definition })
    .from(approvals)
    .where(and(isOpen, inArray(tool, [...tools]), isNotNull(definition)));
}

const factOf = (name: string) => query<string>`${approvals.subject}->>${name}::text`;

/** The open gates that close when their model answers, the oldest first. Refusals of single requests are none. */
export async function readModelGates(sql: Sql, limit: number): Promise<ModelGate[]> {
  return sql<ModelGate[]>`
    select id as "approvalId", run_id as "runId", workspace_id as "workspaceId", digest, subject->>'model' as "modelId",
      (subject->>'revived')::int as revived,
      (extract(epoch from clock_timestamp() - opened_at) * 1000)::float8 as "openMs"
    from approvals
    where status = 'open' and kind = 'model_unavailable' and subject->>'model' is not null
      and subject->>'code' not in ('bad_request', 'context_overflow')
    order by opened_at limit ${limit}`;
}
