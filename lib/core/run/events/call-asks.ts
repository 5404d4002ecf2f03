import { z } from "zod";
import { json, recordOf } from "../../json-schemas";
import { storedValue } from "../../stored-value";
import { pauseReason } from "../../tool-pause";
import { simpleReason } from "./reason";

/** What a tool asks instead of giving a result, as its gate shows it (docs/engine.md, "Tools that ask"). */
export const pauseFacts = z.object({
  reason: pauseReason,
  options: z.array(z.string()).optional(),
  /** JSON Schema that the answer has to fit. */
  form: recordOf(json).optional(),
  details: storedValue.optional(),
  timeoutSeconds: z.int().optional(),
});
export type PauseFacts = z.infer<typeof pauseFacts>;

/** A tool call that asks a person. `shown` are its arguments, `earlier` what it gave before. */
export const callAsk = z.object({
  kind: z.enum(["tool_approval", "tool_input", "unknown_outcome"]),
  callId: z.string(),
  tool: z.string(),
  /** What the tool asks in its own words, else what the call would do. */
  prompt: z.string().optional(),
  summary: z.string().optional(),
  shown: storedValue,
  digest: z.string(),
  /** The tool's definition as its server showed it; absent of our own tools. */
  definition: z.string().optional(),
  /** The last event that was known when it was ruled that somebody is asked. */
  ruledAt: z.int().optional(),
  /** Names the equal calls of other runs of the family that were known then. */
  elsewhere: z.string().optional(),
  /** Why a person is asked; none where the tool itself asks. */
  reasons: z.array(simpleReason),
  earlier: z.object({ preview: z.string(), at: z.number() }).optional(),
  /** The obligations that the answer is to meet, by their ids: the gate has their terms. */
  obligations: z.array(z.string()).optional(),
  /** Present when the tool itself asks. */
  pause: pauseFacts.optional(),
});
export type CallAsk = z.infer<typeof callAsk>;
