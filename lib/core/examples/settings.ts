import { z } from "zod";
import {
  DEFAULT_MAX_EXAMPLE_TOKENS,
  DEFAULT_MAX_EXAMPLES,
  MAX_EXAMPLE_TOKENS,
  MAX_SHOWN_EXAMPLES,
} from "./limits";

const when = { "examples/use": [true] };

/** Whether planner and agents are shown examples, and how much of a prompt they take (docs/examples.md). */
export const exampleSettings = z.strictObject({
  use: z
    .boolean()
    .default(false)
    .meta({
      title: "Use examples",
      description:
        "Examples of the library that fit are shown to the planner and to agents that have their tools.",
      look: { as: "switch" },
    }),
  max: z.int().min(0).max(MAX_SHOWN_EXAMPLES).default(DEFAULT_MAX_EXAMPLES).meta({
    title: "Maximum examples",
    description: "In one prompt.",
    look: { when },
  }),
  maxTokens: z.int().min(1).max(MAX_EXAMPLE_TOKENS).default(DEFAULT_MAX_EXAMPLE_TOKENS).meta({
    title: "Maximum example tokens",
    description: "Total per prompt.",
    look: { when },
  }),
});
