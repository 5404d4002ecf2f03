"use client";

import { useMemo } from "react";
import type { CostReport } from "@/lib/core/cost/views";
import { DRILL_OUTCOMES } from "@/lib/core/drills/judge";
import type { DrillView } from "@/lib/core/drills/view";
import { insightsOf } from "@/lib/core/insights/report";
import type { CostLine } from "@/lib/core/views";
import { costReport } from "@/lib/testing/reports/cost-report";
import { fullInsights, INSIGHT_WEEKS, insightScope, noInsights } from "@/lib/testing/reports/insight-counts";
import { CostReportView } from "../../cost-report/cost-report";
import { DrillList } from "../../drills/drill-list";
import { InsightCharts } from "../../insights/insight-charts";
import { InsightFilters } from "../../insights/insight-filters";
import { LONG_TEXT, Specimen, State } from "../specimen";

/** What is counted over many runs. */
export function Reports() {
  return (
    <>
      <Specimen
        name="CostReportView"
        states="everything, narrowed by filters, simulated calls alone, nothing, nothing that fits the filters"
      >
        {() =>
          COST_REPORTS.map(([name, report]) => (
            <State key={name} name={name}>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <CostReportView report={report} />
              </div>
            </State>
          ))
        }
      </Specimen>
      <Specimen name="InsightCharts" states="everything, nothing yet">
        {() => <Insights />}
      </Specimen>
      <Specimen name="InsightFilters" states="as it opens, set">
        {() => (
          <>
            <InsightFilters view={{}} scope={insightScope} />
            <InsightFilters
              view={{ from: insightScope.from, tag: "release", runs: "demo", by: "prompt" }}
              scope={{ ...insightScope, tag: "release", runs: "demo", by: "prompt" }}
            />
          </>
        )}
      </Specimen>
      <Specimen
        name="DrillList"
        states="each outcome, not answered, long text; none, none that fit the filters"
      >
        {() => (
          <>
            <State name="drills">
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <DrillList view={{}} page={{ items: DRILLS, nextCursor: "older" }} />
              </div>
            </State>
            <State name="none">
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <DrillList view={{}} page={{ items: [], nextCursor: null }} />
              </div>
            </State>
            <State name="none that fit the filters">
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <DrillList view={{ outcome: "missed" }} page={{ items: [], nextCursor: null }} />
              </div>
            </State>
          </>
        )}
      </Specimen>
    </>
  );
}

const NARROWED = { ...costReport, replans: null, budgets: null, runs: [], simulated: [], unpriced: [] };
const NOTHING = { ...costReport, purposes: [], unpriced: [], filter: {} };

const MANY_AGENTS: CostReport["agents"] = {
  ...costReport.agents,
  lines: Array.from(
    { length: 20 },
    (_, at) => ({ ...costReport.agents.lines[0], key: `agent-${at}` }) as CostLine,
  ),
};

const COST_REPORTS: readonly [name: string, report: CostReport][] = [
  ["everything", costReport],
  ["narrowed", { ...NARROWED, filter: { tag: LONG_TEXT, model: "acme:large" } }],
  ["many agents, no purpose known", { ...costReport, purposes: [], agents: MANY_AGENTS }],
  ["simulated calls alone", NOTHING],
  ["nothing", { ...NOTHING, simulated: [] }],
  ["nothing that fits", { ...NOTHING, simulated: [], filter: { tag: "fraud" } }],
];

const DRILLED = [
  { kind: "tool_approval", outcome: "found", drills: 8 },
  { kind: "tool_approval", outcome: "missed", drills: 2 },
  { kind: "plan_approval", outcome: "found", drills: 1 },
] as const;

function Insights() {
  const [full, none] = useMemo(
    () =>
      [{ ...fullInsights, drills: DRILLED }, noInsights].map((counts) =>
        insightsOf(counts, insightScope, INSIGHT_WEEKS),
      ),
    [],
  );
  return (
    <>
      <State name="everything">{full && <InsightCharts report={full} view={{}} />}</State>
      <State name="nothing yet">{none && <InsightCharts report={none} view={{}} />}</State>
    </>
  );
}

const drill = (part: Partial<DrillView>): DrillView => ({
  ...{ approvalId: "apr_1-1", kind: "tool_approval", mission: "Refund the order", verb: "reject" },
  ...{ comment: null, outcome: null, openedAt: 0, closedAt: Date.UTC(2026, 0, 1), own: true },
  fault: { code: "amount_wrong", place: "arguments", shown: "1205", against: "120.50 USD" },
  reviewer: { id: "ada", name: "Ada" },
  ...part,
});

const DRILLS: DrillView[] = [
  ...DRILL_OUTCOMES.map((outcome) =>
    drill({
      ...{ approvalId: `apr_${outcome}`, outcome, mission: `A drill: ${outcome}` },
      ...((outcome === "passed" || outcome === "false_alarm") && { fault: null }),
      ...((outcome === "passed" || outcome === "missed") && { verb: "approve" }),
    }),
  ),
  drill({ approvalId: "apr_none", mission: "A drill that nobody answered", verb: null, own: false }),
  drill({ approvalId: "apr_long", mission: LONG_TEXT, comment: LONG_TEXT, outcome: "found" }),
];
