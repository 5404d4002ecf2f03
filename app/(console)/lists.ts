import { cache } from "react";
import { heldQuery } from "@/components/approvals/held-query";
import { LIVE_GATES, LIVE_RUNS, MY_GATES } from "@/components/shell/live-filters";
import { approvalsQuery, type RunsFilter, runsQuery, savedViewsQuery } from "@/lib/client/query";
import { rendered } from "@/lib/client/server-rendered";
import type { VerbInput } from "@/lib/services/registry";
import { consoleCall } from "./call";

/** The open gates of the workspace. */
export const openGates = () => listedGates(LIVE_GATES);

/** Those for the person who looks, for the frame and for pages that list them: read once for a request. */
export const myGates = cache(() => listedGates(MY_GATES));

const listedGates = (filter: typeof LIVE_GATES | typeof MY_GATES) =>
  rendered(approvalsQuery(filter), async () => {
    const { services, actor } = await consoleCall();
    return services.approvals.list({ actor, input: filter });
  });

/** The decisions of reviews that apply by themselves. */
export const heldDecisions = () =>
  rendered(heldQuery(), async () => {
    const { services, actor } = await consoleCall();
    return services.approvals.held({ actor, input: {} });
  });

/** The runs that have not ended: read once for a request. */
export const liveRuns = cache(() => listedRuns(LIVE_RUNS));

/** The runs that a page asks for. */
export const listedRuns = (filter: RunsFilter) =>
  rendered(runsQuery(filter), async () => {
    const { services, actor } = await consoleCall();
    return services.runs.list({ actor, input: filter as VerbInput<"runs/list"> });
  });

/** The saved views of the list of runs, of the person who looks. */
export const savedViews = () =>
  rendered(savedViewsQuery(), async () => {
    const { services, actor } = await consoleCall();
    return services.views.list({ actor, input: {} });
  });
