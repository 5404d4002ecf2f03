/**
 * What a model was called for. Calls for anything but a run count in no run's totals: they carry the id of their replay,
 * evaluation or probe instead (docs/agents.md, "Cost").
 */
export const CALL_PURPOSES = ["run", "replay", "eval", "probe"] as const;
export type CallPurpose = (typeof CALL_PURPOSES)[number];
