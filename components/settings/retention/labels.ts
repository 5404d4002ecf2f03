import { formatCount } from "@/lib/core/describe/amounts";
import {
  MAX_KEEP_DAYS,
  RETENTION_KINDS,
  type RetentionKind,
  type RetentionSettings,
} from "@/lib/core/retention";
import type { StoredSize } from "@/lib/core/retention/views";

export const KIND_LABELS: Record<RetentionKind, { name: string; what: string; unit: string }> = {
  runs: {
    name: "Finished runs",
    what: "Everything about a run, from its events to its costs, and replays and other model calls of that age. Its address then says when it was removed.",
    unit: "runs",
  },
  payloads: {
    name: "Steps and tool calls",
    what: "What agents did, step by step, and finished replays. Plans, answers, costs and calls that changed something stay. Such a run can no longer be forked.",
    unit: "rows",
  },
  live_text: {
    name: "Live text",
    what: "Text as it arrived from models and tools. The same text stays with its step.",
    unit: "chunks",
  },
  blobs: {
    name: "Unused large values",
    what: "Values above 4 KB that no run holds any more. Days count from their last use.",
    unit: "values",
  },
  drills: {
    name: "Closed drills",
    what: "Which sample went to whom, and the answer. The catch rate loses them. Days count from when they were closed.",
    unit: "drills",
  },
};

/** The days as they are typed; empty is for ever. */
type RetentionDraft = Record<RetentionKind, string>;

export const draftOf = (settings: RetentionSettings): RetentionDraft =>
  Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, String(settings[kind] ?? "")])) as RetentionDraft;

/** Why these days cannot be kept, in words; undefined when they can. */
export function draftError(text: string): string | undefined {
  const days = Number(text.trim());
  const fits = text.trim() === "" || (Number.isInteger(days) && days >= 1 && days <= MAX_KEEP_DAYS);
  return fits ? undefined : `Enter a number of days up to ${formatCount(MAX_KEEP_DAYS)}, or leave it empty.`;
}

/** What a draft changes of the settings. */
export function changesOf(draft: RetentionDraft, now: RetentionSettings): Partial<RetentionSettings> {
  return Object.fromEntries(
    RETENTION_KINDS.flatMap((kind) => {
      const days = draft[kind].trim() === "" ? null : Number(draft[kind]);
      return days === now[kind] ? [] : [[kind, days]];
    }),
  );
}

/** Kinds of which a change may remove what is there now. */
export function shortenedKinds(changes: Partial<RetentionSettings>, now: RetentionSettings): RetentionKind[] {
  return RETENTION_KINDS.filter((kind) => {
    const days = changes[kind];
    return days !== undefined && days !== null && days < (now[kind] ?? Number.POSITIVE_INFINITY);
  });
}

/** "1,200 rows, about 34 MB". */
export function sizeText({ rows, bytes }: StoredSize, unit: string): string {
  const size = `about ${bytesText(bytes)}`;
  if (rows === null) return `unknown number of ${unit}, ${size}`;
  return `${formatCount(rows)} ${rows === 1 ? unit.slice(0, -1) : unit}, ${size}`;
}

function bytesText(bytes: number): string {
  if (bytes < 1_048_576) return `${formatCount(Math.ceil(bytes / 1_024))} KB`;
  if (bytes < 1_073_741_824) return `${formatCount(bytes / 1_048_576)} MB`;
  return `${(bytes / 1_073_741_824).toFixed(1)} GB`;
}

export const daysText = (days: number): string => (days === 1 ? "1 day" : `${formatCount(days)} days`);
