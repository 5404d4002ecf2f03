import { z } from "zod";
import {
  DEFAULT_MAX_EXAMPLE_TOKENS,
  DEFAULT_MAX_EXAMPLES,
  MAX_EXAMPLE_TOKENS,
  MAX_SHOWN_EXAMPLES,
} from "./limits";

/** Whether planner and agents are shown examples, and how much of a prompt they take (docs/examples.md). */
export const exampleSettings = z.strictObject({
  use: z.boolean().default(false),
  max: z.int().min(0).max(MAX_SHOWN_EXAMPLES).default(DEFAULT_MAX_EXAMPLES),
  maxTokens: z.int().min(1).max(MAX_EXAMPLE_TOKENS).default(DEFAULT_MAX_EXAMPLE_TOKENS),
});
