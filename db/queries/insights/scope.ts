import { and, arrayContains, eq, gte, isNotNull, lt, not, type SQL, sql } from "drizzle-orm";
import type { RunKind } from "@/lib/core/inputs/insights";
import { DEMO_TAG } from "@/lib/core/scenarios";
import { runs } from "../../schema";

/** Ended runs by the moments between which they ended (the second excluded), a tag, and who carried them out. */
export type EndedRuns = {
  workspaceId: string;
  fromMs?: number | undefined;
  beforeMs?: number | undefined;
  tag?: string | undefined;
  /** Real runs or demo runs alone; both where absent. */
  runs?: RunKind | undefined;
};

/** The condition on `runs` for these runs. */
export function endedRuns({ workspaceId, fromMs, beforeMs, tag, runs: kind }: EndedRuns): SQL | undefined {
  const demo = arrayContains(runs.tags, [DEMO_TAG]);
  return and(
    eq(runs.workspaceId, workspaceId),
    isNotNull(runs.finishedAt),
    fromMs === undefined ? undefined : gte(runs.finishedAt, new Date(fromMs)),
    beforeMs === undefined ? undefined : lt(runs.finishedAt, new Date(beforeMs)),
    tag === undefined ? undefined : arrayContains(runs.tags, [tag]),
    kind === undefined ? undefined : kind === "demo" ? demo : not(demo),
  );
}

/** When each week of a report begins, in the zone of its reader, in order. */
export type WeekStart = { key: string; ms: number };

/** The runs of a report as the first part of a statement, each with the week in which it ended. */
export const scopeOf = ({
  weekStarts,
  ...which
}: EndedRuns & { weekStarts: readonly WeekStart[] }): SQL => sql`
  scope as materialized (
    select ${runs.id} as run_id, ${runs.createdAt} as created_at, ${runs.status} as status, ${runs.tags} as tags,
      ${replanCount} as replans,
      (string_to_array(${weekStarts.map(({ key }) => key).join()}, ','))[width_bucket(
        ${runs.finishedAt},
        string_to_array(${weekStarts.map(({ ms }) => new Date(ms).toISOString()).join()}, ',')::timestamptz[]
      )] as week
    from ${runs} where ${endedRuns(which)})`;

/** How often a run was replanned, in the words of a report. */
export const replanCount = sql`case when ${runs.replans} = 0 then 'none' when ${runs.replans} = 1 then 'one' else 'more' end`;
