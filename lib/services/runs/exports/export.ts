import { readExportedRuns } from "@/db/queries/runs/read-exported-runs";
import { writeAudit } from "@/db/queries/write-audit";
import { type ExportedDecision, exportLine } from "@/lib/core/insights/export-line";
import type { Json } from "@/lib/core/json";
import type { Page, RunListItem } from "@/lib/core/views";
import { actorRefOf, type ServiceContext } from "../../context";
import { defineVerb } from "../../verb";
import { listRunPage, runListInput } from "../list";
import { resolveValues } from "../resolve-values";

/** What one page holds at most: results may be large. */
const MAX_PAGE_RUNS = 50;

/**
 * Ended runs as lines of JSON, newest first, in pages (docs/insights.md, "Runs as JSONL"), by the filters of their list. The
 * first page writes a line of the audit log. Texts hold no secrets.
 */
export const exportRuns = defineVerb({
  name: "runs/export",
  capability: "view",
  description: "Ended runs as JSONL, by the filters of their list",
  see: ["insights.md#runs-as-jsonl"],
  routes: [{ at: "GET /api/v1/runs/export", lists: ["status"], omit: ["limit"], answer: "runLines" }],
  input: runListInput,
  async run({ ctx, input }): Promise<Page<string>> {
    const limit = Math.min(input.limit, MAX_PAGE_RUNS);
    const { items, nextCursor } = await listRunPage(ctx, { ...input, limit }, { endedAlone: true });
    if (input.cursor === undefined) await noteExport(ctx, input);
    return { items: await linesOf(ctx, items), nextCursor };
  },
});

async function noteExport(ctx: ServiceContext, { limit: _limit, ...filter }: object & { limit: number }) {
  const details = JSON.parse(JSON.stringify(filter)) as Json;
  const { workspaceId } = ctx.actor;
  const line = { workspaceId, actor: actorRefOf(ctx.actor), action: "export_runs", details };
  await ctx.transact((tx) => writeAudit(tx, line));
}

async function linesOf(ctx: ServiceContext, items: readonly RunListItem[]): Promise<string[]> {
  if (items.length === 0) return [];
  const { workspaceId } = ctx.actor;
  const read = await readExportedRuns(ctx.db, { workspaceId, runIds: items.map(({ id }) => id) });
  const fullValue = await resolveValues(ctx, [
    ...read.results.map(({ result }) => result ?? undefined),
    ...read.runs.map(({ answer }) => answer ?? undefined),
  ]);
  return items.map((item) => {
    const run = read.runs.find(({ id }) => id === item.id);
    const results = read.results.filter(({ runId }) => runId === item.id);
    const { status, finishReason, tags, replans, iterations, cost, createdAt, finishedAt } = item;
    return exportLine({
      mission: run?.mission ?? item.title,
      originalPlan: (read.plans.find(({ runId }) => runId === item.id)?.plan ?? null) as Json,
      results: Object.fromEntries(
        results.flatMap(({ taskId, result }) => (result ? [[taskId, fullValue(result)]] : [])),
      ),
      decisions: read.decisions.filter(({ runId }) => runId === item.id).map(decisionOf),
      outcome: {
        runId: item.id,
        status,
        finishReason,
        tags,
        replans,
        iterations,
        answer: run?.answer ? fullValue(run.answer) : null,
        durationMs: (finishedAt ?? createdAt) - createdAt,
        usd: cost.usd,
        modelCalls: cost.modelCalls,
      },
    });
  });
}

type Row = Awaited<ReturnType<typeof readExportedRuns>>["decisions"][number];

function decisionOf({ kind, taskId, proposed, proposal, decision, reasoning, provenance, agrees }: Row) {
  const proposedBecause = proposal?.reasoning ?? null;
  // The query leaves out what is not decided.
  return {
    kind,
    taskId,
    proposed,
    proposedBecause,
    decision,
    reasoning,
    provenance,
    agrees,
  } as ExportedDecision;
}
