import { z } from "zod";
import { MARK_VERDICTS, MAX_MARK_NOTE_CHARS } from "../marks";

const MAX_ID_CHARS = 200;
const id = z.string().max(MAX_ID_CHARS);
const said = {
  runId: id,
  verdict: z.enum(MARK_VERDICTS),
  note: z.string().trim().max(MAX_MARK_NOTE_CHARS).default(""),
};

/** A mark on the run's final answer, or on the decision of one of its reviews. */
export const saveMarkInput = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("answer"), ...said }),
  z.strictObject({ kind: z.literal("decision"), taskId: id, ...said }),
]);
