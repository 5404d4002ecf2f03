"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { isJsonObject, type Json } from "@/lib/core/json";
import { readRefusal } from "../approvals/decide/send-decision";
import { Button } from "../ui/button";
import { Problem, type ProblemFacts } from "../ui/problem";

/** Starts a new run that shares everything up to this event, and goes there. */
export function ForkButton({ runId, seq }: { runId: string; seq: number }) {
  const router = useRouter();
  const [key] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ProblemFacts>();
  const fork = async () => {
    setBusy(true);
    const result = await requestFork(runId, seq, key);
    if ("runId" in result) return router.push(`/runs/${encodeURIComponent(result.runId)}`);
    setProblem(result.problem);
    setBusy(false);
  };
  return (
    <div className="grid gap-2">
      <Button className="justify-self-start" disabled={busy} onClick={fork}>
        {busy ? "Forking…" : "Fork from here"}
      </Button>
      <p className="text-muted text-xs">
        Creates a new run with the events up to this one. This run is not changed.
      </p>
      <Problem problem={problem} />
    </div>
  );
}

async function requestFork(
  runId: string,
  fromSeq: number,
  key: string,
): Promise<{ runId: string } | { problem: ProblemFacts }> {
  try {
    const response = await fetch(`/api/v1/runs/${encodeURIComponent(runId)}/fork`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({ fromSeq }),
    });
    const body = (await response.json().catch(() => null)) as Json;
    if (response.ok && isJsonObject(body) && typeof body.runId === "string") return { runId: body.runId };
    return { problem: { message: readRefusal(body).message, issues: [] } };
  } catch {
    return { problem: { message: "Could not reach the server. Try again.", issues: [] } };
  }
}
