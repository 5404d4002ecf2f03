import { readBlock } from "@/lib/core/prompt-blocks";
import type { Script } from "./scripted-model";

/** Is a replanner asked which fields to change, before it is asked for a tail? */
export const isShortQuestion = (prompt: string): boolean => readBlock(prompt, "tasks") !== undefined;

/** A script whose replanner hands the short question over, so that it is asked for whole tails. */
export const writingTails =
  (script: Script): Script =>
  (request, context) =>
    request.role === "replanner" && isShortQuestion(request.prompt)
      ? '{"rewrite": "It takes other work."}'
      : script(request, context);
