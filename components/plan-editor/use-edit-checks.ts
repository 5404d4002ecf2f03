"use client";

import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import { isSameJson, type Json } from "@/lib/core/json";
import { applyStaged } from "@/lib/core/plan/staged/apply";
import type { StagedEdit } from "@/lib/core/plan/staged/edits";
import type { CheckReply, CheckRequest } from "./check.worker";
import type { CheckContext, EditChecks } from "./check-edit";
import type { PlanFacts } from "./use-plan-facts";
import type { Staging } from "./use-staging";

/** `checks` are those of the last edits that were checked, undefined before any were; `isBehind` while newer ones wait. */
type CheckedEdits = { checks: EditChecks | undefined; isBehind: boolean };

/** Checks what is staged in a web worker, so that no key waits for the checks of a large plan. */
export function useEditChecks(
  { base, settledState, edits }: Pick<Staging, "base" | "settledState" | "edits">,
  { tools, policies, me, people }: PlanFacts,
): CheckedEdits {
  const context = useMemo(
    (): CheckContext => ({
      base,
      state: settledState,
      facts: { tools, policies, me, ...(people && { people }) },
    }),
    [base, settledState, tools, policies, me, people],
  );
  const asked = useMemo((): Asked => ({ context, edits }), [context, edits]);
  const [answer, setAnswer] = useState<Answer>();
  const checker = useRef<ReturnType<typeof startChecker>>(undefined);
  useEffect(() => {
    checker.current = startChecker();
    return () => checker.current?.stop();
  }, []);
  useEffect(
    () =>
      checker.current?.ask(asked, (checks) =>
        startTransition(() => setAnswer((last) => answerTo(asked, checks, last))),
      ),
    [asked],
  );
  return { checks: answer?.checks, isBehind: answer?.asked !== asked };
}

type Answer = { asked: Asked; checks: EditChecks };

/** What says the same as before stays the same object: the canvas is drawn by it. */
const answerTo = (asked: Asked, checks: EditChecks, last: Answer | undefined): Answer => ({
  asked,
  checks:
    last && isSameJson(last.checks as unknown as Json, checks as unknown as Json) ? last.checks : checks,
});

type Asked = { context: CheckContext; edits: readonly StagedEdit[] };
type Job = { asked: Asked; onChecked(checks: EditChecks): void };

/** Asks one worker one thing at a time: of what comes in the meantime only the newest is checked. */
function startChecker(): { ask(asked: Asked, onChecked: Job["onChecked"]): void; stop(): void } {
  const worker = new Worker(new URL("./check.worker.ts", import.meta.url), { type: "module" });
  let number = 0;
  let busy: Job | undefined;
  let next: Job | undefined;
  let known: CheckContext | undefined;
  let isBroken = false;
  const begin = (job: Job) => {
    busy = job;
    number += 1;
    const { context, edits } = job.asked;
    if (isBroken) void checkHere(job.asked).then(end);
    else worker.postMessage({ number, edits, ...(context !== known && { context }) } satisfies CheckRequest);
    known = context;
  };
  const end = (checks?: EditChecks) => {
    const [job, following] = [busy, next];
    busy = next = undefined;
    if (checks) job?.onChecked(checks);
    if (following) begin(following);
  };
  worker.onmessage = ({ data }: MessageEvent<CheckReply>) => {
    if (data.number === number) end(data.checks);
  };
  worker.onerror = () => {
    isBroken = true;
    next ??= busy;
    end();
  };
  return {
    ask: (asked, onChecked) => {
      const job = { asked, onChecked };
      if (busy) next = job;
      else begin(job);
    },
    stop: () => worker.terminate(),
  };
}

/** A page whose worker did not start checks by itself: slower, and just as well. */
async function checkHere({ context, edits }: Asked): Promise<EditChecks> {
  const { checkEdit } = await import("./check-edit");
  return checkEdit(applyStaged(context.base, edits).plan, context);
}
