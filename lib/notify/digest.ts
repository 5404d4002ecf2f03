import type { DigestNotice, Notice } from "@/lib/core/notifications";

/** Notices of each kind that one message has room for. */
const MAX_LISTED = 20;

/**
 * One message of what has gathered, in the order in which it happened: gates that still wait, each once, and runs that have
 * ended or nearly used a limit up. Undefined where nothing is left to say.
 */
export function digestOfNotices(
  notices: readonly Notice[],
  isOpen: (approvalId: string) => boolean,
  atMs: number,
): DigestNotice | undefined {
  const gates = new Map(notices.flatMap((notice) => (notice.gate ? [[notice.gate.approvalId, notice]] : [])));
  const waiting = [...gates].filter(([id]) => isOpen(id)).map(([, notice]) => notice);
  const ended = notices.filter(({ gate }) => !gate);
  if (waiting.length + ended.length === 0) return;
  const more = Math.max(0, waiting.length - MAX_LISTED) + Math.max(0, ended.length - MAX_LISTED);
  return {
    event: "digest",
    sinceMs: Math.min(...notices.map((notice) => notice.atMs)),
    atMs,
    waiting: waiting.slice(0, MAX_LISTED),
    ended: ended.slice(0, MAX_LISTED),
    answered: gates.size - waiting.length,
    more,
  };
}
