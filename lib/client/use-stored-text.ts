"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import type { Json } from "@/lib/core/json";
import type { StoredValue } from "@/lib/core/stored-value";
import { valueQuery } from "./query";

type StoredText = { text: string | undefined; isWhole: boolean };

/** A value as text, in full: a large one is fetched, and its beginning stands in until it is there. */
export function useStoredText(runId: string, value: StoredValue | undefined): string | undefined {
  return useStoredWhole(runId, value).text;
}

/** The same, and whether it is in full already. */
export function useStoredWhole(runId: string, value: StoredValue | undefined): StoredText {
  const digest = value && "ref" in value ? value.ref : undefined;
  const query = valueQuery(runId, digest ?? "");
  const fetched = useQuery(digest === undefined ? { ...query, queryFn: skipToken } : query).data;
  if (!value) return { text: undefined, isWhole: true };
  if ("inline" in value) return { text: textOf(value.inline), isWhole: true };
  if (fetched === undefined) return { text: value.preview, isWhole: false };
  return { text: textOf(fetched), isWhole: true };
}

/** A text as it is, anything else as JSON. */
export const textOf = (value: Json): string =>
  typeof value === "string" ? value : JSON.stringify(value, null, 2);
