import type { WayTaken } from "@/lib/agents/facts";
import { formatExpectation } from "@/lib/core/describe/learning/expectation";
import { describeRefined } from "@/lib/core/describe/learning/refinement";
import { formatReason } from "@/lib/core/describe/reason";
import { getOwn } from "@/lib/core/own";
import { REFINEMENT_OUTCOMES } from "@/lib/core/run/events/refinement";
import type { RunState } from "@/lib/core/run/state";
import type { EffectContext } from "../effect";
import { wholeTasks } from "../plan/replanner-input";
import { tailBase } from "../plan/tail";

const MAX_EXPECTATIONS = 30;
const HISTORY_ENTRIES = 20;

/** The plan in force as it was carried out, why its tasks were done like this, and how it was changed: for those who judge the way to an answer. */
export async function wayTaken(context: EffectContext): Promise<WayTaken> {
  const { current } = await tailBase(context);
  const state = context.state();
  const { agents, remaining: plan } = wholeTasks(state, current, new Set());
  const { planObjective: objective } = state;
  const said = objective === undefined ? {} : { objective };
  return { ...said, agents, plan, expected: expectationsOf(state), history: changesOf(state) };
}

/** What was expected of tasks, why, and what else was considered: the first, if all are too many. */
function expectationsOf({ order, tasks }: Readonly<RunState>): WayTaken["expected"] {
  const said = order.flatMap((taskId) => {
    const { reasoned } = getOwn(tasks, taskId) ?? {};
    if (!reasoned?.said) return [];
    const { reasoning, alternatives } = reasoned.said;
    return [{ taskId, expected: formatExpectation(reasoned), reasoning, alternatives }];
  });
  return said.slice(0, MAX_EXPECTATIONS);
}

/** Every change of the plan in the order in which they began, the last twenty. */
function changesOf({ replanHistory, refinements }: Readonly<RunState>): string[] {
  const replans = replanHistory.map(({ kind, number, reason, startedAt }) => ({
    startedAt,
    line: `[${kind === "replan" ? "Replan" : "Iteration"} ${number}] ${formatReason(reason)}`,
  }));
  const refined = (refinements?.entries ?? []).flatMap(({ startedAt, status, ...facts }) => {
    const outcome = REFINEMENT_OUTCOMES.find((one) => one === status);
    return outcome ? [{ startedAt, line: `[Refinement] ${describeRefined({ ...facts, outcome })[0]}` }] : [];
  });
  return [...replans, ...refined]
    .sort((a, b) => a.startedAt - b.startedAt)
    .map(({ line }) => line)
    .slice(-HISTORY_ENTRIES);
}
