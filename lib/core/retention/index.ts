/** What can be kept for a time alone, in the order in which it is removed; the audit log is no part of it. */
export const RETENTION_KINDS = ["runs", "payloads", "live_text", "blobs", "drills"] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** How many days each kind is kept after its run has finished, of blobs after their last use, and of drills after they were closed; null: for ever. */
export type RetentionSettings = Record<RetentionKind, number | null>;

/** Only live text goes by itself: what a model wrote is stored with its step. */
export const DEFAULT_RETENTION: RetentionSettings = {
  runs: null,
  payloads: null,
  live_text: 1,
  blobs: null,
  drills: null,
};

export const MIN_KEEP_DAYS = 1;
export const MAX_KEEP_DAYS = 3_650;
/** Younger lines of the audit log stay, no matter who asks; the store holds to the same number. */
export const MIN_AUDIT_DAYS = 30;

/** What an administrator types to remove them. */
export const AUDIT_CONFIRMATION = "remove audit lines";

/** What an administrator types to delete all runs that ended before a day. */
export const DELETE_CONFIRMATION = "delete runs";

export const DAY_MS = 86_400_000;

/** One kind of which everything finished or unused before a moment is due. */
export type PurgeStep = { kind: RetentionKind; beforeMs: number };

/** What the settings make due at a moment, in the order of removal; kinds that are kept for ever are left out. */
export function purgeSteps(settings: RetentionSettings, nowMs: number): PurgeStep[] {
  return RETENTION_KINDS.flatMap((kind) => {
    const days = settings[kind];
    return days === null ? [] : [{ kind, beforeMs: nowMs - days * DAY_MS }];
  });
}

/** The settings of a workspace: the defaults, and what it has chosen in their place. */
export function settingsOf(
  chosen: readonly { kind: RetentionKind; keepDays: number | null }[],
): RetentionSettings {
  return {
    ...DEFAULT_RETENTION,
    ...Object.fromEntries(chosen.map(({ kind, keepDays }) => [kind, keepDays])),
  };
}

/**
 * Kinds whose own time never counts because what holds them goes first: of a removed run nothing is left, and its blobs
 * have lost their use.
 */
export function overtakenKinds({ runs, payloads, live_text }: RetentionSettings): RetentionKind[] {
  const isOvertaken = (days: number | null) => runs !== null && (days === null || days >= runs);
  return [
    ...(isOvertaken(payloads) ? (["payloads"] as const) : []),
    ...(isOvertaken(live_text) ? (["live_text"] as const) : []),
  ];
}
