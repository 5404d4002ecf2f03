import { expect, it } from "vitest";
import { REPLAY_GROUPS } from "@/components/replays/address";
import { withQuery } from "@/lib/client/call";
import { type AddressQuery, readAddress } from "@/lib/core/inputs/address";
import { costReportInput } from "@/lib/core/inputs/costs";
import { listDrillsInput } from "@/lib/core/inputs/drills";
import { listExamplesInput } from "@/lib/core/inputs/examples";
import { listLessonsInput } from "@/lib/core/inputs/lessons";
import { listReplaysInput } from "@/lib/core/inputs/replays";
import { listReplans } from "@/lib/services/replans/list";
import { insightsView } from "./insights/view";
import { runsView } from "./runs/(list)/view";

const LISTS: Record<string, (query: AddressQuery) => object> = {
  "/runs": runsView,
  "/replays": (query) => readAddress(listReplaysInput, query, { show: REPLAY_GROUPS }),
  "/history": (query) => readAddress(listReplans.schema, query),
  "/lessons": (query) => readAddress(listLessonsInput, query),
  "/library/examples": (query) => readAddress(listExamplesInput, query),
  "/insights/drills": (query) => readAddress(listDrillsInput, query),
  "/insights": insightsView,
  "/costs": (query) => readAddress(costReportInput, query),
};

/** The address of what a list understands of an address. */
const understood = (address: string): URL => {
  const { pathname, searchParams } = new URL(address, "http://x");
  const view = LISTS[pathname]?.(Object.fromEntries(searchParams));
  return new URL(withQuery(pathname, view ?? {}), "http://x");
};
const sorted = ({ searchParams }: URL) => [...searchParams].sort();

it.each([
  "/runs",
  "/runs?show=live",
  "/runs?show=needs-me&q=two+words&tag=a%2Cb",
  "/runs?q=a%26b&cursor=x",
  "/runs?owner=me&minCostUsd=0.5&createdFrom=2026-11-01",
  "/runs?owner=me&period=7d",
  "/runs?template=t_1@2",
  "/runs?tag=a&from=2026-11-01&to=2026-11-24&runs=real&behind=decision%3AREPLAN&cursor=x",
  "/replays?show=failed&cursor=c",
  "/history?outcome=failed&trigger=verification&decider=model&tag=release&from=2026-11-01&to=2026-11-24&cursor=c",
  "/lessons?status=accepted&cursor=c",
  "/library/examples?kind=planner&status=off&cursor=c",
  "/insights/drills?from=2026-11-02&to=2026-11-08&kind=tool_approval&outcome=missed",
  "/insights?from=2026-11-01&to=2026-11-24&tag=x&runs=demo&by=prompt",
  "/costs?from=2026-11-01&to=2026-11-24&by=week&tag=a&model=m&role=r&agent=b&runId=run_1&version=2",
])("the page understands all of %s", (address) => {
  expect(sorted(understood(address))).toEqual(sorted(new URL(address, "http://x")));
});

it.each([
  ["/runs?show=constructor&cursor=&period=constructor", "/runs"],
  [
    "/runs?minCostUsd=-1&maxCostUsd=2.50&createdFrom=yesterday&template=t_1@x&createdTo=2026-11-02",
    "/runs?maxCostUsd=2.50&createdTo=2026-11-02",
  ],
  ["/runs?from=yesterday&to=2026-11-22&runs=all&behind=replans:often", "/runs?to=2026-11-22"],
  ["/runs?gate=mine&order=ended&limit=1", "/runs"],
  ["/replays?show=other&status=failed", "/replays"],
  ["/history?outcome=wrong&trigger=x&decider=y&from=2026-02-30&cursor=", "/history"],
  ["/lessons?status=none&cursor=", "/lessons"],
  ["/library/examples?kind=critic&status=maybe", "/library/examples"],
  ["/insights/drills?from=soon&kind=none&outcome=never", "/insights/drills"],
  ["/insights?from=2026-11-24&to=2026-11-01&tag=+&runs=real&by=week", "/insights?from=2026-11-24"],
  [
    "/costs?from=2026-11-01&to=2026-02-30&by=year&model=+m+&version=new&foo=1",
    "/costs?from=2026-11-01&model=m",
  ],
])("of %s the page understands %s", (address, part) => {
  expect(sorted(understood(address))).toEqual(sorted(new URL(part, "http://x")));
});
