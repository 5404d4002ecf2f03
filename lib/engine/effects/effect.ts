import type { Clock, Ids, Log, Schemas, WorkspaceSetup, Workspaces } from "@/lib/core/ports";
import type { CommandReply, WorkerCommand } from "@/lib/core/run/commands";
import type { EffectKind, RunState } from "@/lib/core/run/state";
import type { TextStreams } from "../text-streams";
import type { ModelCallRow, PayloadRows } from "../types";
import type { EffectReads } from "./reads";

/** What all effects of a process share. */
export type EffectServices = {
  workspaces: Workspaces;
  schemas: Schemas;
  reads: EffectReads;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** Where text goes while a model writes it. */
  streams: TextStreams;
  /** How often an unreadable answer is asked for again. */
  repairAttempts: number;
};

/** A command with the part of its id that follows the effect's key: the same after a crash, so never done twice. */
export type Report = { suffix: string; command: WorkerCommand; rows?: PayloadRows };

/** How an effect ends: what to commit, the command that ends it last; `null` when it gives its work up unfinished. */
export type Ending = Report[] | null;

/** A clock that runs down and can be held. */
export type AttemptClock = {
  pause(): void;
  resume(): void;
  /** Time that has passed and does not count. */
  exclude(excludedMs: number): void;
};

/** One effect in flight, as the code that performs it sees the world. */
export type EffectContext = BareEffectContext & WorkspaceSetup;

/** The same before what its workspace has set up is known. */
export type BareEffectContext = EffectServices & {
  runId: string;
  key: string;
  kind: EffectKind;
  taskId: string;
  attempt: number;
  /** Fires when the result is no longer wanted. */
  signal: AbortSignal;
  epoch: number;
  /** The run as of its last commit: read it at once, keep nothing of it across an await. */
  state(): Readonly<RunState>;
  /** Why a longer effect should stop before its next step, if it should. */
  stopReason(): "paused" | "shutdown" | undefined;
  /** Resolves when the commands are committed; the effect's model calls go with them. */
  commit(reports: Report[]): Promise<CommandReply[]>;
  /** The attempt's time, where it is limited: what the infrastructure costs is not taken from it. */
  time?: AttemptClock;
  /** Why the budget of the attempt has no room for a call that may cost this much, to be thrown; undefined if it has. */
  attemptBudget?: (costMicroUsd: number) => Error | undefined;
  /** The limit of that budget, its use, and what raises it. */
  attemptCost?: () => { used: number; limit: number; setting: string };
  /** Keeps a model call for the next commit, whatever becomes of the effect. */
  record(call: ModelCallRow): void;
};

export type EffectHandler = (context: EffectContext) => Promise<Ending>;

/** The usual ending: one command. Its id is the effect's key and `#end`. */
export function endWith(command: WorkerCommand, rows?: PayloadRows): Report[] {
  return [{ suffix: "end", command, ...(rows && { rows }) }];
}
