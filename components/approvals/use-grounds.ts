"use client";

import { useEffect, useState } from "react";
import type { Grounds } from "./grounds";

type Asked = {
  runId: string;
  approvalId?: string | undefined;
  taskId?: string | undefined;
  /** Asked again when it changes. */
  version?: string | number;
};

/** What a decision needs besides the run's state; undefined until it is there, and when it cannot be had. */
export function useGrounds({ runId, approvalId, taskId, version = 0 }: Asked): Grounds | undefined {
  const [found, setFound] = useState<{ of: string; grounds: Grounds }>();
  const query = new URLSearchParams();
  if (approvalId !== undefined) query.set("approvalId", approvalId);
  if (taskId !== undefined) query.set("taskId", taskId);
  const address = `/api/v1/runs/${encodeURIComponent(runId)}/grounds?${query}`;
  const of = `${address}#${version}`;
  useEffect(() => {
    const stop = new AbortController();
    fetch(of, { signal: stop.signal })
      .then(async (response) => (response.ok ? ((await response.json()) as Grounds) : undefined))
      .then((grounds) => grounds && setFound({ of, grounds }))
      .catch(() => undefined);
    return () => stop.abort();
  }, [of]);
  return found?.of === of ? found.grounds : undefined;
}
