import { type RefinerInput, type RefinerOutput, refiner } from "@/lib/agents/refiner";
import { peopleWordLines } from "@/lib/core/describe/people-words";
import { formatReason } from "@/lib/core/describe/reason";
import { getOwn } from "@/lib/core/own";
import { reachOf } from "@/lib/core/plan/reach";
import { truncateRefinement } from "@/lib/core/refinement/items";
import { refine as refineItems } from "@/lib/core/refinement/refine";
import { type RefineBase, restOf, untouchable } from "@/lib/core/refinement/rest";
import { applyModeOf } from "@/lib/core/refinement/settings";
import { isRestedOn } from "@/lib/core/run/controls/release/leave";
import { peopleWords } from "@/lib/core/run/people-words";
import { issueReason } from "@/lib/core/run/reasons";
import type { TaskState } from "@/lib/core/run/state";
import { toldStatus } from "@/lib/core/run/state/told-status";
import { callRole } from "../model/call-role";
import { type EffectContext, type Ending, endWith, type Report } from "./effect";
import { failedCallReason } from "./failures";
import { judgeByRules } from "./plan/judge-plan";
import { errorsIn, issueFacts, offerFacts, offerPlan } from "./plan/offer-plan";
import { wholeTasks } from "./plan/replanner-input";
import { issuesInTail, tailBase } from "./plan/tail";
import { withJudgement } from "./plan/write-plan";
import { valueWithin } from "./plan-outcome";
import { dateOf, obligationFacts } from "./run-facts";
import { loadBodies, refsOfValues, taskIn } from "./work";

/** Characters that all results together may take in the prompt. */
const RESULTS_CHARS = 40_000;
const MAX_ISSUES = 5;
const MAX_REASON_CHARS = 500;
/** How often what was said is held against a plan whose tasks begin in the meantime. */
const MAX_TRIES = 5;

/**
 * Has the rest of the plan looked at, now that tasks have ended. Whatever goes wrong, the plan stays as it is (docs/engine.md,
 * "Refinements").
 */
export async function refine(context: EffectContext): Promise<Ending> {
  const { key } = context;
  const about = context.state().refinements?.asked?.about.slice() ?? [];
  const said = await callRole(context, refiner, await refinerInput(context, about), { advisory: true });
  if (!said.ok) {
    const reason = failedCallReason(said, MAX_REASON_CHARS);
    return endWith({ type: "refinement_unwritten", key, reason, issues: [] });
  }
  for (let tries = 0; tries < MAX_TRIES && getOwn(context.state().inFlight, key); tries += 1) {
    await context.commit(await written(context, said.value, about));
  }
  return [];
}

/** What is left of the answer on the plan as it stands now. Where its tasks begin before it is reported, the question stays open. */
async function written(
  context: EffectContext,
  { items, summary }: RefinerOutput,
  about: readonly string[],
): Promise<Report[]> {
  const { key } = context;
  const facts = refineFacts(context, about);
  const base = await tailBase(context);
  const refined = refineItems(items, { ...facts, current: base.current, usedIds: base.usedIds });
  const { plan, changesPlan, ...taken } = refined;
  const command = { key, facts: truncateRefinement({ summary, ...taken }) };
  if (!changesPlan) {
    const type = taken.skipped.length > 0 ? "refinement_written" : "refinement_unneeded";
    return repeatable({ type, ...command });
  }
  const found = issuesInTail(context, base, plan);
  const issues = issueFacts(errorsIn(found)).slice(0, MAX_ISSUES);
  if (issues.length > 0)
    return repeatable({ type: "refinement_unwritten", ...command, reason: issueReason(issues), issues });
  const warnings = found.filter(({ severity }) => severity === "warning");
  const plain = offerPlan(plan, offerFacts(context, warnings), base.parent, base.lineages);
  const { offered, rows } = withJudgement(plain, judgeByRules(context, plan, base.ended));
  return repeatable({ type: "refinement_written", ...command, plan: offered }, rows);
}

/** A report that may be made again with another content, under an id of its own. */
const repeatable = (command: Report["command"], rows?: Report["rows"]): Report[] => [
  { suffix: "", command, ...(rows && { rows }) },
];

/** What the run says of its tasks at this moment. */
function refineFacts(
  context: EffectContext,
  about: readonly string[],
): Omit<RefineBase, "current" | "usedIds"> {
  const state = context.state();
  const tools = context.tools.list();
  const tasks = state.order.map((id) => taskIn(state, id));
  const isUnstarted = ({ status, attempts }: TaskState) => status === "pending" && attempts.length === 0;
  return {
    about,
    status: new Map(tasks.map(({ id, status }) => [id, status])),
    unstarted: new Set(tasks.filter(isUnstarted).map(({ id }) => id)),
    checkedByPeople: new Set(state.heldChecks.map(({ taskId }) => taskId)),
    restedOn: new Set(
      tasks.flatMap((task) => (isUnstarted(task) && isRestedOn(state, task.id) ? [task.id] : [])),
    ),
    reachOf: (plan) => reachOf(plan, tools),
    mayWrite: applyModeOf(state.settings) === "ask",
  };
}

/** Everything that the refiner has to know. */
async function refinerInput(context: EffectContext, about: readonly string[]): Promise<RefinerInput> {
  const state = context.state();
  const facts = refineFacts(context, about);
  const { mission, settings, workspaceId } = state;
  const ended = about.map((id) => ({ ...taskIn(state, id) }));
  const done = state.order
    .map((id) => taskIn(state, id))
    .filter(({ id, status }) => status === "succeeded" && !about.includes(id));
  const known = {
    mission,
    date: dateOf(state),
    ...(settings.constraints !== "" && { constraints: settings.constraints }),
    completed: done.map(({ id, spec, result }) => ({
      id,
      title: spec.title,
      preview: result?.preview ?? "",
    })),
    obligations: obligationFacts(state),
    peopleSaid: peopleWordLines(peopleWords(state)),
  };
  const base = await tailBase(context);
  const { agents, remaining } = wholeTasks(context.state(), base.current, base.ended);
  const bodies = await loadBodies(
    context,
    workspaceId,
    refsOfValues(ended.flatMap(({ result }) => result ?? [])),
  );
  const rest = restOf({ ...facts, current: base.current, usedIds: base.usedIds });
  const share = Math.floor(RESULTS_CHARS / Math.max(1, ended.length));
  return {
    ...known,
    agents,
    remaining: remaining.map((task) => ({
      ...task,
      ...(untouchable(rest.byId.get(String(task.id)), rest) && { fixed: true }),
    })),
    results: ended.map((task) => ({
      id: task.id,
      title: task.spec.title,
      status: toldStatus(task),
      value: valueWithin(task, bodies, share),
      ...(task.diagnosis && { reason: formatReason(task.diagnosis) }),
    })),
  };
}
