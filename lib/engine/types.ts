import type { LeaseClaim } from "@/lib/core/job-ports";
import type { Json } from "@/lib/core/json";
import type { Plan } from "@/lib/core/plan/schema";
import type { Command, CommandEnvelope, CommandReply, ForkCommand } from "@/lib/core/run/commands";
import type { RunEvent } from "@/lib/core/run/events";
import type { LlmCall } from "@/lib/core/run/events/engine";
import type { RunState } from "@/lib/core/run/state";
import type { Blob } from "@/lib/core/stored-value";

/** Rows that are not events but belong to the same moment: written in the same transaction. */
export type PayloadRows = {
  blobs?: Blob[];
  /** What only those need who look at the run again: prompts, and what requests of attempts begin with. */
  payloadBlobs?: Blob[];
  /** The full plan of a version (its digest names it; the version number is the one adopted). */
  plans?: { digest: string; plan: Plan }[];
  steps?: TrajectoryStepRow[];
  toolCalls?: ToolCallRow[];
  modelCalls?: ModelCallRow[];
};

/** One step of an attempt, with the provider's own messages so that the request can be rebuilt after a crash. */
export type TrajectoryStepRow = {
  taskId: string;
  attempt: number;
  step: number;
  /** The display form: lib/core/trajectory's step as JSON. */
  body: Json;
  verbatim: Json[];
  /** What a compression after this step made of the first steps; one that is absent leaves what is stored. */
  summary?: Json;
  /** With the first step, how the attempt began: query, context, constraints, and the digest of its preamble. */
  start?: Json;
};

/** Upserted by (run, key): `started` before the tool runs, `finished` after, or `paused` when it asks instead. */
export type ToolCallRow = {
  key: string;
  idempotencyKey: string;
  taskId: string;
  attempt: number;
  step: number;
  callId: string;
  tool: string;
  sideEffects: string;
  args: Json;
  status: "started" | "paused" | "finished";
  /** Absent of one that has finished: it failed, and may have changed something all the same. */
  ok?: boolean | undefined;
  output?: Json;
  /** The digest of the whole output, where `output` is only what an agent sees of it. */
  artifact?: string;
  error?: string;
  latencyMs?: number;
};

export type ModelCallRow = LlmCall & {
  promptHash: string;
  promptVersion: string;
  /** The plan version in force when the call was made; 0 before the first. */
  planVersion?: number;
  /** The agent of the call's task. */
  agent?: string;
  epoch: number;
};

export type Submission<C extends Command = Command> = {
  envelope: CommandEnvelope<C>;
  rows?: PayloadRows;
  /** Of the request that it came from: the same command id with another digest is a `conflict`, not a repeat. */
  inputDigest?: string;
};

/** The lease under which a worker writes: a stale epoch is refused with `lease_lost`. */
export type Fence = { epoch: number; claim: LeaseClaim };

export type FollowUp = (state: Readonly<RunState>, nth: number) => Submission[];

export type TransitionOptions = {
  fence?: Fence;
  /**
   * Asked after the submissions are decided, on the state they led to: further commands of the same commit (the actor's
   * `start {keys, epoch}`). Asked again on what these led to, until there are none; `nth` counts from 0 in each try of the commit.
   */
  followUp?: FollowUp;
  /**
   * With a fence: nobody else is known to have changed the run since, so that it may be decided as it is known, before it is
   * locked. Where that was wrong it is read and decided again.
   */
  undisturbed?: boolean;
  /** With a fence: complete the job and mark the run parked, if nothing is or should be in flight. */
  park?: boolean;
};

export type TransitionResult = {
  /** In the order of the submissions, `followUp`'s last. */
  replies: CommandReply[];
  events: RunEvent[];
  /** The state after the commit. Owned by the run store: read it, do not keep or change it. */
  state: Readonly<RunState>;
  parked: boolean;
};

/** The one way in: everything that changes a run goes through it (docs/engine.md, "The run store"). */
export interface RunStore {
  transition(
    runId: string,
    submissions: Submission[],
    options?: TransitionOptions,
  ): Promise<TransitionResult>;
  /** Creates the run row and its first events; the same command id again returns the stored reply. */
  createRun(runId: string, submission: Submission): Promise<TransitionResult>;
  /** Creates a run that begins with these events, renamed to it already, and continues by the command `fork`. */
  forkRun(runId: string, submission: Submission<ForkCommand>, copied: RunEvent[]): Promise<TransitionResult>;
  /** The current state, read without a lock; undefined for an unknown run. */
  peek(runId: string): Promise<Readonly<RunState> | undefined>;
  /** The state as this process knows it, which may be older; undefined where it has none at hand. */
  known(runId: string): Readonly<RunState> | undefined;
}
