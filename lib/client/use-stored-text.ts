"use client";

import { useEffect, useState } from "react";
import type { Json } from "@/lib/core/json";
import type { StoredValue } from "@/lib/core/stored-value";

/** A value as text, in full: a large one is fetched, and its beginning stands in until it is there. */
export function useStoredText(runId: string, value: StoredValue | undefined): string | undefined {
  const [fetched, setFetched] = useState<{ digest: string; text: string }>();
  const digest = value && "ref" in value ? value.ref : undefined;
  useEffect(() => {
    if (digest === undefined) return;
    const stop = new AbortController();
    fetch(`/api/v1/runs/${encodeURIComponent(runId)}/values/${digest}`, { signal: stop.signal })
      .then(async (response) => (response.ok ? ((await response.json()) as { value: Json }) : undefined))
      .then((found) => found && setFetched({ digest, text: textOf(found.value) }))
      .catch(() => undefined);
    return () => stop.abort();
  }, [runId, digest]);
  if (!value) return undefined;
  if ("inline" in value) return textOf(value.inline);
  return fetched?.digest === digest ? fetched?.text : value.preview;
}

const textOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
