import type { Variant } from "@/lib/core/replay/model/settings";
import { cutText } from "@/lib/core/text";

const TEXT_CHARS = 60;

/** What the page calls the variant at this place. */
export const variantLetter = (index: number): string => String.fromCharCode("A".charCodeAt(0) + index);

/** A variant by its model and prompt. */
export function variantName({ prompt }: Pick<Variant, "prompt">, modelId: string): string {
  if (typeof prompt === "string") return `${modelId}, ${prompt} prompt`;
  const text = prompt.text.replaceAll(/\s+/g, " ");
  const shown = cutText(text, TEXT_CHARS);
  return `${modelId}, given prompt: “${shown}${shown === text ? "" : "…"}”`;
}
