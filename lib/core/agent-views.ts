/** An agent by name, as the plans of the last runs had it: the name is theirs, and may stand for different agents. */
export type AgentUse = {
  name: string;
  /** A plan describes it; otherwise it is one that every plan has. */
  declared: boolean;
  /** What the last plan that describes it says; null where none does. */
  prompt: string | null;
  /** All that any of the plans gives it. */
  tools: string[];
  /** Tasks that it began, and what they came to. */
  tasks: number;
  succeeded: number;
  failed: number;
  runs: number;
  /** The last run whose plan describes it; null where none does. */
  declaredIn: string | null;
  lastRuns: { runId: string; mission: string }[];
  lastAt: number;
};
