"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import type { Json } from "@/lib/core/json";
import type { StoredValue } from "@/lib/core/stored-value";
import { valueQuery } from "./query";

/** A value as text, in full: a large one is fetched, and its beginning stands in until it is there. */
export function useStoredText(runId: string, value: StoredValue | undefined): string | undefined {
  const digest = value && "ref" in value ? value.ref : undefined;
  const query = valueQuery(runId, digest ?? "");
  const fetched = useQuery(digest === undefined ? { ...query, queryFn: skipToken } : query).data;
  if (!value) return undefined;
  if ("inline" in value) return textOf(value.inline);
  return fetched === undefined ? value.preview : textOf(fetched);
}

/** A text as it is, anything else as JSON. */
export const textOf = (value: Json): string =>
  typeof value === "string" ? value : JSON.stringify(value, null, 2);
