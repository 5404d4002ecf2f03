import { z } from "zod";
import { readRuns } from "@/db/queries/read-runs";
import { daysInMs } from "@/lib/core/cost/days";
import { day, facetText, RUN_KINDS, type RunKind } from "@/lib/core/inputs/insights";
import { MAX_RUN_TAG_CHARS } from "@/lib/core/inputs/limits";
import { RUN_STATUSES } from "@/lib/core/run/status";
import type { Page, RunListItem } from "@/lib/core/views";
import type { ServiceContext } from "../context";
import { pageOf, readCursor } from "../cursor";
import { defineVerb } from "../verb";
import { costOf } from "./costs";

export type { RunListItem } from "@/lib/core/views";

/** By what lists and exports of runs can be filtered. */
export const runListInput = z.strictObject({
  status: z.array(z.enum(RUN_STATUSES)).max(20).optional(),
  /** Runs with an open gate alone. */
  gate: z.literal("open").optional(),
  /** Runs whose mission has this text, whatever its case. */
  text: z.string().trim().max(200).optional(),
  /** Runs that have this tag. */
  tag: z.string().trim().max(MAX_RUN_TAG_CHARS).optional(),
  /** Runs that ended in these days (UTC, both included), and those whose models were real, or simulated. */
  from: day.optional(),
  to: day.optional(),
  runs: z.enum(RUN_KINDS).optional(),
  /** Runs behind a part of a report, such as `decision:REPLAN` (docs/insights.md). */
  behind: facetText.optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** Runs of the workspace, newest first, in pages. */
export const listRuns = defineVerb({
  name: "runs/list",
  capability: "view",
  input: runListInput,
  run: ({ ctx, input }): Promise<Page<RunListItem>> => listRunPage(ctx, input),
});

/** The same page for another verb; with `endedAlone` no run that has not ended. */
export async function listRunPage(
  ctx: ServiceContext,
  input: z.output<typeof runListInput>,
  { endedAlone = false } = {},
): Promise<Page<RunListItem>> {
  const position = input.cursor === undefined ? undefined : readCursor(input.cursor);
  const rows = await readRuns(ctx.db, {
    workspaceId: ctx.actor.workspaceId,
    limit: input.limit + 1,
    ...(input.status ? { statuses: input.status } : {}),
    ...(input.gate ? { withOpenGate: true } : {}),
    ...(input.text ? { text: input.text } : {}),
    ...(input.tag ? { tag: input.tag } : {}),
    ...(endedAlone || isOfEnded(input) ? { ended: endedOf(input) } : {}),
    ...(input.behind ? { behind: input.behind } : {}),
    ...(position ? { after: { createdAt: position.at, id: position.id } } : {}),
  });
  return pageOf(rows, input.limit, runListItem, (row) => ({ at: row.createdAt.getTime(), id: row.id }));
}

type Ended = { from?: string | undefined; to?: string | undefined; runs?: RunKind | undefined };

const isOfEnded = ({ from, to, runs }: Ended): boolean => [from, to, runs].some((one) => one !== undefined);

/** The days as moments. */
const endedOf = ({ from, to, runs }: Ended) => ({
  runs,
  fromMs: from === undefined ? undefined : daysInMs({ from, to: from, by: "day" }).fromMs,
  beforeMs: to === undefined ? undefined : daysInMs({ from: to, to, by: "day" }).beforeMs,
});

function runListItem(row: Awaited<ReturnType<typeof readRuns>>[number]): RunListItem {
  return {
    id: row.id,
    seq: row.seq,
    title: row.mission,
    status: row.status,
    finishReason: row.finishReason,
    tags: row.tags,
    planVersion: row.planVersion,
    replans: row.replans,
    iterations: row.iterations,
    tasks: row.taskTotals,
    openApprovals: row.openApprovals,
    cost: costOf(row),
    createdAt: row.createdAt.getTime(),
    finishedAt: row.finishedAt?.getTime() ?? null,
  };
}
