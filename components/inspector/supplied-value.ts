import type { Json } from "@/lib/core/json";

/** What a person wrote as a result: JSON where it opens like a list or a map, else a text as it stands. */
export function readSupplied(text: string): { value: Json } | { problem: string } {
  const trimmed = text.trim();
  if (trimmed === "") return { problem: "Write the result." };
  if (!/^[[{]/.test(trimmed)) return { value: text };
  try {
    return { value: JSON.parse(trimmed) as Json };
  } catch {
    return { problem: "It begins like JSON and is none: close what is open, or begin it with a word." };
  }
}
