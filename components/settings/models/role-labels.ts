type RoleLabel = { name: string; description: string };

/** What each role does, for whoever chooses its model. */
export const ROLE_LABELS: Readonly<Record<string, RoleLabel>> = {
  default: { name: "All others", description: "Serves every role that has no model of its own." },
  planner: {
    name: "Planner",
    description: "Makes a plan of tasks from the mission. A strong model pays here.",
  },
  critic: { name: "Critic", description: "Looks for what is wrong with a plan that no rule can see." },
  quality_gate: {
    name: "Quality gate",
    description: "Asks before a task whether the data it needs is there.",
  },
  agent: {
    name: "Agents",
    description: "Do the tasks, turn by turn, with tools. Most of the cost is theirs.",
  },
  verification: { name: "Verification", description: "Judges whether a result satisfies its criteria." },
  synthesis: { name: "Synthesis", description: "Brings the results of several tasks together into one." },
  reviewer: {
    name: "Reviewer",
    description: "Decides at checkpoints whether to go on, replan, complete or stop.",
  },
  replanner: { name: "Replanner", description: "Writes what is left of a plan anew when it no longer fits." },
  summarizer: {
    name: "Summarizer",
    description: "Writes the answer of a mission and says what is missing in it.",
  },
  answer: { name: "Answer", description: "Writes the answer where no summarizer does." },
  critique: { name: "Critique of answers", description: "Scores an answer where reflection is on." },
  revision: { name: "Revision of answers", description: "Writes an answer anew by its critique." },
  trajectory_summarizer: {
    name: "Memory",
    description: "Sums up an agent’s first steps when they grow too long.",
  },
  detailer: { name: "Details", description: "Writes what a task needs to know just before it starts." },
};

/** What a role is called and does; one without words by its own name. */
export function roleLabel(role: string): RoleLabel {
  return Object.hasOwn(ROLE_LABELS, role)
    ? (ROLE_LABELS[role] as RoleLabel)
    : { name: role, description: "" };
}
