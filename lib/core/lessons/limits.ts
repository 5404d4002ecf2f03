/** Lessons of one prompt, and their tokens together. */
export const DEFAULT_MAX_LESSONS = 5;
export const DEFAULT_MAX_LESSON_TOKENS = 600;
export const MAX_SHOWN_LESSONS = 20;
export const MAX_LESSON_TOKENS = 10_000;
/** Lessons that one run proposes. */
export const MAX_PROPOSED_LESSONS = 3;
