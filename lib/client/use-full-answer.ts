"use client";

import { useEffect, useState } from "react";
import type { Json } from "@/lib/core/json";
import type { RunState } from "@/lib/core/run/state";

/** The answer of a run in full: a long one is fetched, and its beginning stands in until it is there. */
export function useFullAnswer({ runId, answer }: RunState): string | undefined {
  const [fetched, setFetched] = useState<{ digest: string; text: string }>();
  const digest = answer && "ref" in answer ? answer.digest : undefined;
  useEffect(() => {
    if (digest === undefined) return;
    const stop = new AbortController();
    fetch(`/api/v1/runs/${encodeURIComponent(runId)}/report`, { signal: stop.signal })
      .then(async (response) => (response.ok ? ((await response.json()) as { answer: Json }) : undefined))
      .then((report) => report && setFetched({ digest, text: textOf(report.answer) }))
      .catch(() => undefined);
    return () => stop.abort();
  }, [runId, digest]);
  if (!answer) return undefined;
  if ("inline" in answer) return textOf(answer.inline);
  return fetched?.digest === answer.digest ? fetched.text : answer.preview;
}

const textOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
