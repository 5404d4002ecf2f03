"use client";

import { useState } from "react";
import type { RunState } from "@/lib/core/run/state";
import type { ProblemFacts } from "../ui/problem";
import type { RunCommand, RunCommandType, SendCommand } from "./types";

/** What was asked of the run and does not show in its state yet, and why the last order was refused. */
export type RunCommands = {
  pending: RunCommandType | undefined;
  problem: ProblemFacts | undefined;
  /** Resolves to true when the run took the order. */
  send(toSend: RunCommand): Promise<boolean>;
  clearProblem(): void;
};

export const UNREACHABLE = { message: "Could not reach the server. Try again.", issues: [] };

/** Orders to a run, one at a time. An order counts as under way until the run's own state shows it. */
export function useRunCommands(state: RunState, sendCommand: SendCommand): RunCommands {
  const [pending, setPending] = useState<RunCommandType>();
  const [problem, setProblem] = useState<ProblemFacts>();
  if (pending !== undefined && isReflectedInState(state, pending)) setPending(undefined);
  const send = async (toSend: RunCommand) => {
    setPending(toSend.type);
    setProblem(undefined);
    const outcome = await sendCommand({ runId: state.runId, key: crypto.randomUUID(), ...toSend }).catch(
      () => ({
        problem: UNREACHABLE,
      }),
    );
    setProblem(outcome.problem);
    if (outcome.problem) setPending(undefined);
    return outcome.problem === undefined;
  };
  return { pending, problem, send, clearProblem: () => setProblem(undefined) };
}

/** True when the state says what was asked for. */
export function isReflectedInState(state: RunState, pending: RunCommandType): boolean {
  if (state.phase === "ended") return true;
  switch (pending) {
    case "pause":
      return state.paused !== undefined;
    case "resume":
      return state.paused === undefined;
    case "cancel":
    case "abort":
      return false;
    case "edit_plan":
      return true;
    case "request_replan":
      return state.replan !== undefined || state.replanWanted !== undefined;
  }
}
