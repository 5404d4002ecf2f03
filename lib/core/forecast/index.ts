export { forecastPlan, type PlannedWork } from "./plan-forecast";
export { quantile } from "./range";
export { forecastRest } from "./remaining";
export type { Forecast, History, PlanForecast, RoleSample, TaskSample } from "./types";
