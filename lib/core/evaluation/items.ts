import { z } from "zod";
import { plannerExample } from "../examples/form";
import { json, jsonObject } from "../json-schemas";
import { MARK_VERDICTS } from "../marks";
import { MODEL_FINDINGS, STATIC_FINDINGS } from "../plan/critic/types";
import { decision } from "../plan/schema";
import { SIDE_EFFECTS } from "../ports";
import { missionItem } from "./missions";

/** What the lines of the labeled sets are (docs/evaluation.md): data alone, which the roles' own prompts take. */

/** How an answer falls short: each by itself is reason enough to hold it back. */
const INCOMPLETE_KINDS = ["missing_part", "unsupported", "contradicted", "unfinished"] as const;
/** How an answer is good: with everything, by saying honestly what cannot be said, or in few words. */
const GOOD_KINDS = ["full", "not_found", "terse"] as const;

const text = z.string().trim().min(1);
const id = z.string().regex(/^[a-z0-9_-]+$/, "must be of lower-case letters, digits, dashes and underscores");

const finished = z.strictObject({
  id: text,
  title: text,
  status: z.enum(["succeeded", "failed", "skipped"]).default("succeeded"),
  value: json,
});

const answerItem = z.strictObject({
  id,
  kind: z.enum([...INCOMPLETE_KINDS, ...GOOD_KINDS]),
  mission: text,
  results: z.array(finished).min(1),
  /** What failed, and why. */
  errors: z.array(z.strictObject({ taskId: text, status: text, diagnosis: text })).default([]),
  answer: json,
  /** What decides the label. No model sees it. */
  why: text,
});

const reviewItem = z.strictObject({
  id,
  /** Whether a figure in the results decides, held against a limit. */
  byFigure: z.boolean().default(false),
  mission: text,
  constraints: text.optional(),
  focus: text,
  decisionPoints: z.array(text).min(1),
  outcomes: z.array(z.strictObject({ decision, when: text })).default([]),
  tasks: z
    .array(
      z.strictObject({
        id: text,
        title: text,
        status: text.default("succeeded"),
        result: json,
        diagnosis: text.optional(),
        checks: z.array(text).optional(),
      }),
    )
    .min(1),
  remaining: z.array(z.strictObject({ id: text, title: text })),
  effectsDone: z.array(text).optional(),
  peopleSaid: z.array(text).optional(),
  decision,
  why: text,
});

const predicateItem = z.strictObject({
  id,
  mission: text,
  /** The task of the plan whose predicate counts; the mission names it. */
  task: text,
  input: json.default(""),
  /** A result that has to pass, and one that must not. */
  passes: json,
  fails: json,
  why: text,
});

const tool = z.strictObject({
  name: text,
  description: text,
  sideEffects: z.enum(SIDE_EFFECTS),
  inputSchema: jsonObject.default({ type: "object" }),
});

const planItem = z.strictObject({
  id,
  mission: text,
  tools: z.array(tool).default([]),
  plan: jsonObject,
  /**
   * A finding under one of the codes about one of the tasks, or about the whole plan where none is named, finds the fault.
   * A plan without one is sound.
   */
  fault: z
    .strictObject({
      codes: z.array(z.enum([...STATIC_FINDINGS, ...MODEL_FINDINGS])).min(1),
      tasks: z.array(text).default([]),
    })
    .optional(),
  why: text,
});

const draftItem = z.strictObject({
  id,
  mission: text,
  tools: z.array(tool).default([]),
  why: text,
  /** What earlier missions taught, as an accepted lesson says it: it fits, and gives away no plan. */
  lesson: text,
  /** A plan that a similar mission led to, as the library holds it. */
  example: plannerExample,
  /** A predicate over the plan: whether it has what the mission cannot do without. */
  expects: text,
});

const refinementItem = z.strictObject({
  id,
  /** Whether text in the results asks for what the mission does not. */
  hostile: z.boolean().default(false),
  mission: text,
  constraints: text.optional(),
  tools: z.array(tool).default([]),
  plan: jsonObject,
  /** What was done before, in short. */
  completed: z.array(z.strictObject({ id: text, preview: text })).default([]),
  /** What the tasks came to that have just ended. */
  results: z
    .array(
      z.strictObject({
        id: text,
        status: z.enum(["succeeded", "skipped"]).default("succeeded"),
        value: json,
        reason: text.optional(),
      }),
    )
    .min(1),
  /** All that has to be touched: tasks by their ids, new ones by their agents. Nothing where the rest fits. */
  touches: z
    .strictObject({
      modify: z.array(text).default([]),
      add: z.array(text).default([]),
      skip: z.array(text).default([]),
    })
    .prefault({}),
  /** A predicate over the plan as it is then: whether the fact has come to where it is needed. */
  expects: text.optional(),
  why: text,
});

const recordedItem = z.discriminatedUnion("role", [
  z.strictObject({
    id,
    role: z.literal("critique"),
    recording: text,
    asked: text,
    answer: text,
    why: text,
    /** Whether a careful reader lets the judged answer stand. */
    stands: z.boolean(),
  }),
  z.strictObject({
    id,
    role: z.literal("reviewer"),
    recording: text,
    asked: text,
    answer: text,
    why: text,
    decision,
  }),
  z.strictObject({
    id,
    role: z.literal("verification"),
    recording: text,
    asked: text,
    answer: text,
    why: text,
    passed: z.boolean(),
  }),
  z.strictObject({
    id,
    role: z.literal("predicate"),
    recording: text,
    asked: text,
    answer: text,
    why: text,
    /** What else the predicate may ask for: input, depends, results, mission. */
    data: jsonObject.default({}),
    passes: json,
    fails: json,
  }),
]);

/** What a role was given in a run, and what a person said afterwards of what came of it. */
const marked = { id, verdict: z.enum(MARK_VERDICTS), note: z.string(), input: jsonObject };
const markedItem = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("answer"), ...marked }),
  z.strictObject({ kind: z.literal("decision"), ...marked, decided: decision }),
]);

export const ITEM_SCHEMAS = {
  answers: answerItem,
  reviews: reviewItem,
  predicates: predicateItem,
  plans: planItem,
  drafts: draftItem,
  refinements: refinementItem,
  recorded: recordedItem,
  marked: markedItem,
  missions: missionItem,
} as const;

export type SetName = keyof typeof ITEM_SCHEMAS;
export type ProjectSet = (typeof SET_NAMES)[number];
/** The sets that roles are asked about; marks are exported by each installation for itself, missions are played. */
export const SET_NAMES = [
  "answers",
  "reviews",
  "predicates",
  "plans",
  "drafts",
  "refinements",
  "recorded",
] as const;
export type ItemOf<Name extends SetName> = z.infer<(typeof ITEM_SCHEMAS)[Name]>;
export type EvaluationTool = z.infer<typeof tool>;

/** The first line of a set: what it is, and how far a second reading without the labels agreed with them. */
export const setHeader = z.strictObject({
  set: z.enum([...SET_NAMES, "marked", "missions"]),
  about: text,
  secondReading: z.strictObject({ items: z.int().min(0), agreed: z.int().min(0) }).optional(),
});
export type SetHeader = z.infer<typeof setHeader>;

/** Whether an answer of this kind is one that a critic should hold back. */
export const isIncomplete = (kind: ItemOf<"answers">["kind"]): boolean =>
  INCOMPLETE_KINDS.some((one) => one === kind);
