import { isJsonObject, type Json } from "@/lib/core/json";
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
    const value = query(data ?? null, segmentsOf(String(path)));
    return { found: value !== undefined, value: value ?? null };
  },
};

/** `items[0].name` and `items.0.name` are the same path. */
function segmentsOf(path: string): string[] {
  return path
    .replace(/\[(\d+|\*)\]/g, ".$1")
    .split(".")
    .filter((segment) => segment !== "");
}

function query(value: Json, segments: string[]): Json | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return value;
  if (segment === "*") {
    return childrenOf(value)
      ?.map((child) => query(child, rest))
      .filter((found) => found !== undefined);
  }
  const child = Array.isArray(value) ? value[Number(segment)] : ownValue(value, segment);
  return child === undefined ? undefined : query(child, rest);
}

function childrenOf(value: Json): Json[] | undefined {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : undefined;
}

function ownValue(value: Json, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
