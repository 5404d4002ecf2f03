import type { ExampleReader, FoundExample } from "@/lib/core/examples/view";
import type { Json } from "@/lib/core/json";
import type { FoundLesson } from "@/lib/core/lessons/view";
import type { PlanPatch } from "@/lib/core/plan/stored";
import type { Clock, Ids, Log, Schemas, WorkspaceSetup, Workspaces } from "@/lib/core/ports";
import type { CommandReply, WorkerCommand } from "@/lib/core/run/commands";
import type { ExampleRef } from "@/lib/core/run/events/examples";
import type { EffectKind, RunState } from "@/lib/core/run/state";
import type { SimilarMission } from "@/lib/core/similar-missions";
import type { Blob } from "@/lib/core/stored-value";
import type { OwnReview } from "@/lib/core/templates/reviews";
import type { TextStreams } from "../streams/text-streams";
import type { ModelCallRow, PayloadRows, ToolCallRow, TrajectoryStepRow } from "../types";
import type { Lease } from "../worker/leases";

/** A writing tool call that has happened, or (without `finishedAtMs`) may have. */
export type WritingCall = Pick<
  ToolCallRow,
  "key" | "taskId" | "attempt" | "step" | "callId" | "tool" | "args"
> & {
  runId: string;
  output?: Json;
  /** It failed, and may have changed something all the same. */
  isInDoubt?: true;
  /** Where the whole output is, when `output` is only the preview of it. */
  artifact?: string;
  finishedAtMs?: number;
};

/** What a run wants lessons for; `demo` lets those through that were learned from demo runs alone. */
export type WantedLessons = {
  workspaceId: string;
  words: string[];
  tags: string[];
  demo: boolean;
  limit: number;
};

/** What a run wants similar finished missions for; `demo` lets those through that the simulated model carried out. */
type WantedMissions = Omit<WantedLessons, "tags">;

/** What effects read from the store in addition to the run's state. */
export type EffectReads = {
  /** Bodies of blobs by digest. Throws when one is missing. */
  values(workspaceId: string, digests: string[]): Promise<Map<string, Json>>;
  /** What versions that the run was offered change in the one in force then, by their digests. */
  offeredPatches(runId: string, digests: readonly string[]): Promise<Map<string, PlanPatch>>;
  /** What an attempt had done when its worker was lost: its steps in order, and its tool calls. */
  attempt(
    runId: string,
    taskId: string,
    attempt: number,
  ): Promise<{ steps: TrajectoryStepRow[]; toolCalls: ToolCallRow[] }>;
  /** The whole output of a tool call of this run by its digest; undefined for one that no call of it gave. */
  artifact(runId: string, digest: string): Promise<Json | undefined>;
  /**
   * Calls of writing tools that ended well, oldest first, behind those that never ended: of the run and those that it was forked
   * from (`line`), or of all runs of its family, there with those that failed and may have changed something all the same.
   */
  writingCalls(runId: string, of: "line" | "family"): Promise<WritingCall[]>;
  /** What the run has cost; undefined while a call's price is unknown. */
  costMicroUsd(runId: string): Promise<number | undefined>;
  /** First lines of files by id, where they are text. */
  previews(workspaceId: string, ids: string[]): Promise<Map<string, string>>;
  /** Accepted lessons that share two words or a tag with what is asked for, the best fitting first. */
  lessons(wanted: WantedLessons): Promise<FoundLesson[]>;
  /** Examples that are on, call none but these tools and share two words with what is asked for, the best fitting first. */
  examples(wanted: ExampleReader & { words: string[]; limit: number }): Promise<FoundExample[]>;
  /** These versions in their order, as far as this reader may still be shown them. */
  shownExamples(reader: ExampleReader, refs: readonly ExampleRef[]): Promise<FoundExample[]>;
  /** Finished missions that share two words with what is asked for, the best fitting first. */
  missions(wanted: WantedMissions): Promise<SimilarMission[]>;
  /** The reviews that people of the workspace have set up, by name. */
  reviews(workspaceId: string): Promise<OwnReview[]>;
  /** The content of a file that the run has taken; undefined for any other. */
  attachment(runId: string, id: string): Promise<Uint8Array | undefined>;
};

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
  /** A model is at work: its time has a limit of its own. */
  modelBegins(): void;
  modelEnds(): void;
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
  /** Confirmed before a call that changes something outside: after a stop, another worker may be at it. */
  lease: Lease;
  /** The run as of its last commit: read it at once, keep nothing of it across an await. */
  state(): Readonly<RunState>;
  /**
   * Asks the store how the run, its lease and its workspace stand: `state()` and the setup are as of then. False where another
   * worker has the run, and where there is no answer.
   */
  catchUp(): Promise<boolean>;
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
  /** Whether nobody has asked yet for what was reserved with the start of the effect: the first to ask may use it. */
  claimStart(): boolean;
  /** Keeps a model call, and its prompt where nothing else tells it, for the next commit, whatever becomes of the effect. */
  record(call: ModelCallRow, prompt?: Blob): void;
};

export type EffectHandler = (context: EffectContext) => Promise<Ending>;

/** The usual ending: one command. Its id is the effect's key and `#end`. */
export function endWith(command: WorkerCommand, rows?: PayloadRows): Report[] {
  return [{ suffix: "end", command, ...(rows && { rows }) }];
}
