/**
 * What a model was called for. Calls for anything but a run count in no run's totals: they carry the id of their replay,
 * evaluation, probe or question instead (docs/costs.md).
 */
export const CALL_PURPOSES = ["run", "replay", "eval", "probe", "question"] as const;
export type CallPurpose = (typeof CALL_PURPOSES)[number];

/** Models that cost nothing: what they would have cost is no money, and stands in no sum of any. */
export const SIMULATED_MODELS = "simulated:";

/** The lines of a cost report: each call stands in one of them. */
export const COST_LINES = [...CALL_PURPOSES, "simulated"] as const;
export type CostLineKind = (typeof COST_LINES)[number];
