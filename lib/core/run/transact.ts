import type { DomainError } from "../errors";
import type { CommandEnvelope } from "./commands";
import type { RunEvent } from "./events";
import type { RunState } from "./state";

/** What a batch touched, so that the shell upserts those projections and no others. */
export type Touched = { tasks: Set<string>; approvals: Set<string>; plan: boolean };

export type Outcome = { commandId: string; ok: true; seq: number } | { commandId: string; ok: false; error: DomainError };

export declare function transact(
  state: RunState,
  commands: CommandEnvelope[],
  now: number,
): { events: RunEvent[]; outcomes: Outcome[]; touched: Touched };
