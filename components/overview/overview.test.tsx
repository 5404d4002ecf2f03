import { expect, it } from "vitest";
import { approvalsQuery, runsQuery } from "@/lib/client/query";
import { NO_TASKS } from "@/lib/core/run/state/totals";
import type { RunListItem } from "@/lib/core/views";
import { renderText } from "@/lib/testing/render";
import { daySpending, weekFigures } from "@/lib/testing/views/overview-figures";
import { heldQuery } from "../approvals/held-query";
import { LIVE_RUNS, MY_GATES } from "../shell/live-filters";
import { overviewQuery, spendingQuery } from "./figure-queries";
import { Overview } from "./overview";
import { RECENT_RUNS } from "./recent";

const page = (items: RunListItem[] = [], nextCursor: string | null = null) => ({ items, nextCursor });
const week = weekFigures({ ended: 0, completed: 0, replanned: 0 });
const day = daySpending({ costMicroUsd: 0 });

const shown = (live: ReturnType<typeof page>) =>
  renderText(<Overview scenarios={[]} stalledRuns={[]} />, {
    queries: [
      ...Object.values(RECENT_RUNS).map((filter) => ({ queryKey: runsQuery(filter).queryKey, data: page() })),
      { queryKey: runsQuery(LIVE_RUNS).queryKey, data: live },
      { queryKey: approvalsQuery(MY_GATES).queryKey, data: page() },
      { queryKey: heldQuery().queryKey, data: { items: [] } },
      { queryKey: overviewQuery().queryKey, data: week },
      { queryKey: spendingQuery("overview").queryKey, data: day },
    ],
  });

it("the overview counts the runs that are live, and of more than are at hand says at least how many", () => {
  const runs = Array.from(
    { length: 9 },
    (_, n) =>
      ({
        id: `run_${n}`,
        title: `Run ${n}`,
        status: "running",
        tasks: NO_TASKS,
        createdAt: 5,
      }) as RunListItem,
  );
  expect(shown(page(runs))).toMatch(/Live runs All 9 live runs/);
  expect(shown(page(runs, "later"))).toMatch(/Live runs All 9\+ live runs/);
});

it("the overview has the places of runs that ended before one does", () => {
  const run = {
    id: "run_1",
    title: "Run 1",
    status: "running",
    tasks: NO_TASKS,
    createdAt: 5,
  } as RunListItem;
  expect(shown(page([run]))).toMatch(
    /Recent failures No failed runs\. Recently ended No completed runs\. Sample missions/,
  );
});
