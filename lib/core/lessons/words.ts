/** A lesson is proposed, reaches prompts once it is accepted, and never again after it is revoked (docs/lessons.md). */
export const LESSON_STATUSES = ["proposed", "accepted", "revoked"] as const;
export type LessonStatus = (typeof LESSON_STATUSES)[number];

/** What a lesson was learned from. */
export const LESSON_SOURCES = ["retrospect", "self_critique", "override", "replan", "person"] as const;
export type LessonSource = (typeof LESSON_SOURCES)[number];

/** The roles whose prompts lessons reach. */
export const LESSON_ROLES = ["planner", "replanner", "reviewer"] as const;
export type LessonRole = (typeof LESSON_ROLES)[number];
