import { diffPlans, type PlanDiff } from "@/lib/core/plan/diff";
import type { RunEvent } from "@/lib/core/run/events";
import type { ReplanCause } from "@/lib/core/run/events/reviews";
import type { PlanVersion } from "@/lib/core/run/plan-versions";

/** A plan version with what made it and what it changed. */
export type VersionEntry = {
  version: PlanVersion;
  parent: PlanVersion | undefined;
  diff: PlanDiff | undefined;
  /** The replan it came from, with its cause in full. */
  replan: { number: number; cause: ReplanCause | undefined } | undefined;
};

/** A replan that came to nothing. */
export type FailedReplan = { number: number; seq: number; at: number; reason: string; cause: string };

/** The versions of a run, newest first, each with its replan and its changes. */
export function versionEntries(
  versions: readonly PlanVersion[],
  events: readonly RunEvent[],
): VersionEntry[] {
  const byNumber = new Map(versions.map((version) => [version.version, version]));
  const causes = causesOf(events);
  return versions
    .map((version) => {
      const parent = version.parent === undefined ? undefined : byNumber.get(version.parent);
      const number = replanTo(events, version.version);
      return {
        version,
        parent,
        diff: parent && diffPlans(parent.plan, version.plan),
        replan: number === undefined ? undefined : { number, cause: causes.get(number) },
      };
    })
    .toReversed();
}

/** Replans that failed, newest first. */
export function failedReplans(events: readonly RunEvent[]): FailedReplan[] {
  const causes = causesOf(events);
  return events
    .flatMap((event) => {
      if (event.type !== "replan_failed") return [];
      const { number, reason } = event.payload;
      return { number, seq: event.seq, at: event.at, reason, cause: causes.get(number)?.reason ?? "" };
    })
    .toReversed();
}

/** `+6 −5 ~1`, in words for who hears it. */
export function countsOf({ added, removed, changed, rewired }: PlanDiff) {
  const touched = new Set([...changed.map(({ id }) => id), ...rewired.map(({ task }) => task)]);
  return { added: added.length, removed: removed.length, changed: touched.size };
}

function causesOf(events: readonly RunEvent[]): Map<number, ReplanCause> {
  return new Map(
    events.flatMap((event) =>
      event.type === "replan_started" ? [[event.payload.number, event.payload.cause] as const] : [],
    ),
  );
}

function replanTo(events: readonly RunEvent[], version: number): number | undefined {
  const adopted = events.find(
    (event) => event.type === "replan_adopted" && event.payload.toVersion === version,
  );
  return adopted?.type === "replan_adopted" ? adopted.payload.number : undefined;
}
