import { z } from "zod";
import { EXAMPLE_KINDS } from "../examples/words";
import { json } from "../json-schemas";
import { inAddress, ordinal, pageLimit } from "./bounds";
import { MAX_IMPORT_CHARS } from "./limits";

export const exampleId = z.string().min(1).max(100);
/** The version that was read: with a newer one now, nothing is changed. */
const expectedVersion = ordinal;
/** Read by the rules of examples, which say what is wrong with it (docs/examples.md). */
const example = json;

const kind = z.enum(EXAMPLE_KINDS);

export const listExamplesInput = z.strictObject({
  kind: kind.optional(),
  status: z.enum(["on", "off"]).optional(),
  /** A run: those that its prompts carried. */
  shownTo: z.string().min(1).max(200).optional(),
  cursor: z.string().max(500).optional(),
  limit: pageLimit,
});

export const exportExamplesInput = z.strictObject({ kind: kind.optional(), exampleId: exampleId.optional() });

/** A finished run, or an ended attempt in it, as an example. */
export const draftExampleInput = z
  .strictObject({
    runId: z.string().min(1).max(200),
    taskId: z.string().min(1).max(200).optional(),
    attempt: inAddress(ordinal).optional(),
  })
  .refine(({ taskId, attempt }) => (taskId === undefined) === (attempt === undefined), {
    error: "Name the task and the attempt, or neither.",
  });
export type DraftExampleInput = z.input<typeof draftExampleInput>;

export const createExampleInput = z.strictObject({
  example,
  /** What it is promoted from; without it a person wrote it. */
  from: draftExampleInput.optional(),
});

export const editExampleInput = z.strictObject({ exampleId, expectedVersion, example });

export const switchExampleInput = z.strictObject({ exampleId, expectedVersion, enabled: z.boolean() });

/** `content`: the text of a file, as `export` writes it. */
export const importExamplesInput = z.strictObject({
  content: z.string().min(1, "Paste or choose a file with examples.").max(MAX_IMPORT_CHARS),
});
