/** What a call may spend at most, or has spent. An absent amount is none, or not known. */
export type Amounts = { tokens?: number; costMicroUsd?: number; hops?: number };

/** What calls reserve before they are made, with the setting that limits it. */
export const METERS = { tokens: "maxTokens", costMicroUsd: "maxCostMicroUsd", hops: "maxHops" } as const;
export type Meter = keyof typeof METERS;
export const METER_NAMES = Object.keys(METERS) as Meter[];

/** Everything that a run can have too much of, named by the setting that limits it. */
export const BUDGETS = [
  "maxTokens",
  "maxCostMicroUsd",
  "maxHops",
  "maxDurationMs",
  "maxTotalReplans",
  "maxReplansPerTask",
  "maxWishes",
  "maxIterations",
] as const;
export type Budget = (typeof BUDGETS)[number];

export const DEFAULT_MAX_WISHES = 10;
export const DEFAULT_MAX_TOTAL_REPLANS = 5;

/** Limits that a workspace gives to new runs which bring none of their own (docs/costs.md, "Run budgets"). */
export type RunBudgets = {
  [Limit in Extract<
    Budget,
    "maxTokens" | "maxCostMicroUsd" | "maxHops" | "maxDurationMs" | "maxTotalReplans"
  >]?: number | undefined;
};

/** Those that count replans, by ones. */
export const REPLAN_BUDGETS: ReadonlySet<string> = new Set<Budget>([
  "maxTotalReplans",
  "maxReplansPerTask",
  "maxWishes",
]);

/** A limit that the run has come up against; `asked` is what would not fit. */
export type ExhaustedLimit = {
  counter: Budget;
  used: number;
  limit: number;
  asked?: number;
  lineage?: string;
};

/** The part of a run's state that counts what is limited (docs/engine.md, "Budgets"). */
export type LedgerState = {
  used: Record<Meter, number>;
  /** How many calls are counted without knowing what they took: as reserved, or as nothing if that is unknown too. */
  unknown: Record<Meter, number>;
  /** The sum of the open reservations. */
  reserved: Record<Meter, number>;
  /** What calls under way may take, by reservation id; `key` is the effect that makes them. */
  reservations: Record<string, { key: string; amounts: Amounts }>;
  /** Effects whose next call does not fit beside the ones under way, by key, in the order in which they asked. */
  queued: Record<string, Amounts>;
  /** A limit that nobody has come to terms with. */
  exhaustedLimit?: ExhaustedLimit;
  /** The budget with which the run closes: only its answer is still to be written. */
  closing?: Budget;
  /** Its use at that moment, and the call that did not fit. */
  closedAt?: Pick<ExhaustedLimit, "used" | "limit" | "asked">;
  /** At which limit a warning was given, by budget. */
  warned: Record<string, number>;
  /** Time in which the run was neither waiting nor paused, up to `activeSince`, from which on its clock runs. */
  activeMs: number;
  activeSince?: number;
};

const zeroAmounts = (): Record<Meter, number> => ({ tokens: 0, costMicroUsd: 0, hops: 0 });

export const emptyLedger = (): LedgerState => ({
  used: zeroAmounts(),
  unknown: zeroAmounts(),
  reserved: zeroAmounts(),
  reservations: {},
  queued: {},
  warned: {},
  activeMs: 0,
});
