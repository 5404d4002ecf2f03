"use client";

import { useState, useTransition } from "react";
import type { ProblemFacts } from "../ui/problem";
import type { MutationResult } from "./models/types";

/** One change at a time: what it asks for, whether it is under way, and what went wrong with the last one. */
export function useChange() {
  const [problem, setProblem] = useState<ProblemFacts>();
  const [pending, startTransition] = useTransition();
  /** `onDone` is called when it was done. */
  const change = (ask: () => Promise<MutationResult>, onDone: () => void) => {
    if (pending) return;
    startTransition(async () => {
      const outcome = await ask();
      setProblem(outcome.problem);
      if (!outcome.problem) onDone();
    });
  };
  return { problem, pending, change };
}
