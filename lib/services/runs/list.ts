import { z } from "zod";
import { readRuns } from "@/db/queries/runs/read-runs";
import { DAY_PERIODS, daysInMs, daysOfPeriod } from "@/lib/core/cost/days";
import { day, dayRange, pageLimit } from "@/lib/core/inputs/bounds";
import { facetText, RUN_KINDS, type RunKind } from "@/lib/core/inputs/insights";
import { MAX_RUN_TAG_CHARS } from "@/lib/core/inputs/limits";
import { assigneeNames } from "@/lib/core/run/gates/rules";
import { RUN_STATUSES } from "@/lib/core/run/status";
import type { Page, RunListItem } from "@/lib/core/views";
import { UTC, type Zone } from "@/lib/core/zones";
import { type ServiceContext, voterOf } from "../context";
import { pageOf, readCursor } from "../cursor";
import { listedDrill } from "../drills/listed";
import { defineVerb } from "../verb";
import { costOf } from "./costs";

export type { RunListItem } from "@/lib/core/views";

const usd = z.coerce.number().min(0).max(1e9);

/** By what lists and exports of runs can be filtered. */
export const runListInput = z.strictObject({
  status: z.array(z.enum(RUN_STATUSES)).max(20).optional(),
  /** Runs with an open gate alone; `mine`: one that the caller may be asked by. */
  gate: z.enum(["open", "mine"]).optional(),
  /** Runs that this person started, by id; `me` is the caller. */
  owner: z.string().trim().min(1).max(200).optional(),
  /** Runs that were started from this template, or from one version of it: `<id>` or `<id>@<version>`. */
  template: z
    .string()
    .max(200)
    .regex(/^\w+(@[1-9]\d{0,5})?$/)
    .optional(),
  /** Runs whose known cost is at least this; and those whose cost is known and at most that. */
  minCostUsd: usd.optional(),
  maxCostUsd: usd.optional(),
  /** Runs that were started in these days (UTC, both included). */
  createdFrom: day.optional(),
  createdTo: day.optional(),
  /** In place of such days: those of a period up to the day of the request. */
  period: z.enum(DAY_PERIODS).optional(),
  /** Runs whose mission has this text, whatever its case. */
  text: z.string().trim().max(200).optional(),
  /** Runs that have this tag. */
  tag: z.string().trim().max(MAX_RUN_TAG_CHARS).optional(),
  /** Runs that ended in these days (UTC, both included), and those whose models were real, or simulated. */
  ...dayRange,
  runs: z.enum(RUN_KINDS).optional(),
  /** Runs behind a part of a report, such as `decision:REPLAN` (docs/insights.md). */
  behind: facetText.optional(),
  /** By when they ended, the last first, and those alone that have; without it the newest first. */
  order: z.enum(["ended"]).optional(),
  cursor: z.string().max(500).optional(),
  limit: pageLimit,
});

/** The one that an open drill of the caller tells of stands among them. */
export const listRuns = defineVerb({
  name: "runs/list",
  capability: "view",
  description:
    "Runs, newest first, with `order=ended` those alone that have ended, the last to end first; `text` is part of the mission, `tag` one of the run's tags, `gate=open` leaves those that wait for a person, `gate=mine` those that wait for the caller; `owner` is the id of the person who started them, or `me`; `template` is the id of the template that they were started from, with `@2` behind it of that version of it; `minCostUsd` is held against the known cost, and `maxCostUsd` leaves out runs whose cost is not wholly known; `createdFrom` and `createdTo` are the days (the caller's, both included) in which they started, and `period` in their place `today`, `yesterday` or `7d`, the last seven days; `from` and `to` are the days in which they ended, `runs` is `real` or `demo`, and `behind` names a part of insights",
  see: ["#days", "insights.md#the-runs-behind-a-figure"],
  routes: [{ at: "GET /api/v1/runs", lists: ["status"] }],
  input: runListInput,
  run: ({ ctx, input }): Promise<Page<RunListItem>> => listRunPage(ctx, input),
});

/** The same page for another verb; with `endedAlone` no run that has not ended. */
export async function listRunPage(
  ctx: ServiceContext,
  given: z.output<typeof runListInput>,
  { endedAlone = false } = {},
): Promise<Page<RunListItem>> {
  const { zone = UTC } = ctx.actor;
  const input = withDays(given, ctx.clock.nowMs(), zone);
  const position = input.cursor === undefined ? undefined : readCursor(input.cursor);
  const waitingOn = input.gate === "mine" ? assigneeNames(voterOf(ctx.actor)) : undefined;
  const byEnd = input.order === "ended";
  const reading = readRuns(ctx.db, {
    workspaceId: ctx.actor.workspaceId,
    limit: input.limit + 1,
    ...(input.status ? { statuses: input.status } : {}),
    ...(input.gate ? { withOpenGate: true } : {}),
    ...(waitingOn ? { waitingOn } : {}),
    ...(input.owner ? { ownerId: input.owner === "me" ? ctx.actor.id : input.owner } : {}),
    ...(input.template ? { template: templateOf(input.template) } : {}),
    minCostMicroUsd: microUsd(input.minCostUsd),
    maxCostMicroUsd: microUsd(input.maxCostUsd),
    createdFromMs: boundsOf(input.createdFrom, zone)?.fromMs,
    createdBeforeMs: boundsOf(input.createdTo, zone)?.beforeMs,
    ...(input.text ? { text: input.text } : {}),
    ...(input.tag ? { tag: input.tag } : {}),
    ...(endedAlone || isOfEnded(input) ? { ended: endedOf(input, zone) } : {}),
    ...(input.behind ? { behind: input.behind } : {}),
    byEnd,
    ...(position ? { after: position } : {}),
  });
  const [rows, drill] = await Promise.all([
    reading,
    endedAlone || byEnd ? undefined : listedDrill(ctx, input),
  ]);
  const items = rows.map(runListItem);
  if (drill && (!position || isOlder(drill, { createdAt: position.at, id: position.id }))) {
    const at = items.findIndex((item) => isOlder(item, drill));
    items.splice(at < 0 ? items.length : at, 0, drill);
  }
  return pageOf(
    items,
    input.limit,
    (item) => item,
    ({ createdAt, finishedAt, id }) => ({ at: (byEnd ? finishedAt : null) ?? createdAt, id }),
  );
}

type Placed = Pick<RunListItem, "createdAt" | "id">;

const isOlder = (a: Placed, b: Placed): boolean =>
  a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id);

type Ended = { from?: string | undefined; to?: string | undefined; runs?: RunKind | undefined };

const isOfEnded = ({ from, to, runs }: Ended): boolean => [from, to, runs].some((one) => one !== undefined);

/** The days as moments. */
const endedOf = ({ from, to, runs }: Ended, zone: Zone) => ({
  runs,
  fromMs: boundsOf(from, zone)?.fromMs,
  beforeMs: boundsOf(to, zone)?.beforeMs,
});

function withDays({ period, ...input }: z.output<typeof runListInput>, nowMs: number, zone: Zone) {
  if (period === undefined) return input;
  const { from, to } = daysOfPeriod(period, nowMs, zone);
  return { ...input, createdFrom: from, createdTo: to };
}

const boundsOf = (day: string | undefined, zone: Zone) =>
  day === undefined ? undefined : daysInMs({ from: day, to: day }, zone);

function templateOf(text: string): { id: string; version?: number } {
  const [id = "", version] = text.split("@");
  return version === undefined ? { id } : { id, version: Number(version) };
}

const microUsd = (usd: number | undefined) => (usd === undefined ? undefined : usd * 1_000_000);

function runListItem(row: Awaited<ReturnType<typeof readRuns>>[number]): RunListItem {
  return {
    id: row.id,
    seq: row.seq,
    title: row.mission,
    status: row.status,
    finishReason: row.finishReason,
    tags: row.tags,
    owner: row.owner?.kind === "person" ? { id: row.owner.id, name: row.owner.name } : null,
    planVersion: row.planVersion,
    replans: row.replans,
    iterations: row.iterations,
    tasks: row.taskTotals,
    openApprovals: row.openApprovals,
    cost: costOf(row),
    tokens: row.inputTokens + row.outputTokens,
    createdAt: row.createdAt.getTime(),
    finishedAt: row.finishedAt?.getTime() ?? null,
  };
}
