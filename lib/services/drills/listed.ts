import { daysInMs } from "@/lib/core/cost/days";
import { statusOf } from "@/lib/core/run/effects/status-of";
import type { RunListItem } from "@/lib/core/views";
import type { Zone } from "@/lib/core/zones";
import { type DrillContext, drillCost, drillUsage, findOpenDrill, type ShownDrill } from "./shown";

/** What a list of runs is filtered by (`runs/list`). */
type RunFilter = {
  status?: readonly string[] | undefined;
  text?: string | undefined;
  minCostUsd?: number | undefined;
  maxCostUsd?: number | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
} & Partial<Record<"tag" | "owner" | "template" | "behind" | "from" | "to" | "runs", unknown>>;

/**
 * The run that the caller's open drill tells of, as a list filtered so would have it; undefined where it would not. Until it
 * is closed it stands where any run at a gate does: a gate whose run is nowhere would give it away.
 */
export async function listedDrill(ctx: DrillContext, filter: RunFilter): Promise<RunListItem | undefined> {
  const drill = await findOpenDrill(ctx);
  const item = drill && itemOf(drill);
  return item && matches(item, filter, ctx.actor.zone) ? item : undefined;
}

function itemOf(drill: ShownDrill): RunListItem {
  const { state, row } = drill;
  const author = drill.log[0]?.actor;
  const { inputTokens, outputTokens } = drillUsage(drill);
  const { counters } = state;
  return {
    id: row.runId,
    seq: state.seq,
    title: row.mission,
    status: statusOf(state),
    finishReason: null,
    tags: [],
    owner: author?.kind === "person" ? { id: author.id, name: author.name } : null,
    planVersion: state.planVersion,
    replans: counters.replans,
    iterations: counters.iterations,
    tasks: state.taskTotals,
    openApprovals: Object.keys(state.openApprovals).length,
    cost: drillCost(drill),
    tokens: inputTokens + outputTokens,
    createdAt: state.createdAt,
    finishedAt: null,
  };
}

function matches(
  { id: _id, title, status, owner, cost, createdAt }: RunListItem,
  filter: RunFilter,
  zone: Zone | undefined,
): boolean {
  const { text = "", minCostUsd = 0, maxCostUsd = Number.POSITIVE_INFINITY } = filter;
  const elsewhere = [filter.tag, filter.template, filter.behind, filter.from, filter.to, filter.runs];
  const { fromMs = 0 } = daysOf(filter.createdFrom, zone);
  const { beforeMs = Number.POSITIVE_INFINITY } = daysOf(filter.createdTo, zone);
  return (
    elsewhere.every((one) => one === undefined || one === "") &&
    (filter.status === undefined || filter.status.includes(status)) &&
    (filter.owner === undefined || filter.owner === owner?.id) &&
    title.toLowerCase().includes(text.toLowerCase()) &&
    cost.knownUsd >= minCostUsd &&
    cost.knownUsd <= maxCostUsd &&
    createdAt >= fromMs &&
    createdAt < beforeMs
  );
}

const daysOf = (day: string | undefined, zone: Zone | undefined): Partial<ReturnType<typeof daysInMs>> =>
  day === undefined ? {} : daysInMs({ from: day, to: day }, zone);
