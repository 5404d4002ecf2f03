"use client";

import { approvalsQuery, runsQuery } from "@/lib/client/query";
import { DrawnAt } from "@/lib/client/use-now";
import { SCENARIOS } from "@/lib/core/scenarios";
import type { StalledRun } from "@/lib/core/views";
import { startedWorld } from "@/lib/testing/runs/budget-world";
import { gateView } from "@/lib/testing/runs/waiting-gate";
import { daySpending, weekFigures } from "@/lib/testing/views/overview-figures";
import { heldQuery } from "../../approvals/held-query";
import { Budgets } from "../../budgets/budgets";
import { LIMITS, LimitField } from "../../budgets/limit-field";
import { overviewQuery, spendingQuery } from "../../overview/figure-queries";
import { Figures } from "../../overview/figures";
import { Overview } from "../../overview/overview";
import { RECENT_RUNS } from "../../overview/recent";
import { StalledRuns } from "../../overview/stalled-runs";
import { ConnectionNote } from "../../shell/connection-banner";
import { LIVE_RUNS, MY_GATES } from "../../shell/live-filters";
import { Navigation } from "../../shell/navigation";
import { SpendingBadge } from "../../shell/spending-badge";
import { SubPages } from "../../shell/sub-pages";
import { ThemeSwitch } from "../../shell/theme-switch";
import { THEMES } from "../../shell/types";
import { Card } from "../../ui/card";
import { pageOfRuns, RUNS_SEEN_AT } from "../lists/page-of-runs";
import {
  Fetched,
  LONG_TEXT,
  nothing,
  OnPage,
  Opened,
  Panel,
  Row,
  refused,
  type Scheme,
  Specimen,
  State,
} from "../specimen";

/** What stands around every page, and the page that one comes to first. */
export function Frame() {
  return (
    <>
      <Specimen name="Navigation" states="with live runs and open gates, more than are counted, without">
        {(scheme) =>
          (["some", "many", "none"] as const).map((many) => (
            <State key={many} name={many}>
              {/* On a narrow page it is at the bottom: here of this place. */}
              <div className="max-md:min-h-20 max-md:contain-layout md:max-w-50">
                <Fetched queries={listsOfFrame(scheme, many)}>
                  <OnPage path={many === "none" ? "/lessons" : "/runs"}>
                    <Navigation />
                  </OnPage>
                </Fetched>
              </div>
            </State>
          ))
        }
      </Specimen>
      <Specimen
        name="SpendingBadge"
        states="begun (not on a phone), near the cap, at the cap, no cap (draws nothing)"
      >
        {() => (
          <Row>
            {[1_200_000, 8_100_000, 10_000_000].map((costMicroUsd) => (
              <Fetched key={costMicroUsd} queries={[]}>
                <SpendingBadge first={daySpending({ costMicroUsd, capMicroUsd: 10_000_000 })} />
              </Fetched>
            ))}
            <Fetched queries={[]}>
              <SpendingBadge first={daySpending()} />
            </Fetched>
          </Row>
        )}
      </Specimen>
      <Specimen name="ThemeSwitch" states="each theme, open; it changes that of the page">
        {() => (
          <Row>
            {THEMES.map((theme) => (
              <ThemeSwitch key={theme} theme={theme} choose={async () => {}} />
            ))}
            <Opened>
              <ThemeSwitch theme="system" choose={async () => {}} />
            </Opened>
          </Row>
        )}
      </Specimen>
      <Specimen name="ConnectionNote" states="all that it says, nothing to say (draws nothing)">
        {() =>
          CONNECTIONS.map((facts) => (
            <Row key={JSON.stringify(facts)}>
              <ConnectionNote {...facts} />
            </Row>
          ))
        }
      </Specimen>
      <Specimen name="SubPages" states="few, more than there is room for">
        {(scheme) => (
          <OnPage path="/settings/1">
            <SubPages label={`Few, ${scheme}`} pages={PAGES.slice(0, 2)} />
            <SubPages label={`Many, ${scheme}`} pages={PAGES} />
          </OnPage>
        )}
      </Specimen>
      <Specimen
        name="Overview"
        states="the page: a few of each, more than it lists, nothing to do, nothing ended yet, the first visit"
      >
        {(scheme) =>
          (["some", "many", "quiet", "begun", "none"] as const).map((many) => (
            <State key={many} name={many}>
              <Fetched queries={[...listsOfFrame(scheme, many), ...listsOfOverview(scheme, many)]}>
                <DrawnAt value={RUNS_SEEN_AT}>
                  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                    <Overview
                      scenarios={SCENARIOS.slice(0, 2)}
                      stalledRuns={STALLED.slice(0, 1)}
                      start={refused}
                    />
                  </div>
                </DrawnAt>
              </Fetched>
            </State>
          ))
        }
      </Specimen>
      <Specimen name="Figures" states="no cap, within it, reached, few runs, none, demo runs alone">
        {() =>
          FIGURES.map(([name, day, week]) => (
            <State key={name} name={name}>
              <Fetched
                queries={[
                  { queryKey: spendingQuery("overview").queryKey, data: daySpending(day) },
                  { queryKey: overviewQuery().queryKey, data: weekFigures(week) },
                ]}
              >
                <Figures />
              </Fetched>
            </State>
          ))
        }
      </Specimen>
      <Specimen name="StalledRuns" states="each reason, long text">
        {() => (
          <Card title="Stalled runs">
            <StalledRuns runs={STALLED} />
          </Card>
        )}
      </Specimen>
      <Specimen name="Budgets" states="each limit, none (draws nothing)">
        {(scheme) => (
          <>
            <Panel>
              <Budgets state={{ ...LIMITED.state, runId: `run_budgets-${scheme}` }} />
            </Panel>
            <Budgets state={UNLIMITED.state} />
          </>
        )}
      </Specimen>
      <Specimen name="LimitField" states="each limit empty, set, that cannot be read">
        {() =>
          LIMITS.map(({ budget, label, help }) => (
            <div key={budget} className="grid gap-3 sm:grid-cols-3">
              {[undefined, 60_000_000, -1].map((value) => (
                <LimitField
                  key={String(value)}
                  {...{ budget, label, help, value }}
                  placeholder="No limit"
                  onChange={nothing}
                />
              ))}
            </div>
          ))
        }
      </Specimen>
    </>
  );
}

type Many = "none" | "begun" | "quiet" | "some" | "many";

/** What the frame counts. */
function listsOfFrame(scheme: Scheme, many: Many) {
  const times = many === "many" ? 4 : many === "quiet" ? 0 : 1;
  const live = Array.from({ length: times }, (_, n) =>
    pageOfRuns(scheme)
      .items.filter(({ finishedAt }) => finishedAt === null)
      .map((run) => (n === 0 ? run : { ...run, id: `${run.id}-${n}` })),
  ).flat();
  const gates = Array.from({ length: 4 * times }, (_, n) =>
    gateView(`gate_${n}-${scheme}`, {
      openedAt: RUNS_SEEN_AT - 90_000,
      ...(n === 1 && { prompt: LONG_TEXT }),
    }),
  );
  const nextCursor = many === "many" ? "later" : null;
  const page = <T,>(items: readonly T[]) => ({ items: many === "none" ? [] : items, nextCursor });
  return [
    { queryKey: runsQuery(LIVE_RUNS).queryKey, data: page(live) },
    { queryKey: approvalsQuery(MY_GATES).queryKey, data: page(gates) },
  ];
}

/** What the overview shows as well. */
function listsOfOverview(scheme: Scheme, many: Many) {
  const ended = pageOfRuns(scheme).items.filter(({ finishedAt }) => finishedAt !== null);
  const held = { runId: "run_1", taskId: "review", title: "Is it good enough?", mission: "Deploy it" };
  return [
    ...Object.values(RECENT_RUNS).map((filter) => ({
      queryKey: runsQuery(filter).queryKey,
      data: {
        items:
          many === "none" || many === "begun"
            ? []
            : ended.filter(({ status }) => filter.status?.includes(status)),
        nextCursor: null,
      },
    })),
    {
      queryKey: heldQuery().queryKey,
      data: { items: [{ ...held, decision: "REPLAN", heldUntil: RUNS_SEEN_AT + 150_000 }] },
    },
    { queryKey: overviewQuery().queryKey, data: weekFigures() },
    { queryKey: spendingQuery("overview").queryKey, data: daySpending({ capMicroUsd: 10_000_000 }) },
  ];
}

const CONNECTIONS = [
  { connection: "reconnecting", caughtUp: 0 },
  { connection: "live", caughtUp: 34 },
  { connection: "live", caughtUp: 0, storeIsReady: false },
  { connection: "outdated", caughtUp: 0 },
  { connection: "signed_out", caughtUp: 0 },
  { connection: "live", caughtUp: 0 },
];

const PAGES = [
  "Models",
  "Policies",
  "Notifications",
  "People and keys",
  "Retention",
  "Spending",
  "Health",
].map((name, at) => ({ href: `/settings/${at}`, name }));

const STALLED: readonly StalledRun[] = (["unsupported", "internal", "engine_fault"] as const).map((code) => ({
  ...{ runId: `run_${code}`, code, atMs: RUNS_SEEN_AT - 240_000, title: "Compare the quarters" },
  message: code === "internal" ? LONG_TEXT : "Event 7 is of a later version.",
}));

const CAP = { capMicroUsd: 10_000_000 };
const FIGURES = [
  ["no cap", {}, {}],
  ["within its cap", { ...CAP, uncostedCalls: 2 }, {}],
  ["cap reached", { ...CAP, costMicroUsd: 10_000_000 }, {}],
  ["few runs", {}, { ended: 3, completed: 2, replanned: 0 }],
  ["none", { costMicroUsd: 0 }, { ended: 0, completed: 0, replanned: 0 }],
  ["demo runs alone", {}, { runs: "demo" }],
] as const;

const LIMITED = startedWorld({
  ...{ maxTokens: 20_000, maxCostMicroUsd: 5_000_000, maxHops: 40, maxDurationMs: 600_000 },
});
const UNLIMITED = startedWorld({});
