"use client";

import { useState } from "react";
import type { RunState } from "@/lib/core/run/state";
import type { ProblemFacts } from "../ui/problem";
import type { CommandRun, RunCommand, RunOrder } from "./types";

/** What was asked of the run and does not show in its state yet, and why the last order was refused. */
export type Orders = {
  asked: RunCommand | undefined;
  problem: ProblemFacts | undefined;
  /** Resolves to true when the run took the order. */
  send(order: RunOrder): Promise<boolean>;
  forget(): void;
};

export const UNREACHABLE = { message: "The server could not be reached. Try again.", issues: [] };

/** Orders to a run, one at a time. An order counts as under way until the run's own state shows it. */
export function useOrders(state: RunState, command: CommandRun): Orders {
  const [asked, setAsked] = useState<RunCommand>();
  const [problem, setProblem] = useState<ProblemFacts>();
  if (asked !== undefined && isShown(state, asked)) setAsked(undefined);
  const send = async (order: RunOrder) => {
    setAsked(order.type);
    setProblem(undefined);
    const outcome = await command({ runId: state.runId, key: crypto.randomUUID(), ...order }).catch(() => ({
      problem: UNREACHABLE,
    }));
    setProblem(outcome.problem);
    if (outcome.problem) setAsked(undefined);
    return outcome.problem === undefined;
  };
  return { asked, problem, send, forget: () => setProblem(undefined) };
}

/** True when the state says what was asked for. */
export function isShown(state: RunState, asked: RunCommand): boolean {
  if (state.phase === "ended") return true;
  switch (asked) {
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
