"use client";

import { useRouter } from "next/navigation";
import { byPost, readProblem, useAct } from "@/lib/client/mutation";
import type { ForkRunInput } from "@/lib/core/inputs/create-run";
import { isJsonObject } from "@/lib/core/json";
import { Button } from "../ui/button";
import { Problem, type ProblemFacts } from "../ui/problem";

type ForkButtonProps = { runId: string; seq: number; label?: string };

/** Starts a new run that shares everything up to this event, and goes there. */
export function ForkButton({ runId, seq, label = "Fork from here" }: ForkButtonProps) {
  const router = useRouter();
  const { pending, problem, act } = useAct({ send: requestFork, shows: () => false });
  const fork = async () => {
    const reply = await act({ runId, seq });
    if (reply?.runId !== undefined) router.push(`/runs/${encodeURIComponent(reply.runId)}`);
  };
  const busy = pending !== undefined;
  return (
    <div className="grid gap-2">
      <Button className="justify-self-start" disabled={busy} onClick={fork}>
        {busy ? "Forking…" : label}
      </Button>
      <p className="text-muted text-xs">
        Creates a new run with the events up to this one. This run is not changed.
      </p>
      <Problem problem={problem} />
    </div>
  );
}

type ForkReply = { runId: string; problem?: never } | { runId?: never; problem: ProblemFacts };

const requestFork = byPost(
  ({ runId, seq }: { runId: string; seq: number }) => ({
    path: `/api/v1/runs/${encodeURIComponent(runId)}/fork`,
    body: { fromSeq: seq } satisfies Omit<ForkRunInput, "runId">,
  }),
  ({ ok, body }): ForkReply =>
    ok && isJsonObject(body) && typeof body.runId === "string"
      ? { runId: body.runId }
      : { problem: readProblem(body) },
);
