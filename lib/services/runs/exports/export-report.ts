import { z } from "zod";
import { readDecisions } from "@/db/queries/runs/read-history";
import { writeAudit } from "@/db/queries/write-audit";
import { headline } from "@/lib/core/describe/gates/headline";
import { layoutOfDrill } from "@/lib/core/drills/layout";
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
import type { ShownDrill } from "../../drills/shown";
import { eventsOfRun, type ReadRun, readRun } from "../../submit";
import { defineVerb } from "../../verb";
import { costsOf } from "../costs";
import { outsideCallsOf } from "../outside";
import { resolveValues } from "../resolve-values";

const PAGE_EVENTS = 2_000;
/** More of them make no file that anybody reads: of longer runs the last ones are in it. */
const MAX_EVENTS = 50_000;

/** Writes a line of the audit log. Throws `not_found`, and `not_allowed_now` for the picture of a run without a plan. */
export const exportReport = defineVerb({
  name: "runs/exportReport",
  capability: "view",
  description:
    "With `format` the run as a file: `html`, one page of everything, or `svg`, its graph; `not_allowed_now` for the graph before there is a plan",
  see: ["console.md#a-run-as-a-file"],
  routes: [
    { at: "GET /api/v1/runs/{id}/report", id: "runId", answer: "textFile", when: { query: "format" } },
  ],
  input: z.strictObject({ runId: z.string().max(200), format: z.enum(REPORT_FORMATS) }),
  async run({ ctx, input: { runId, format } }): Promise<TextFile> {
    const run = await readRun(ctx, runId);
    const state = structuredClone(run.state) as RunState;
    if (format === "svg" && state.planVersion === 0)
      throw new DomainFailure(domainError("not_allowed_now", "There is no plan to draw yet."));
    const file = format === "svg" ? await graphOf(ctx, state, run) : await reportOf(ctx, state, run);
    const by = { workspaceId: ctx.actor.workspaceId, actor: actorRefOf(ctx.actor) };
    const line = { ...by, action: "export_report", subject: runId, details: { format } };
    await ctx.transact((tx) => writeAudit(tx, line));
    return file;
  },
});

async function graphOf(ctx: ServiceContext, state: RunState, { drill }: ReadRun): Promise<TextFile> {
  const layout = await layoutOf(ctx, state, drill);
  const about = { headline: headline(state), asOf: `${momentText(ctx.clock.nowMs())} UTC` };
  const text = graphFile(state, layout, about);
  return { fileName: `${nameOf(state)}-graph.svg`, contentType: "image/svg+xml", text };
}

async function reportOf(ctx: ServiceContext, state: RunState, run: ReadRun): Promise<TextFile> {
  const { runId } = state;
  const tasks = tasksToShow(state);
  const answer = givenAnswer(state);
  const [layout, decisions, costs, events, outside, fullValue] = await Promise.all([
    layoutOf(ctx, state, run.drill),
    readDecisions(ctx.db, { workspaceId: ctx.actor.workspaceId, runId }),
    costsOf(ctx, runId, run.drill),
    eventsOf(ctx, run),
    outsideCallsOf(ctx, state, run.drill),
    resolveValues(ctx, [answer, ...tasks.map(({ result }) => result)]),
  ]);
  const text = runReport({
    state,
    layout,
    costs,
    events,
    outside,
    decisions: decisions.flatMap(decisionOf),
    answer: answer ? fullValue(answer) : null,
    results: Object.fromEntries(tasks.flatMap(({ id, result }) => (result ? [[id, fullValue(result)]] : []))),
    exported: { at: ctx.clock.nowMs(), by: ctx.actor.name },
  });
  return { fileName: `${nameOf(state)}-report.html`, contentType: "text/html; charset=utf-8", text };
}

const layoutOf = ({ layouts }: ServiceContext, state: RunState, drill: ShownDrill | undefined) =>
  drill ? layoutOfDrill(state) : layouts.make(state, "edges");

const nameOf = ({ planTitle, mission }: RunState): string => slugOf(planTitle || mission);

/** The last events up to the state's, which nothing that happens later joins. */
async function eventsOf(ctx: ServiceContext, run: ReadRun): Promise<RunEvent[]> {
  const { seq } = run.state;
  const readAfter = eventsOfRun(ctx, run);
  const events: RunEvent[] = [];
  for (let afterSeq = Math.max(0, seq - MAX_EVENTS); afterSeq < seq; ) {
    const limit = Math.min(PAGE_EVENTS, seq - afterSeq);
    const page = await readAfter({ afterSeq, limit });
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
