import type { PlanVersion } from "@/lib/core/run/plan-versions";
import type { PlanOverlay } from "../graph/facts";
import type { VersionPair } from "./use-room-address";

/** The two plans that are compared; undefined while one of them is not known. */
export function overlayOf(
  versions: readonly PlanVersion[],
  compared: VersionPair | undefined,
): PlanOverlay | undefined {
  const planOf = (wanted: number) => versions.find(({ version }) => version === wanted)?.plan;
  const before = compared && planOf(compared.from);
  const after = compared && planOf(compared.to);
  return before && after ? { before, after } : undefined;
}
