import type { Json } from "../json";

/** All texts in a value, each with its path below it. */
export function textsIn(value: Json, path = ""): { path: string; text: string }[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    textsIn(item, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`),
  );
}
