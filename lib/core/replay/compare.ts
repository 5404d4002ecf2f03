import { canonicalJson, type Json } from "../json";
import { cutText } from "../text";
import type { Branch } from "../trajectory";
import { type Difference, diffJson, ignoresAll, type JsonDifferences } from "./diff-json";

/** Of a value in a report. */
const VALUE_CHARS = 2_000;

/**
 * Where two ends of a call differ. Artifacts are compared by their digest, errors by their text; a result and an error
 * differ as a whole.
 */
export function compareBranches(
  original: Branch,
  replayed: Branch,
  ignore: readonly string[],
): JsonDifferences {
  if (original.ok !== replayed.ok) {
    const whole = { path: "$", original: endValue(original), replayed: endValue(replayed) };
    return { differences: ignoresAll(ignore) ? [] : [whole], truncated: false };
  }
  return diffJson(keyOf(original), keyOf(replayed), { ignore });
}

const endValue = (branch: Branch): Json => (branch.ok ? branch.output : { error: branch.error });

/** What stands for the end where it is compared. */
const keyOf = (branch: Branch): Json =>
  branch.ok && branch.artifact !== undefined ? { artifact: branch.artifact } : endValue(branch);

/** A value as reports keep it: a long one as the beginning of its text. */
export function cutValue(value: Json): { value: Json; cut: boolean } {
  const text = typeof value === "string" ? value : canonicalJson(value);
  const cut = text.length > VALUE_CHARS;
  return { value: cut ? cutText(text, VALUE_CHARS) : value, cut };
}

/** A difference as reports keep it. */
export function cutDifference({ path, ...sides }: Difference): Difference & { cut?: true } {
  const kept = Object.entries(sides).map(([name, value]) => ({ name, ...cutValue(value) }));
  return {
    path,
    ...Object.fromEntries(kept.map(({ name, value }) => [name, value])),
    ...(kept.some(({ cut }) => cut) && { cut: true as const }),
  };
}
