import type { Json } from "@/lib/core/json";
import type { StoredValue } from "@/lib/core/stored-value";

export type EditedValue = { value?: Json; problem?: string };

/** A shown value as an editor holds it: a text as it is, anything else as JSON. */
export function editableText(shown: StoredValue | undefined): string {
  if (!shown) return "";
  if (!("inline" in shown)) return shown.preview;
  return typeof shown.inline === "string" ? shown.inline : JSON.stringify(shown.inline, null, 2);
}

/** The edited value: it keeps the kind of what was shown. */
export function readEdited(shown: StoredValue | undefined, text: string): EditedValue {
  if (!shown || shown.facts.type === "string") return { value: text };
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return { problem: "The edited value is not readable JSON." };
  }
}
