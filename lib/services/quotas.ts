import type { Actor } from "@/lib/auth/actor";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { Clock } from "@/lib/core/ports";

const MIB = 1024 * 1024;

/**
 * What one person may ask of one workspace, in each process (SECURITY.md, "Quotas"). What is said by the minute may come
 * at once, and is there again in the course of a minute.
 */
export const QUOTAS = {
  /** Event streams at the same time. */
  streams: { limit: 200, what: "open event streams" },
  /** Runs of the workspace that have not ended. */
  openRuns: { limit: 2_000, what: "runs that have not ended" },
  /** Of the API, whatever they ask for. */
  requestsPerMinute: { limit: 12_000, what: "requests a minute" },
  runsPerMinute: { limit: 300, what: "new runs a minute" },
  uploadBytesPerMinute: { limit: 256 * MIB, what: "bytes of files a minute" },
  planBytesPerMinute: { limit: 64 * MIB, what: "bytes of plans a minute" },
} as const;

export type QuotaName = keyof typeof QUOTAS;
/** What a quota leaves after it was asked: all of it is there again in `fullInSeconds`, absent where no time brings it back. */
export type QuotaStanding = { quota: QuotaName; limit: number; left: number; fullInSeconds?: number };
export type QuotaLimits = { readonly [Name in QuotaName]?: number };
type ByMinute = Extract<QuotaName, `${string}PerMinute`>;
type Caller = Pick<Actor, "id" | "workspaceId">;
type Bucket = { left: number; atMs: number };

/** The one place that counts; everything it refuses is `too_many_requests` with the seconds to wait. */
export type Quotas = {
  /** Takes so much of what comes back by the minute. */
  spend(caller: Caller, name: ByMinute, amount: number): void;
  /** Holds one of those that there may be at the same time, until the signal fires. */
  hold(caller: Caller, name: "streams", until: AbortSignal): void;
  /** Refuses one more where there are `count` already; asks for the count only where there is a limit. */
  requireRoom(name: "openRuns", count: (limit: number) => Promise<number>): Promise<void>;
  /** The same counts, which tell how each stands that was asked, also where it refuses. */
  telling(tell: (standing: QuotaStanding) => void): Quotas;
};

/** How long to wait for what ends only when somebody ends it. */
const HELD_RETRY_S = 10;
/** The time in which what is said by the minute comes back. */
export const QUOTA_WINDOW_S = 60;

/** Quotas of one process, with limits in place of those of the table; `off` lifts all of them. */
export function createQuotas(limits: QuotaLimits | "off", clock: Pick<Clock, "nowMs">): Quotas {
  const buckets = new Map<string, Bucket>();
  const held = new Map<string, number>();
  const limitOf = (name: QuotaName): number =>
    limits === "off" ? Number.POSITIVE_INFINITY : (limits[name] ?? QUOTAS[name].limit);
  const keyOf = (caller: Caller, name: QuotaName) => JSON.stringify([name, caller.workspaceId, caller.id]);

  const telling = (tell: (standing: QuotaStanding) => void): Quotas => ({
    spend(caller, name, amount) {
      const limit = limitOf(name);
      if (limit === Number.POSITIVE_INFINITY) return;
      const key = keyOf(caller, name);
      const now = clock.nowMs();
      const secondsFor = (part: number) => (part / limit) * QUOTA_WINDOW_S;
      const { left, atMs } = buckets.get(key) ?? { left: limit, atMs: now };
      const back = (Math.max(0, now - atMs) / (QUOTA_WINDOW_S * 1_000)) * limit;
      const there = Math.min(limit, left + back);
      // What is over the limit by itself takes all of it: the one who has it all may do so once.
      const taken = Math.min(amount, limit);
      // Also for who is refused: a clock that was set back counts on from there.
      const isRefused = there < taken;
      const rest = isRefused ? there : there - taken;
      buckets.set(key, { left: rest, atMs: now });
      tell({
        quota: name,
        limit,
        left: Math.floor(rest),
        fullInSeconds: Math.ceil(secondsFor(limit - rest)),
      });
      if (isRefused) throw overQuota(name, limit, secondsFor(taken - there));
    },
    hold(caller, name, until) {
      if (until.aborted) return;
      const limit = limitOf(name);
      const key = keyOf(caller, name);
      const count = held.get(key) ?? 0;
      if (limit !== Number.POSITIVE_INFINITY) tell(roomIn(name, limit, count));
      if (count >= limit) throw overQuota(name, limit, HELD_RETRY_S);
      held.set(key, count + 1);
      until.addEventListener("abort", () => held.set(key, (held.get(key) ?? 1) - 1), { once: true });
    },
    async requireRoom(name, count) {
      const limit = limitOf(name);
      if (limit === Number.POSITIVE_INFINITY) return;
      const there = await count(limit);
      tell(roomIn(name, limit, there));
      if (there >= limit) throw overQuota(name, limit, HELD_RETRY_S);
    },
    telling,
  });
  return telling(() => {});
}

/** What is left once the one that was asked for has taken its room. */
const roomIn = (quota: QuotaName, limit: number, there: number): QuotaStanding => ({
  quota,
  limit,
  left: Math.max(0, limit - there - 1),
});

function overQuota(name: QuotaName, limit: number, seconds: number): DomainFailure {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds));
  const message = `That is more than ${limit} ${QUOTAS[name].what}. Try again in ${retryAfterSeconds} s.`;
  return new DomainFailure(
    domainError("too_many_requests", message, { quota: name, limit, retryAfterSeconds }),
  );
}
