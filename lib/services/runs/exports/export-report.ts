import { z } from "zod";
import { readEventsAfter } from "@/db/queries/runs/read-events";
import { readDecisions } from "@/db/queries/runs/read-history";
import { writeAudit } from "@/db/queries/write-audit";
import { headline } from "@/lib/core/describe/gates/headline";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { slugOf } from "@/lib/core/plan/write/file";
import { graphFile } from "@/lib/core/report/graph-picture";
import { momentText, type ReportDecision } from "@/lib/core/report/parts";
import { runReport } from "@/lib/core/report/run-report";
import type { RunEvent } from "@/lib/core/run/events";
import { givenAnswer, tasksToShow } from "@/lib/core/run/selectors";
import type { RunState } from "@/lib/core/run/state";
import { REPORT_FORMATS, type TextFile } from "@/lib/core/views";
import { actorRefOf, type ServiceContext } from "../../context";
import { requireRun } from "../../submit";
import { defineVerb } from "../../verb";
import { costsOf } from "../costs";
import { resolveValues } from "../resolve-values";

const PAGE_EVENTS = 2_000;
/** More of them make no file that anybody reads: of longer runs the last ones are in it. */
const MAX_EVENTS = 50_000;

/**
 * A run as a file for people without access (docs/console.md, "A run as a file"): a page of everything, or its graph as a
 * picture. Each writes a line of the audit log. Throws `not_found`, and `not_allowed_now` for the picture of a run without a plan.
 */
export const exportReport = defineVerb({
  name: "runs/exportReport",
  capability: "view",
  input: z.strictObject({ runId: z.string().max(200), format: z.enum(REPORT_FORMATS) }),
  async run({ ctx, input: { runId, format } }): Promise<TextFile> {
    const state = structuredClone(await requireRun(ctx, runId)) as RunState;
    if (format === "svg" && state.planVersion === 0)
      throw new DomainFailure(domainError("not_allowed_now", "There is no plan to draw yet."));
    const file = format === "svg" ? await graphOf(ctx, state) : await reportOf(ctx, state);
    const by = { workspaceId: ctx.actor.workspaceId, actor: actorRefOf(ctx.actor) };
    await writeAudit(ctx.db, { ...by, action: "export_report", subject: runId, details: { format } });
    return file;
  },
});

async function graphOf(ctx: ServiceContext, state: RunState): Promise<TextFile> {
  const layout = await ctx.layouts.make(state, "edges");
  const about = { headline: headline(state), asOf: `${momentText(ctx.clock.nowMs())} UTC` };
  const text = graphFile(state, layout, about);
  return { fileName: `${nameOf(state)}-graph.svg`, contentType: "image/svg+xml", text };
}

async function reportOf(ctx: ServiceContext, state: RunState): Promise<TextFile> {
  const { runId } = state;
  const tasks = tasksToShow(state);
  const answer = givenAnswer(state);
  const [layout, decisions, costs, events, fullValue] = await Promise.all([
    ctx.layouts.make(state, "edges"),
    readDecisions(ctx.db, { workspaceId: ctx.actor.workspaceId, runId }),
    costsOf(ctx, runId),
    eventsOf(ctx, state),
    resolveValues(ctx, [answer, ...tasks.map(({ result }) => result)]),
  ]);
  const text = runReport({
    ...{ state, layout, costs, events },
    decisions: decisions.flatMap(decisionOf),
    answer: answer ? fullValue(answer) : null,
    results: Object.fromEntries(tasks.flatMap(({ id, result }) => (result ? [[id, fullValue(result)]] : []))),
    exported: { at: ctx.clock.nowMs(), by: ctx.actor.name },
  });
  return { fileName: `${nameOf(state)}-report.html`, contentType: "text/html; charset=utf-8", text };
}

const nameOf = ({ planTitle, mission }: RunState): string => slugOf(planTitle || mission);

/** The last events up to the state's, which nothing that happens later joins. */
async function eventsOf({ db }: ServiceContext, { runId, seq }: RunState): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for (let afterSeq = Math.max(0, seq - MAX_EVENTS); afterSeq < seq; ) {
    const limit = Math.min(PAGE_EVENTS, seq - afterSeq);
    const page = await readEventsAfter(db, { runId, afterSeq, limit });
    events.push(...page);
    const last = page.at(-1);
    if (!last) break;
    afterSeq = last.seq;
  }
  return events;
}

function decisionOf(row: Awaited<ReturnType<typeof readDecisions>>[number]): ReportDecision[] {
  const { kind, taskId, approvalId, proposed, decision, reasoning, provenance, decidedBy, decidedAt } = row;
  if (decision === null) return [];
  const proposedBecause = row.proposal?.reasoning ?? null;
  const at = decidedAt?.getTime() ?? null;
  return [
    {
      kind,
      taskId,
      approvalId,
      proposed,
      proposedBecause,
      decision,
      reasoning,
      provenance,
      decidedBy,
      decidedAt: at,
    },
  ];
}
