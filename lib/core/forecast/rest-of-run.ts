import { getOwn } from "../own";
import { isOver } from "../run/retrospects";
import type { RunState } from "../run/state";
import { isTerminalTask } from "../run/status";
import { forecastRest } from "./remaining";
import type { Forecast, PlanForecast } from "./types";

/** What is expected until the run ends, by the forecast of the plan in force; null once it is over. */
export function restOfRun(state: Readonly<RunState>, forecast: PlanForecast): Forecast | null {
  if (isOver(state)) return null;
  const tasks = state.order.flatMap((id) => {
    const task = getOwn(state.tasks, id);
    return task && !isTerminalTask(task.status) ? [{ id, dependsOn: task.spec.dependsOn }] : [];
  });
  return forecastRest(forecast, { tasks, slots: state.settings.maxConcurrency });
}
