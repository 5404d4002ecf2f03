import { z } from "zod";
import { json } from "../json-schemas";
import { policyReason } from "../policy/reason";
import { REPLAY_STATUSES } from "./words";

/** Of each text in a problem: it names what a file holds, and never all of it. */
export const PROBLEM_CHARS = 300;

/** Why a call uses what was recorded of it; `lib/core/describe/replays` makes the sentence. */
export const recordedReason = z.discriminatedUnion("code", [
  /** It had not run: its arguments did not fit, or nobody knows what came of it. */
  z.object({ code: z.enum(["refused", "unfinished"]) }),
  /** Its tool changes something outside, and the settings do not name it. */
  z.object({ code: z.literal("writes") }),
  z.object({ code: z.enum(["denied", "asks"]), policy: policyReason }),
  /** Its server shows another tool than the one that was accepted. */
  z.object({ code: z.literal("tool_changed") }),
  z.object({ code: z.enum(["asks_people", "needs_attachments", "needs_artifact"]) }),
  /** A join whose set holds an output that is only known by its preview, or has a failed call. */
  z.object({ code: z.enum(["needs_whole_outputs", "skipped"]) }),
]);
export type RecordedReason = z.infer<typeof recordedReason>;

/** What keeps a replay from beginning, found before anything runs. */
const replayProblem = z.discriminatedUnion("code", [
  z.object({ code: z.literal("empty_trajectory") }),
  z.object({ code: z.literal("unknown_tool"), step: z.int(), tool: z.string() }),
  z.object({
    code: z.literal("invalid_arguments"),
    step: z.int(),
    tool: z.string(),
    path: z.string(),
    message: z.string(),
  }),
  z.object({ code: z.literal("unreadable"), problem: z.string() }),
  z.object({ code: z.literal("too_many_calls"), calls: z.int(), limit: z.int() }),
]);
export type ReplayProblem = z.infer<typeof replayProblem>;

/** Why a replay failed: a problem that was found late, or what happened on its way. */
export const replayFailure = z.union([
  replayProblem,
  z.discriminatedUnion("code", [
    /** A call that had given a result failed. */
    z.object({ code: z.literal("tool_failed"), step: z.int(), tool: z.string(), message: z.string() }),
    /** A worker was lost while the call of a writing tool may have been under way. */
    z.object({ code: z.literal("unknown_outcome"), step: z.int() }),
    z.object({ code: z.literal("time_limit"), limitMs: z.int() }),
    z.object({ code: z.literal("unsupported"), kind: z.string() }),
    z.object({ code: z.literal("fault") }),
  ]),
]);
export type ReplayFailure = z.infer<typeof replayFailure>;

/** One place where a call gave something else; a side without a value has nothing there. `cut`: a value is cut. */
const replayMismatch = z.object({
  step: z.int(),
  callId: z.string(),
  tool: z.string(),
  path: z.string(),
  original: json.optional(),
  replayed: json.optional(),
  cut: z.literal(true).optional(),
});
export type ReplayMismatch = z.infer<typeof replayMismatch>;

/** What came of one call: made again, or taken from the recording. */
const replayedCall = z.object({
  callId: z.string(),
  tool: z.string(),
  live: z.boolean(),
  why: recordedReason.optional(),
  /** Whether a call that was made gave a result. */
  ok: z.boolean().optional(),
  /** What a call gave that was made and compared with nothing, cut where it is long. */
  output: json.optional(),
  latencyMs: z.number().optional(),
});
export type ReplayedCallView = z.infer<typeof replayedCall>;

/** What came of a step, as it is stored before the next begins. */
const replayedStep = z.object({
  step: z.int(),
  calls: z.array(replayedCall),
  /** Calls that were compared. */
  compared: z.int(),
  mismatches: z.array(replayMismatch),
  truncated: z.literal(true).optional(),
  /** The first call that failed and had not. */
  failed: z.object({ tool: z.string(), message: z.string() }).optional(),
});
export type ReplayedStep = z.infer<typeof replayedStep>;

/** What a worker keeps of a step: that calls of writing tools begin, and what came of it. */
export const keptStep = z.union([z.object({ begun: z.literal(true) }), replayedStep]);

/** What a tool replay came to (docs/replay.md, "The report"). */
export const toolReplayReport = z.object({
  status: z.enum(REPLAY_STATUSES),
  originalSteps: z.int(),
  replayedSteps: z.int(),
  /** Whether results were compared at all. */
  verified: z.boolean(),
  /** Calls that were made again, that were compared, and that used the recording. */
  liveCalls: z.int(),
  comparedCalls: z.int(),
  recordedCalls: z.int(),
  mismatches: z.array(replayMismatch),
  /** There are more differences than these. */
  truncated: z.boolean(),
});
export type ToolReplayReport = z.infer<typeof toolReplayReport>;
