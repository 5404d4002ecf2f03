import { z } from "zod";
import { EXAMPLE_KINDS } from "../../examples/words";

/** A version of an example of the library: what it says does not change any more. */
const exampleRef = z.object({ id: z.string(), version: z.int().min(1) });
export type ExampleRef = z.infer<typeof exampleRef>;

export const exampleEvents = {
  /**
   * What the prompts of a piece of work carry, said before the model is asked. `key` is that of its effect, `own` how
   * many examples of its plan stand before those of the library.
   */
  examples_shown: z.object({
    key: z.string(),
    role: z.enum(EXAMPLE_KINDS),
    own: z.int().min(1).optional(),
    examples: z.array(exampleRef),
  }),
} as const;
