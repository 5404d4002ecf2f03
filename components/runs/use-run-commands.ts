"use client";

import { byRoute, type Send, useAct } from "@/lib/client/mutation";
import { isOver } from "@/lib/core/run/retrospects";
import type { RunState } from "@/lib/core/run/state";
import type { ProblemFacts } from "../ui/problem";
import type { RunCommand, RunCommandType } from "./types";

export type SendRunCommand = Send<{ id: string } & RunCommand, unknown>;
const sendToRun: SendRunCommand = byRoute("POST /api/v1/runs/{id}/commands");

/** What was asked of the run and does not show in its state yet, and why the last command was refused. */
export type RunCommands = {
  pending: RunCommandType | undefined;
  problem: ProblemFacts | undefined;
  /** Resolves to true when the run took the command. */
  send(toSend: RunCommand): Promise<boolean>;
  clearProblem(): void;
};

/** Commands to a run, one at a time. A command counts as under way until the run's own state shows it. */
export function useRunCommands(state: RunState, sendCommand: SendRunCommand = sendToRun): RunCommands {
  const { pending, problem, act, clear } = useAct({
    send: (command: RunCommand, key) => sendCommand({ id: state.runId, ...command }, key),
    shows: ({ type }) => isReflectedInState(state, type),
  });
  const send = async (command: RunCommand) => {
    return (await act(command)) !== undefined;
  };
  return { pending: pending?.type, problem, send, clearProblem: clear };
}

/** True when the state says what was asked for. */
export function isReflectedInState(state: RunState, pending: RunCommandType): boolean {
  if (isOver(state)) return true;
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
