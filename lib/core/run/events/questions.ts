import { z } from "zod";
import { DECISIONS } from "../../plan/schema";
import { weakenedControl } from "../controls/finding";
import { engineFault } from "./engine";
import { reason, simpleReason } from "./reason";
import { consensus } from "./reviews";

const refinedTask = z.object({ taskId: z.string(), title: z.string(), reason: z.string() });

/** What the engine itself asks a person, as facts; `describe/questions` makes the sentences. */
export const question = z.discriminatedUnion("about", [
  z.object({
    about: z.literal("plan"),
    title: z.string(),
    tasks: z.int(),
    /** The version is in force already, and continues when it is approved. */
    version: z.int().optional(),
    /** The critic finds it too weak to run unseen. */
    weakness: z
      .object({
        summary: z.string(),
        minScore: z.number(),
        gravest: z.array(z.string()),
        notes: z.array(reason).optional(),
      })
      .optional(),
  }),
  /** May this version take effect, although something in it stands behind less than this control. */
  z.object({
    about: z.literal("control"),
    version: z.int(),
    title: z.string(),
    weakened: weakenedControl,
    /** What the version adds, drops and changes, by title. */
    changes: z.object({
      added: z.array(z.string()),
      changed: z.array(z.string()),
      removed: z.array(z.string()),
    }),
  }),
  /** May the rest of the plan be changed like this, now that more is known. */
  z.object({
    about: z.literal("refinement"),
    number: z.int(),
    summary: z.string(),
    modified: z.array(refinedTask),
    added: z.array(refinedTask),
    skipped: z.array(refinedTask),
  }),
  /** May the run end with an answer that these controls have not let pass. */
  z.object({ about: z.literal("answer"), controls: z.array(z.string()).min(1) }),
  z.object({
    about: z.literal("review"),
    title: z.string(),
    decision: z.enum(DECISIONS).optional(),
    reasoning: z.string().optional(),
    /** Why no decision could be read. */
    problem: simpleReason.optional(),
    consensus: consensus.optional(),
  }),
  /** A call, in its tool's own words, and why a person is asked. */
  z.object({
    about: z.literal("call"),
    tool: z.string(),
    summary: z.string(),
    reasons: z.array(simpleReason),
  }),
  /** Its limit is the gate's subject; `replan`: why another replan is wanted. */
  z.object({ about: z.literal("limit"), replan: reason.optional() }),
  z.object({ about: z.literal("replan"), number: z.int(), reason }),
  /** What failed is the gate's subject. */
  z.object({ about: z.literal("model") }),
  z.object({ about: z.literal("fault"), fault: engineFault }),
]);
export type Question = z.infer<typeof question>;
