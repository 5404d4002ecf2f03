import type { Orm } from "@/db/client";
import { putPlanForecast, readPlanForecast } from "@/db/queries/forecasts/plan-forecasts";
import { readRoleSamples, readTaskSamples, type SampleScope } from "@/db/queries/forecasts/read-samples";
import { readPlanVersion } from "@/db/queries/runs/read-plan-version";
import {
  type Forecast,
  forecastPlan,
  forecastRest,
  type History,
  type PlanForecast,
  type PlannedWork,
} from "@/lib/core/forecast";
import type { JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { declaredAgent } from "@/lib/core/plan/agents";
import type { Agent, Plan, Task, TaskType } from "@/lib/core/plan/schema";
import type { Log, WorkspaceSetup, Workspaces } from "@/lib/core/ports";
import type { RoleName } from "@/lib/core/prompt-blocks";
import type { RunState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
import { chooseModel, type ModelChoice } from "../model/choose-model";

/** A forecast with what the whole version was expected to take when it was adopted. */
type StoredForecast = PlanForecast & { whole: Forecast };

/** A plan as far as what it takes depends on it. */
export type ForecastPlan = {
  agents: Record<string, Pick<Agent, "tools" | "model">>;
  tasks: readonly Pick<Task, "id" | "type" | "agent" | "dependsOn">[];
};

export type PlanForecasts = {
  /** That of a version of the run's plan, made and stored where it is missing; undefined where there is no such plan. */
  ofVersion(state: Readonly<RunState>, version: number): Promise<StoredForecast | undefined>;
  /**
   * What would be left of the run with this plan in place of the one in force. It rests on the same earlier runs, so that
   * the two differ by their plans alone; nothing is stored. Undefined where the run has no plan.
   */
  ofProposal(state: Readonly<RunState>, plan: ForecastPlan): Promise<Forecast | undefined>;
  /** That of a plan that no run has; nothing is stored. */
  ofPlan(
    plan: Plan,
    run: { workspaceId: string; choice: ModelChoice; slots: number; demo: boolean; nowMs: number },
  ): Promise<Forecast>;
};

type Deps = { db: Orm; workspaces: Workspaces; log: Log };

/** Histories are read once a minute for all who forecast: plans of one minute rest on the same runs. */
const MINUTE_MS = 60_000;
const KEPT_HISTORIES = 20;

/** Who does a task of a type. */
const ROLE_OF_TYPE: Partial<Record<TaskType, RoleName>> = {
  task: "agent",
  synthesis_gate: "synthesis",
  planning_review: "reviewer",
};

/**
 * What plan versions are expected to take (docs/costs.md, "Forecasts"). One rests on the runs that had finished when its
 * version was adopted, so that it says the same whenever it is made; it is made outside of commits.
 */
export function createPlanForecasts({ db, workspaces, log }: Deps): PlanForecasts {
  const histories = new Map<string, Promise<History>>();
  const making = new Map<string, Promise<StoredForecast | undefined>>();

  function historyOf({ workspaceId, beforeMs, demo }: SampleScope): Promise<History> {
    const minute = Math.floor(beforeMs / MINUTE_MS) * MINUTE_MS;
    const key = `${workspaceId} ${demo} ${minute}`;
    const known = histories.get(key);
    if (known) return known;
    const reading = readHistory({ workspaceId, beforeMs: minute, demo });
    histories.set(key, reading);
    reading.catch(() => histories.delete(key));
    for (const oldest of histories.keys()) if (histories.size > KEPT_HISTORIES) histories.delete(oldest);
    return reading;
  }

  async function readHistory(scope: SampleScope): Promise<History> {
    const [tasks, roles] = await Promise.all([readTaskSamples(db, scope), readRoleSamples(db, scope)]);
    return { ...roles, tasks };
  }

  /** A version with what forecasts of that moment rest on. */
  async function basisOf(state: Readonly<RunState>, version: number) {
    const { workspaceId, runId } = state;
    const row = await readPlanVersion(db, { workspaceId, runId, version });
    if (!row?.plan) return;
    const adoptedMs = row.adoptedAt.getTime();
    const demo = state.tags.includes("demo");
    const setup = await workspaces.open(workspaceId);
    const history = await historyOf({ workspaceId, beforeMs: adoptedMs, demo });
    return { plan: row.plan, adoptedMs, basis: { setup, choice: state, demo, history } };
  }

  async function make(state: Readonly<RunState>, version: number): Promise<StoredForecast | undefined> {
    const found = await basisOf(state, version);
    if (!found) return;
    const { plan, adoptedMs, basis } = found;
    const forecast = forecastOf(plan, basis);
    const wasOpen = ({ id }: Task) => (getOwn(state.tasks, id)?.endedAt ?? adoptedMs) >= adoptedMs;
    const tasks = plan.tasks.filter(wasOpen);
    return { ...forecast, whole: forecastRest(forecast, { tasks, slots: state.settings.maxConcurrency }) };
  }

  return {
    async ofVersion(state, version) {
      const key = { workspaceId: state.workspaceId, runId: state.runId, version };
      const name = `${key.runId}@${version}`;
      const running = making.get(name);
      if (running) return running;
      const work = readPlanForecast(db, key).then(async (stored) => {
        if (stored) return stored as unknown as StoredForecast;
        const made = await make(state, version);
        if (made) {
          await putPlanForecast(db, key, made as unknown as JsonObject).catch((error: unknown) => {
            log.warn({ err: error, ...key }, "cannot store the forecast of a plan; it is made again");
          });
        }
        return made;
      });
      making.set(name, work);
      return work.finally(() => making.delete(name));
    },
    async ofProposal(state, plan) {
      const found = await basisOf(state, state.planVersion);
      if (!found) return;
      const tasks = plan.tasks.filter(
        ({ id }) => !isTerminalTask(getOwn(state.tasks, id)?.status ?? "pending"),
      );
      return forecastRest(forecastOf(plan, found.basis), { tasks, slots: state.settings.maxConcurrency });
    },
    async ofPlan(plan, { workspaceId, choice, slots, demo, nowMs }) {
      const setup = await workspaces.open(workspaceId);
      const history = await historyOf({ workspaceId, beforeMs: nowMs, demo });
      const forecast = forecastOf(plan, { setup, choice, demo, history });
      return forecastRest(forecast, { tasks: plan.tasks, slots });
    },
  };
}

type Basis = { setup: WorkspaceSetup; choice: ModelChoice; demo: boolean; history: History };

function forecastOf(plan: ForecastPlan, { setup, choice, demo, history }: Basis): PlanForecast {
  const modelOfRole = (role: string) => chooseModel(choice, role as RoleName, setup.defaultModelOf);
  const workOf = ({ id, type, agent }: ForecastPlan["tasks"][number]): PlannedWork => {
    const declared = declaredAgent(plan, agent);
    const role = ROLE_OF_TYPE[type];
    const model = role ? chooseModel(choice, role, setup.defaultModelOf, declared?.model) : null;
    return { id, type, model, tools: agent === "supervisor" ? ["*"] : (declared?.tools ?? []) };
  };
  return forecastPlan({ tasks: plan.tasks.map(workOf), modelOfRole, demo }, history, (name) =>
    setup.tools.find(name),
  );
}

/** Makes the forecast of each version when it is adopted: later ones would be asked for when the outcome is known. */
export function prepareForecast(forecasts: PlanForecasts, log: Log): (state: Readonly<RunState>) => void {
  return (state) => {
    if (state.planVersion === 0) return;
    forecasts.ofVersion(state, state.planVersion).catch((error: unknown) => {
      log.warn({ err: error, runId: state.runId }, "cannot forecast a plan; who looks at it asks again");
    });
  };
}
