import { asDomainError } from "@/lib/core/errors";

/** A refusal that no repeat can change: the lease is gone, or this process cannot read or decide the run. */
export function isFinalRefusal(error: unknown): boolean {
  const known = asDomainError(error);
  return known !== undefined && known.code !== "unavailable";
}
