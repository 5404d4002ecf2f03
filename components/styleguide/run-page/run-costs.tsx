"use client";

import { costsOfEvents } from "@/lib/core/run/ledger/costs-of-events";
import { recordCall, reserve, startedWorld } from "@/lib/testing/runs/budget-world";
import type { RunWorld } from "@/lib/testing/runs/run-world";
import { CostTab } from "../../costs/cost-tab";
import { Fetched, nothing, type Scheme, Specimen, State } from "../specimen";
import { RUN_STORIES } from "./run-stories";

/** What a run has cost. */
export function RunCosts() {
  return (
    <Specimen
      name="CostTab"
      states="calls of all kinds, replanned and not the latest, none, loading, could not be read"
    >
      {(scheme) => <Costs scheme={scheme} />}
    </Specimen>
  );
}

function spending(): RunWorld {
  const world = startedWorld({ maxCostMicroUsd: 2_000_000, maxTokens: 50_000 });
  for (const [at, id] of ["a", "b", "c"].entries()) {
    reserve(world, id, { tokens: 9_000, costMicroUsd: 90_000 });
    const usage = { inputTokens: 6_000 * (at + 1), outputTokens: 1_200, latencyMs: 9_000 };
    const price = at === 2 ? {} : { costMicroUsd: 40_000 * (at + 1) };
    const taskId = id;
    recordCall(world, `${id}1`, { ...usage, ...price, taskId, attempt: 1, model: `acme:model-${at}` });
  }
  return world;
}

function Costs({ scheme }: { scheme: Scheme }) {
  const world = spending();
  const state = { ...world.state, runId: `run_cost-${scheme}` };
  const { counters, planVersion, runId } = state;
  const queryKey = ["costs", runId, counters.modelCalls, planVersion, undefined];
  const known = { queryKey, data: costsOfEvents(state, world.events) };
  const { total, versions, ...costs } = known.data;
  const replanned = {
    queryKey: ["costs", `run_replanned-${scheme}`, counters.modelCalls, planVersion, undefined],
    data: {
      ...{ ...costs, total: { ...total, failedCalls: 2 }, replanningCost: total, discardedCost: total },
      versions: versions.map((line) => ({ ...line, failedCalls: 2, replacedBy: 2, discardedCost: total })),
    },
  };
  const none = RUN_STORIES.running();
  const noCosts = {
    queryKey: ["costs", `run_free-${scheme}`, 0, none.state.planVersion, undefined],
    data: costsOfEvents(none.state, none.events),
  };
  return (
    <>
      <State name="replanned, failed, and not the latest">
        <Fetched queries={[replanned]} failed={[replanned.queryKey]}>
          <CostTab state={{ ...state, runId: `run_replanned-${scheme}` }} showTask={nothing} />
        </Fetched>
      </State>
      <State name="calls of all kinds">
        <Fetched queries={[known]}>
          <CostTab state={state} showTask={nothing} />
        </Fetched>
      </State>
      <State name="none">
        <Fetched queries={[noCosts]}>
          <CostTab state={{ ...none.state, runId: `run_free-${scheme}` }} showTask={nothing} />
        </Fetched>
      </State>
      <State name="loading">
        <Fetched queries={[]}>
          <CostTab state={state} showTask={nothing} />
        </Fetched>
      </State>
      <State name="could not be read">
        <Fetched queries={[]} failed={[queryKey]}>
          <CostTab state={state} showTask={nothing} />
        </Fetched>
      </State>
    </>
  );
}
