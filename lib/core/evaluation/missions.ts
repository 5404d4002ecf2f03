import { z } from "zod";
import { json, jsonObject } from "../json-schemas";
import { APPROVAL_KINDS, GATE_VERBS } from "../run/gates/table";

const text = z.string().trim().min(1);

/** What somebody says at a gate. Each is said once, at the first gate that it fits, in this order. */
const saidAtGate = z.strictObject({
  at: z.enum(APPROVAL_KINDS),
  /** Words that the question or its task's title has to contain. */
  about: text.optional(),
  /** The name of a key; the local person where absent. */
  by: text.optional(),
  verb: z.enum(GATE_VERBS),
  comment: text.optional(),
  value: json.optional(),
  /** What fields of a form are filled with: those whose name or title contains one of the words. */
  fields: z.array(z.strictObject({ words: z.array(text).min(1), value: json })).optional(),
});
export type SaidAtGate = z.infer<typeof saidAtGate>;

/** A mission that is played to its end on the engine, and what has to be true then (docs/evaluation.md, "Missions"). */
export const missionItem = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/, "must be of lower-case letters, digits and dashes"),
  about: text,
  mission: text,
  plan: jsonObject.optional(),
  settings: jsonObject.default({}),
  /** Files beside the set. */
  attachments: z.array(text).default([]),
  /** A folder that the MCP server `files` reads and writes, by the path that the mission calls it. */
  folder: z.strictObject({ path: text, files: z.array(text) }).optional(),
  /** True where tools that make their results up are there. */
  simulatedTools: z.boolean().default(false),
  /** Keys whose people may be asked. */
  keys: z.array(z.strictObject({ name: text, roles: z.array(text).default([]) })).default([]),
  people: z.array(saidAtGate).default([]),
  /** Lisp over `data/result`, what the mission came to, and what it means that it holds. */
  ends: z.array(z.strictObject({ says: text, check: text })).min(1),
  /** Where more is needless: model calls, tokens of their requests, gates and replans. */
  most: z.strictObject({
    calls: z.int().min(1),
    inputTokens: z.int().min(1),
    gates: z.int().min(0),
    replans: z.int().min(0),
  }),
  /** What recorded answers are there: absent where none are. */
  recorded: z
    .strictObject({
      /** How the model wrote that gave them. */
      manner: z.enum(["frontier", "mid", "weak"]),
      /** What of the ends does not hold with them, of `most` what they pass, and why no prompt of today can change it. */
      untrue: z.array(text).default([]),
      needless: z.array(z.enum(["calls", "inputTokens", "gates", "replans"])).default([]),
      why: text.optional(),
    })
    .optional(),
});
