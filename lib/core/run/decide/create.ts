import type { CreateCommand, OfferedPlan } from "../commands";
import { type DraftEvent, draft } from "../events";
import type { PlanOrigin } from "../events/mission";
import type { RunSettings } from "../settings";
import type { RunState } from "../state";
import { initialSuccesses, unknownResultTask } from "./initial-results";
import { unpricedModelWarning } from "./ledger";
import { candidateOf, startOrAsk } from "./plan-gate";
import { type Decided, refuse } from "./refuse";

export function decideCreate(state: RunState, command: CreateCommand): Decided {
  if (state.phase !== "new") return refuse("conflict", "This run exists already.");
  const { mission, workspaceId, settings, tags, plan, reviews, attachments } = command;
  const created = draft("run_created", {
    ...{ mission, workspaceId, settings, tags },
    ...(reviews && { reviews }),
    ...(attachments && { attachments }),
  });
  const priced = unpricedModelWarnings(settings, command.unpriced ?? []);
  const refused = unknownResultTask(command);
  if (refused) return refused;
  if (!plan) return [created, ...priced, draft("planning_started", {})];
  const { origin, ...offered } = plan;
  const cause = origin === "import" ? "imported with the mission" : "given with the mission";
  const adopted = adoptDraft(state, offered, { origin, cause, author: "person" });
  // The model critic is the worker's to ask.
  const waits = settings.critic.mode === "model" && !offered.critique;
  const start = waits ? [] : startOrAsk(state, settings, candidateOf(state, offered));
  const given = initialSuccesses(offered.patch.tasks, command.initialResults ?? {});
  return [created, ...priced, ...adopted, ...given, ...start];
}

/** A limit in dollars cannot hold what models cost that have no price. */
function unpricedModelWarnings({ maxCostMicroUsd }: RunSettings, models: string[]): DraftEvent[] {
  return maxCostMicroUsd === undefined || models.length === 0
    ? []
    : [unpricedModelWarning(0, maxCostMicroUsd, models)];
}

type Draft = { origin: PlanOrigin; cause: string; author: string; key?: string };

/** A plan version of a run that has not started: nothing of an earlier draft has to stay. */
export function adoptDraft(
  state: RunState,
  plan: OfferedPlan,
  { origin, cause, author, key }: Draft,
): DraftEvent[] {
  const { digest, patch, warnings, critique } = plan;
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
      cause: cause.slice(0, 1_000),
      author,
      digest,
      patch,
    }),
    ...(critique ? [draft("plan_critiqued", { ...critique, version })] : []),
  ];
}
