import { type Json, readTypedJson } from "@/lib/core/json";

/** What a person wrote as a result: JSON where it opens like a list or a map, else a text as it stands. */
export function readSupplied(text: string): { value: Json } | { problem: string } {
  const trimmed = text.trim();
  if (trimmed === "") return { problem: "Enter a result." };
  if (!/^[[{]/.test(trimmed)) return { value: text };
  const read = readTypedJson(trimmed);
  if (!("problem" in read) || !read.error) return read;
  return {
    problem: "This looks like JSON but is not valid. Fix it, or start with a word to enter plain text.",
  };
}
