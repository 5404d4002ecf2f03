import { z } from "zod";
import { DECISIONS } from "../../plan/schema";
import { weakenedControl } from "../controls/terms/finding";
import { engineFault } from "./engine";
import { issueFacts, reason, simpleReason, titledChanges } from "./reason";
import { consensus } from "./reviews";

const refinedTask = z.object({ taskId: z.string(), title: z.string(), reason: z.string() });

/** The critic finds a plan too weak to run unseen. */
const weakness = z.object({
  summary: z.string(),
  minScore: z.number(),
  gravest: z.array(z.string()),
  notes: z.array(reason).optional(),
});

/** The first results that an answer would rest on, and how many more there are. */
const answerBasis = z.object({
  results: z.array(z.object({ taskId: z.string(), title: z.string(), preview: z.string() })),
  more: z.int(),
});
export type AnswerBasis = z.infer<typeof answerBasis>;

/** What the engine itself asks a person, as facts; `describe/questions` makes the sentences. */
export const question = z.discriminatedUnion("about", [
  z.object({
    about: z.literal("plan"),
    title: z.string(),
    tasks: z.int(),
    /** The version is in force already, and continues when it is approved. */
    version: z.int().optional(),
    weakness: weakness.optional(),
    /** Gates in it that nobody here can let pass: people choose who shall answer before it runs. */
    unpassable: z.array(issueFacts).min(1).optional(),
    /** Pieces of a model's text that could not be read: the plan is what is left without them. */
    unread: z.array(issueFacts).min(1).optional(),
  }),
  /** May this version take effect, although something in it stands behind less than this control. */
  z.object({
    about: z.literal("control"),
    version: z.int(),
    title: z.string(),
    weakened: weakenedControl,
    changes: titledChanges,
  }),
  /** May a model change like this what a person wrote or approved. */
  z.object({
    about: z.literal("plan_change"),
    version: z.int(),
    title: z.string(),
    /** Why a model wants it. */
    cause: reason,
    /** Tasks of the version in force that have ended, which stays. */
    ended: z.int(),
    tasks: z.int(),
    changes: titledChanges,
    weakness: weakness.optional(),
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
  /** May the run end with an answer that these controls have not let pass; absent of earlier gates: what it would rest on. */
  z.object({
    about: z.literal("answer"),
    controls: z.array(z.string()).min(1),
    restsOn: answerBasis.optional(),
  }),
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
    /** Whose call it is. */
    agent: z.string().optional(),
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
