export { forecastPlan, type PlannedWork, type ToolKnowledge } from "./plan-forecast";
export { quantile, type Range } from "./range";
export { forecastRest, type OpenTask } from "./remaining";
export type { Estimate, Forecast, History, PlanForecast, RoleSample, TaskSample } from "./types";
