import type { RetentionKind } from ".";

/** About how much there is; `rows` is null where nobody has counted. */
export type StoredSize = { rows: number | null; bytes: number };

/** One kind of data that is kept for a time (docs/operations.md, "Retention"). */
export type RetainedKind = {
  kind: RetentionKind;
  keepDays: number | null;
  stored: StoredSize;
  /** When a worker last found nothing more of it to remove, and when it last removed some; null for never. */
  checkedAt: number | null;
  purgedAt: number | null;
  removed: number;
};

export type RetentionView = { kinds: RetainedKind[]; audit: { stored: StoredSize } };
