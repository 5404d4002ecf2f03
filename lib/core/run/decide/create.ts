import type { DomainError } from "../../errors";
import { getOwn } from "../../own";
import { fingerprint } from "../../plan/compare/fingerprint";
import type { StoredTask } from "../../plan/stored";
import type { StoredValue } from "../../stored-value";
import type { CreateCommand, OfferedPlan } from "../commands";
import { type DraftEvent, draft } from "../events";
import type { PlanOrigin } from "../events/mission";
import type { Reason } from "../events/reason";
import type { RunSettings } from "../settings";
import type { RunState } from "../state";
import { candidateOf, startOrAsk } from "./gates/plan";
import { unpricedModelWarning } from "./ledger";
import { type Decided, refuse } from "./refuse";

type Results = Record<string, StoredValue>;

export function decideCreate(state: RunState, command: CreateCommand): Decided {
  if (state.phase !== "new") return refuse("conflict", "This run exists already.");
  const { mission, workspaceId, settings, tags, plan, reviews, attachments, template } = command;
  const created = draft("run_created", {
    mission,
    workspaceId,
    settings,
    tags,
    ...(reviews && { reviews }),
    ...(attachments && { attachments }),
    ...(template && { template }),
  });
  const priced = unpricedModelWarnings(settings, command.unpriced ?? []);
  const refused = initialResultRefusal(command);
  if (refused) return refused;
  if (!plan) return [created, ...priced, draft("planning_started", {})];
  const { origin, ...offered } = plan;
  const cause: Reason = { code: origin === "import" ? "plan_imported" : "plan_given" };
  const adopted = adoptDraft(state, offered, { origin, cause, author: "person" });
  // The model critic is the worker's to ask.
  const waits = settings.critic.mode === "model" && !offered.critique;
  // People are asked on the terms of the run that this makes, about it.
  const asCreated = { ...state, mission, settings, ...(attachments && { attachments }) };
  const start = waits ? [] : startOrAsk(asCreated, candidateOf(asCreated, offered));
  const given = initialSuccesses(offered.patch.tasks, command.initialResults ?? {});
  return [created, ...priced, ...adopted, ...given, ...start];
}

/** A limit in dollars cannot hold what models cost that have no price. */
function unpricedModelWarnings({ maxCostMicroUsd }: RunSettings, models: string[]): DraftEvent[] {
  return maxCostMicroUsd === undefined || models.length === 0
    ? []
    : [unpricedModelWarning(0, maxCostMicroUsd, models)];
}

type Draft = { origin: PlanOrigin; cause: Reason; author: string; key?: string; waives?: string[] };

/** A plan version of a run that has not started: nothing of an earlier draft has to stay. */
export function adoptDraft(
  state: RunState,
  plan: OfferedPlan,
  { origin, cause, author, key, waives }: Draft,
): DraftEvent[] {
  const { digest, patch, warnings, critique, reach, tools, models, leftOut, dispositions } = plan;
  const title = patch.title.slice(0, 300);
  const taskCount = patch.order.length;
  const parent = state.planVersion === 0 ? {} : { parent: state.planVersion };
  const version = state.planVersion + 1;
  return [
    draft("plan_proposed", { title, taskCount, digest, warnings: warnings.slice(0, 20) }, key),
    draft("plan_version_adopted", {
      version,
      ...parent,
      origin,
      cause,
      author,
      digest,
      patch,
      ...(reach && { reach }),
      ...(tools && { tools }),
      ...(models && { models }),
      ...(waives && { waives }),
      ...(leftOut && { leftOut }),
      ...(dispositions && { dispositions }),
    }),
    ...(critique ? [draft("plan_critiqued", { ...critique, version })] : []),
  ];
}

/** Results can only be given to tasks of a plan that comes with the run, and never in place of a person's decision. */
function initialResultRefusal({ plan, initialResults = {} }: CreateCommand): DomainError | undefined {
  const tasks = new Set(plan?.patch.order);
  const unknown = Object.keys(initialResults).find((id) => !tasks.has(id));
  if (unknown !== undefined)
    return refuse("invalid_input", `There is no task "${unknown}" in the plan that could have a result.`);
  const asking = plan?.patch.tasks.find(
    ({ id, type }) =>
      Object.hasOwn(initialResults, id) && (type === "human_review" || type === "planning_review"),
  );
  if (!asking) return;
  const message = `"${asking.id}" asks for a decision, which is no result: give its answer under "reviews", or leave it out.`;
  return refuse("invalid_input", message);
}

/** The tasks that are done before the run begins, in the plan's order (docs/engine.md, "Results given in advance"). */
function initialSuccesses(tasks: readonly StoredTask[], results: Results): DraftEvent[] {
  const specs = new Map(tasks.map((task) => [task.id, task]));
  const known = new Map<string, string>();
  const fingerprintOf = (id: string): string => {
    const made = known.get(id) ?? fingerprintWith(specs.get(id) as StoredTask, results, fingerprintOf);
    known.set(id, made);
    return made;
  };
  return tasks.flatMap(({ id: taskId }) => {
    const value = getOwn(results, taskId);
    if (!value) return [];
    const facts = { taskId, attempt: 1, value, fingerprint: fingerprintOf(taskId) };
    return draft("task_succeeded", { ...facts, source: "initial" });
  });
}

/** A dependency without a result was consumed by nobody. */
function fingerprintWith(spec: StoredTask, results: Results, of: (id: string) => string): string {
  const consumed = spec.dependsOn.map((id) => {
    const result = getOwn(results, id);
    return { id, fingerprint: result ? of(id) : "", resultDigest: result?.digest ?? null };
  });
  return fingerprint(spec.workDigest, consumed);
}
