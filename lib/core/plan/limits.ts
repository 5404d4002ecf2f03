/** The largest plan that is taken. */
export const PLAN_LIMITS = { maxTasks: 2_000, maxBytes: 1_048_576, maxReviewers: 10 };
