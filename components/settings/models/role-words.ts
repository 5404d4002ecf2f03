type RoleWords = { name: string; does: string };

/** What each role does, for whoever chooses its model. */
export const ROLE_WORDS: Readonly<Record<string, RoleWords>> = {
  default: { name: "All others", does: "Serves every role that has no model of its own." },
  planner: { name: "Planner", does: "Makes a plan of tasks from the mission. A strong model pays here." },
  critic: { name: "Critic", does: "Looks for what is wrong with a plan that no rule can see." },
  quality_gate: { name: "Quality gate", does: "Asks before a task whether the data it needs is there." },
  agent: { name: "Agents", does: "Do the tasks, turn by turn, with tools. Most of the cost is theirs." },
  verification: { name: "Verification", does: "Judges whether a result satisfies its criteria." },
  synthesis: { name: "Synthesis", does: "Brings the results of several tasks together into one." },
  reviewer: { name: "Reviewer", does: "Decides at checkpoints whether to go on, replan, complete or stop." },
  replanner: { name: "Replanner", does: "Writes what is left of a plan anew when it no longer fits." },
  summarizer: { name: "Summarizer", does: "Writes the answer of a mission and says what is missing in it." },
  answer: { name: "Answer", does: "Writes the answer where no summarizer does." },
  critique: { name: "Critique of answers", does: "Scores an answer where reflection is on." },
  revision: { name: "Revision of answers", does: "Writes an answer anew by its critique." },
  trajectory_summarizer: { name: "Memory", does: "Sums up an agent’s first steps when they grow too long." },
  detailer: { name: "Details", does: "Writes what a task needs to know just before it starts." },
};

/** What a role is called and does; one without words by its own name. */
export function roleWords(role: string): RoleWords {
  return Object.hasOwn(ROLE_WORDS, role) ? (ROLE_WORDS[role] as RoleWords) : { name: role, does: "" };
}
