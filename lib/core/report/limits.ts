import { byteLength } from "../bytes";
import { hideSecrets, hideSecretsIn } from "../hide-secrets";
import type { Json } from "../json";
import { cutText } from "../text";
import type { Markup } from "./markup";

/** What a report shows of one value, and what the file may have in all. */
export const REPORT_LIMITS = { valueBytes: 4_096, fileBytes: 10_000_000 };

/** For the lines that say what was left out. */
const SPARE_BYTES = 4_096;

/** What of a value is shown, without secrets; `cut` says how much there was where that is not all. */
type ShownValue = { text: string; cut: { keptBytes: number; bytes: number } | undefined };

/** A value as text: words as they are, everything else as JSON. Secrets are hidden first, so that none is cut in two. */
export function shownValue(value: Json, maxBytes = REPORT_LIMITS.valueBytes): ShownValue {
  const text = typeof value === "string" ? hideSecrets(value) : JSON.stringify(hideSecretsIn(value), null, 2);
  const bytes = byteLength(text);
  if (bytes <= maxBytes) return { text, cut: undefined };
  let kept = cutText(text, maxBytes);
  // A character takes three bytes at most: this never cuts far too much, and comes to an end.
  for (let over = byteLength(kept) - maxBytes; over > 0; over = byteLength(kept) - maxBytes)
    kept = cutText(kept, kept.length - Math.ceil(over / 3));
  return { text: kept, cut: { keptBytes: byteLength(kept), bytes } };
}

/** How many items each list loses from its start so that all fit beside `fixedBytes`: the first list gives way first. */
export function leftOut(
  lists: readonly (readonly Markup[])[],
  fixedBytes: number,
  maxBytes = REPORT_LIMITS.fileBytes,
): number[] {
  const sizes = lists.map((items) => items.map(({ markup }) => byteLength(markup)));
  let over = sizes.flat().reduce((sum, bytes) => sum + bytes, fixedBytes + SPARE_BYTES) - maxBytes;
  return sizes.map((bytes) => {
    let lost = 0;
    for (; over > 0 && lost < bytes.length; lost += 1) over -= bytes[lost] as number;
    return lost;
  });
}
