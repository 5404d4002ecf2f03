import { diffPlans, type PlanDiff } from "@/lib/core/plan/compare/diff";
import type { PlanVersion } from "@/lib/core/run/events/plan-versions";
import type { ReplanEntry } from "@/lib/core/run/state";

/** A plan version with what made it and what it changed. */
export type VersionEntry = {
  version: PlanVersion;
  parent: PlanVersion | undefined;
  diff: PlanDiff | undefined;
  /** The replan or iteration that brought it. */
  change: ReplanEntry | undefined;
};

/** The versions of a run, newest first, each with what brought it and its changes. */
export function versionEntries(
  versions: readonly PlanVersion[],
  history: readonly ReplanEntry[],
): VersionEntry[] {
  const byNumber = new Map(versions.map((version) => [version.version, version]));
  return versions
    .map((version) => {
      const parent = version.parent === undefined ? undefined : byNumber.get(version.parent);
      return {
        version,
        parent,
        diff: parent && diffPlans(parent.plan, version.plan),
        change: history.findLast(({ toVersion }) => toVersion === version.version),
      };
    })
    .toReversed();
}
