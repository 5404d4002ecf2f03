/** Whom an example is for: an agent at its task, or the planner. */
export const EXAMPLE_KINDS = ["agent", "planner"] as const;
export type ExampleKind = (typeof EXAMPLE_KINDS)[number];

/** How the work of an agent's example ended. */
export const EXAMPLE_OUTCOMES = ["answer_complete", "no_path", "budget_exhausted"] as const;
export type ExampleOutcome = (typeof EXAMPLE_OUTCOMES)[number];

/** Where an example comes from: promoted from a run, brought by an import, or written by a person. */
export const EXAMPLE_SOURCES = ["run", "import", "person"] as const;
export type ExampleSource = (typeof EXAMPLE_SOURCES)[number];
