"use client";

import { TASK_STATUS_DISPLAY } from "@/lib/core/describe/looks/task-status";
import { TASK_STATUSES } from "@/lib/core/run/status";
import { BudgetBar } from "../budgets/budget-bar";
import { Bars } from "../charts/bars";
import { ChartCard } from "../charts/chart-card";
import { SERIES_LOOKS } from "../charts/look";
import type { TaskFacts } from "../graph/facts";
import { factsOfPlanned } from "../graph/task-facts";
import { TaskTree } from "../graph/task-tree";
import { ShortcutList } from "../palette/shortcut-list";
import { bannerText } from "../shell/connection-banner";
import { SEVERITIES } from "../status";
import { LONG_TEXT, type Scheme, Specimen } from "./specimen";

const BANNERS: readonly [connection: string, caughtUp: number, storeIsReady?: boolean][] = [
  ["reconnecting", 0],
  ["open", 34],
  ["open", 0, false],
  ["outdated", 0],
  ["signed_out", 0],
];

/** What several pages are made of. */
export function Composites() {
  return (
    <>
      <Specimen
        name="TaskTree"
        states="every status, verified, held, marked, with findings and comments, long text"
      >
        {(scheme) => (
          <div className="rounded-lg border border-line bg-panel">
            <TaskTree
              graph={{ nodes: tasksOf(scheme), edges: [] }}
              selectedTaskId={`running-${scheme}`}
              onUnfold={() => {}}
            />
          </div>
        )}
      </Specimen>
      <Specimen name="BudgetBar" states="begun, reserved, near its limit, over it, no limit">
        {() =>
          [
            { used: 1_200, limit: 20_000 },
            { used: 1_200, reserved: 4_000, unknown: 1, limit: 20_000 },
            { used: 18_000, limit: 20_000 },
            { used: 21_000, limit: 20_000 },
            { used: 21_000 },
          ].map((line) => (
            <BudgetBar
              key={JSON.stringify(line)}
              line={{ counter: "maxTokens", setting: "maxTokens", reserved: 0, unknown: 0, ...line }}
            />
          ))
        }
      </Specimen>
      <Specimen name="ChartCard" states="several series, empty">
        {(scheme) => (
          <>
            <ChartCard title={`Decisions, ${scheme}`} n="24 decisions" formula="Decisions of each kind.">
              <Bars
                alt={`Decisions by kind, ${scheme}`}
                series={SERIES_LOOKS.map((look, at) => ({ label: `Series ${at + 1}`, look }))}
                bars={[
                  { label: "CONTINUE", values: [6, 4, 2, 1], text: "13" },
                  { label: LONG_TEXT, values: [3, 2, 3, 3], text: "11", detail: "11 of 24" },
                ]}
              />
            </ChartCard>
            <ChartCard
              title={`Agreement, ${scheme}`}
              n="3 decisions"
              formula="Decisions that people kept."
              empty="Shown from 5 decisions on."
            />
          </>
        )}
      </Specimen>
      <Specimen name="ConnectionBanner" states="all that it says">
        {() => (
          <ul className="grid gap-1">
            {BANNERS.map((facts) => (
              <li key={facts.join()}>{bannerText(...facts)}</li>
            ))}
          </ul>
        )}
      </Specimen>
      <Specimen name="ShortcutList" states="all keys of the console">
        {() => <ShortcutList />}
      </Specimen>
    </>
  );
}

/** A task in every status, and others in states that are none. */
function tasksOf(scheme: Scheme): TaskFacts[] {
  const task = (id: string, facts: Partial<TaskFacts> = {}): TaskFacts => ({
    ...factsOfPlanned({ id: `${id}-${scheme}`, title: id, type: "task", agent: "engineer", maxRetries: 2 }),
    ...facts,
  });
  const done = { status: "succeeded", startedAt: 0, endedAt: 94_000, costUsd: 0.0042 } as const;
  return [
    ...TASK_STATUSES.map((status) =>
      task(status, { status, ...TASK_STATUS_DISPLAY[status], ghost: status === "superseded" }),
    ),
    task("verified", { ...done, icon: "✓", word: "verified", tone: "ok", locked: true }),
    task("retried", { ...done, icon: "◈", word: "accepted by Anna", tone: "amber", attempt: 2, attempts: 3 }),
    task("review", { kind: "planning_review", actor: "planning review", decision: "REPLAN" }),
    task("gate", {
      kind: "human_review",
      actor: "human gate",
      ...TASK_STATUS_DISPLAY.waiting,
      status: "waiting",
    }),
    ...(["added", "changed", "removed"] as const).map((mark) =>
      task(mark, { mark, ghost: mark === "removed" }),
    ),
    ...SEVERITIES.map((severity) => task(severity, { severity, issueCount: 2 })),
    task("commented", { comments: 2, commentsAre: "open" }),
    task(LONG_TEXT, { actor: LONG_TEXT.slice(0, 60) }),
  ];
}
