import { z } from "zod";
import type { CallSums } from "@/db/queries/costs/pieces";
import { readOwnReplans } from "@/db/queries/costs/read-overheads";
import { type CostDimension, readCosts } from "@/db/queries/read-costs";
import { readEventsOfTypes } from "@/db/queries/runs/read-events";
import { inAddress, lastOrdinal } from "@/lib/core/inputs/bounds";
import { costsOfEvents } from "@/lib/core/run/ledger/costs-of-events";
import { sumSpend } from "@/lib/core/run/ledger/spend";
import { spendingOf } from "@/lib/core/run/ledger/spending";
import type { Cost, CostLine, RunCosts, VersionCost } from "@/lib/core/views";
import type { ServiceContext } from "../context";
import type { ShownDrill } from "../drills/shown";
import { type ReadRun, readRun } from "../submit";
import { defineVerb } from "../verb";
import { pastState } from "./snapshot";

export type { Cost } from "@/lib/core/views";

/** Counts up to the event `at` where one is named. Throws `not_found`, `invalid_input` (no such event). */
export const runCosts = defineVerb({
  name: "runs/costs",
  capability: "view",
  description:
    "What a run cost, in all and by role, task, agent, model and plan version, and what its replans made worthless",
  routes: [{ at: "GET /api/v1/runs/{id}/costs", id: "runId" }],
  input: z.strictObject({
    runId: z.string().max(200),
    at: inAddress(lastOrdinal).optional(),
  }),
  async run({ ctx, input: { runId, at } }): Promise<RunCosts> {
    const run = await readRun(ctx, runId);
    return at === undefined ? costsOf(ctx, runId, run.drill) : pastCosts(ctx, run, at);
  },
});

/** The same for a run that the actor may see; of a drill, from the events that it was folded of. */
export async function costsOf(ctx: ServiceContext, runId: string, drill?: ShownDrill): Promise<RunCosts> {
  if (drill) return costsOfEvents(drill.state, drill.log);
  const of = { workspaceId: ctx.actor.workspaceId, runId };
  const [rows, replans] = await Promise.all([readCosts(ctx.db, of), readOwnReplans(ctx.db, of)]);
  const side = (name: CostDimension) => rows.filter((row) => row.side === name).map(costLineOf);
  return {
    total: costLineOf(rows.find((row) => row.side === "all") ?? { key: null, ...noCalls() }),
    roles: side("role"),
    tasks: side("task"),
    agents: side("agent"),
    models: side("model"),
    versions: side("version").map(withReplans(replans)).toSorted(byVersion),
    discardedCost: spendingOf(sumSpend(replans.map(({ discardedCost }) => discardedCost ?? undefined))),
    replanningCost: spendingOf(sumSpend(replans.map(({ spent }) => spent ?? undefined))),
    unpricedModels: rows.flatMap((row) =>
      row.side === "model" && row.uncostedCalls > 0 ? (row.key ?? []) : [],
    ),
  };
}

async function pastCosts(ctx: ServiceContext, run: ReadRun, at: number): Promise<RunCosts> {
  const state = await pastState(ctx, run, at);
  const { runId } = state;
  const calls = run.drill?.log.filter(({ seq }) => seq <= at);
  return costsOfEvents(
    state,
    calls ?? (await readEventsOfTypes(ctx.db, { runId, types: ["llm_called"], upToSeq: at })),
  );
}

type Replans = Awaited<ReturnType<typeof readOwnReplans>>;

/** What a version came to cost: its own calls, and what was spent on tasks that the next version dropped. */
function withReplans(replans: Replans): (line: CostLine) => VersionCost {
  return (line) => {
    const replaced = replans.filter(
      ({ fromVersion, toVersion }) => toVersion !== null && `${fromVersion}` === line.key,
    );
    const replacedBy = replaced.at(-1)?.toVersion ?? null;
    return {
      ...line,
      replacedBy,
      discardedCost:
        replacedBy === null
          ? null
          : spendingOf(sumSpend(replaced.map(({ discardedCost }) => discardedCost ?? undefined))),
    };
  };
}

const byVersion = (a: VersionCost, b: VersionCost): number =>
  (a.key === null ? Number.POSITIVE_INFINITY : Number(a.key)) -
  (b.key === null ? Number.POSITIVE_INFINITY : Number(b.key));

/** No calls at all. */
export const noCalls = (): CallSums => ({
  calls: 0,
  failedCalls: 0,
  uncostedCalls: 0,
  uncountedCalls: 0,
  costMicroUsd: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  latencyMs: 0,
});

/** Several sums of calls as one. */
export function sumOfCalls(rows: readonly CallSums[]): CallSums {
  const sum = noCalls();
  for (const row of rows) for (const name of Object.keys(sum) as (keyof CallSums)[]) sum[name] += row[name];
  return sum;
}

/** A sum of calls as clients read it. */
export function costLineOf(row: CallSums & { key: string | null }): CostLine {
  const { key, calls, failedCalls, uncostedCalls, uncountedCalls, costMicroUsd, inputTokens, outputTokens } =
    row;
  const { cachedInputTokens, reasoningTokens, latencyMs } = row;
  const spent = { calls, unpricedCalls: uncostedCalls, costMicroUsd, uncountedCalls };
  return {
    key,
    ...spendingOf({ ...spent, tokens: inputTokens + outputTokens }),
    failedCalls,
    inputTokens,
    cachedInputTokens,
    outputTokens,
    reasoningTokens,
    latencyMs,
  };
}

export function costOf(sums: { costMicroUsd: number; uncostedCalls: number; modelCalls: number }): Cost {
  const knownUsd = sums.costMicroUsd / 1_000_000;
  return {
    usd: sums.uncostedCalls > 0 ? null : knownUsd,
    knownUsd,
    unknownCalls: sums.uncostedCalls,
    modelCalls: sums.modelCalls,
  };
}
