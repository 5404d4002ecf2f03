import { isJsonObject, type Json } from "@/lib/core/json";
import { pathSegments, valueAt } from "@/lib/core/json-path";
import type { ToolDescriptor } from "./descriptor";

export const jsonQuery: ToolDescriptor = {
  name: "json_query",
  description:
    "Picks one value out of JSON data by a dot path such as items.0.name; a * takes every element of a list or map.",
  tags: ["data"],
  sideEffects: "none",
  idempotent: true,
  inputSchema: {
    type: "object",
    properties: {
      data: { description: "The JSON value to look into." },
      path: { type: "string", maxLength: 500, description: "Empty for the whole value." },
    },
    required: ["data", "path"],
    additionalProperties: false,
  },
  outputSchema: { type: "object", properties: { found: { type: "boolean" } }, required: ["found", "value"] },
  timeoutMs: 1_000,
  examples: [{ data: { items: [{ name: "a" }] }, path: "items.0.name" }],
  summarize: ({ path }) => `Pick ${path === "" ? "everything" : path} from JSON data`,
  run({ data, path }) {
    const value = query(data ?? null, pathSegments(String(path)));
    return { found: value !== undefined, value: value ?? null };
  },
};

function query(value: Json, segments: string[]): Json | undefined {
  const star = segments.indexOf("*");
  if (star < 0) return valueAt(value, segments);
  const parent = valueAt(value, segments.slice(0, star));
  return childrenOf(parent)
    ?.map((child) => query(child, segments.slice(star + 1)))
    .filter((found) => found !== undefined);
}

function childrenOf(value: Json | undefined): Json[] | undefined {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : undefined;
}
