/** Examples of one prompt, and their tokens together. */
export const DEFAULT_MAX_EXAMPLES = 3;
export const DEFAULT_MAX_EXAMPLE_TOKENS = 1_500;
export const MAX_SHOWN_EXAMPLES = 5;
export const MAX_EXAMPLE_TOKENS = 10_000;

/** Actions and observations of one example together. */
export const MAX_EXAMPLE_STEPS = 20;
export const MAX_EXAMPLE_BYTES = 32_768;
/** Examples of one file. */
export const MAX_EXAMPLES_PER_FILE = 1_000;
