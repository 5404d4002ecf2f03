import type { Json, JsonObject } from "../json";
import type { RunEvent } from "../run/events";
import type { ApprovalKind } from "../run/gates/table";
import type { TaskTotals } from "../run/state/totals";
import type { FinishReason, RunStatus } from "../run/status";
import type { RunCursor } from "./topics";

/** Version of what the reducer makes of events: a page with another one has to be loaded again. */
export const REDUCER_VERSION = 52;

/** The type of the event by which a connection to the shared stream is known to hold while nothing is new. */
export const BEAT = "beat";

/** Events that a page keeps for the log of a run; older ones are on the server. */
export const RUN_LOG_EVENTS = 500;

/** A piece of a model's answer, or of a tool's output, as it arrives. `seq` counts within the stream, `chunkNo` within the run. */
export type StreamChunk = {
  chunkNo: number;
  epoch: number;
  /** Absent for work of the whole run, such as planning. */
  taskId?: string;
  attempt?: number;
  step?: number;
  role: string;
  /** The tool call whose output it is; absent for the text of a model. */
  callId?: string;
  /** Which of the call's streams; of a model, `reasoning` where it is not the text of its answer. */
  stream?: string;
  /** What the tool says of its latest piece. */
  meta?: JsonObject;
  /** `<effect key>#<id>`: one request to a model, or one stream of a call. */
  streamId: string;
  seq: number;
  text: string;
  done: boolean;
};

/** A run as lists show it, after its event `seq`. */
export type RunChange = {
  runId: string;
  seq: number;
  status: RunStatus;
  finishReason: FinishReason | null;
  title: string;
  planVersion: number;
  tasks: TaskTotals;
  openGates: { id: string; kind: ApprovalKind; assignees: string[] }[];
  createdAt: number;
  /** Milliseconds on the database's clock: the workspace topic's cursor. */
  changedAt: number;
};

type Frame = {
  /** The topic without its cursor. */
  topic: string;
  reducer: number;
  /** True once, when everything that had happened before the connection was made has been sent. */
  ready?: boolean;
};

export type RunFrame = Frame & {
  kind: "run";
  /** The place after this frame. */
  cursor: RunCursor;
  events: RunEvent[];
  /** All text after this chunk, up to the cursor's; absent where it is all that is open. */
  afterChunk?: number;
  chunks: StreamChunk[];
  /** The comments on its plan may have changed: they are read again by those who show them. */
  comments?: boolean;
  /** No more will come: the run has ended. */
  ended?: boolean;
};
export type WorkspaceFrame = Frame & {
  kind: "workspace";
  cursor: number;
  runs: RunChange[];
  /** Runs of whose plans the comments may have changed; the stream of one that has ended does not say so. */
  comments?: string[];
};
/** This topic cannot be watched, now or any more; the others go on. */
export type ProblemFrame = Frame & { kind: "problem"; code: string; message: string; details?: Json };

/** What the shared stream sends: one topic's news, with the cursor to go on from. */
export type StreamFrame = RunFrame | WorkspaceFrame | ProblemFrame;
