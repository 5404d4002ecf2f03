import type { Json } from "@/lib/core/json";

/** A score from 0 to 1, also written as text; undefined for anything else. */
export function scoreOf(value: Json | undefined): number | undefined {
  const score = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof score === "number" && score >= 0 && score <= 1 ? score : undefined;
}

/** The texts of a list, or a single one; what is none is shown as JSON, and nothing left out but what is blank. */
export function textsOf(value: Json | undefined): string[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return list.flatMap((item) => {
    const text = typeof item === "string" ? item.trim() : JSON.stringify(item);
    return text === "" ? [] : text;
  });
}
