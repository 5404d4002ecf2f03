import { getOwn } from "@/lib/core/own";

type RoleLabel = { name: string; description: string };

/** What each role does, for the one who chooses its model. */
export const ROLE_LABELS: Readonly<Record<string, RoleLabel>> = {
  default: { name: "Default", description: "Used for every role without its own model." },
  planner: {
    name: "Planner",
    description: "Turns the mission into a plan. A strong model pays off here.",
  },
  critic: { name: "Critic", description: "Finds problems in a plan that rules miss." },
  quality_gate: {
    name: "Quality gate",
    description: "Checks that the data a task needs is available.",
  },
  agent: {
    name: "Agents",
    description: "Carry out tasks step by step with tools. They account for most of the cost.",
  },
  verification: { name: "Verification", description: "Judges whether a result satisfies its criteria." },
  synthesis: { name: "Synthesis", description: "Combines the results of several tasks." },
  reviewer: {
    name: "Reviewer",
    description: "Decides at checkpoints whether to continue, replan, complete or abort.",
  },
  replanner: { name: "Replanner", description: "Rewrites the rest of a plan when it no longer fits." },
  refiner: {
    name: "Refiner",
    description: "Adapts tasks that have not started to the results of others.",
  },
  summarizer: {
    name: "Summarizer",
    description: "Writes the answer and identifies what is missing.",
  },
  answer: { name: "Answer", description: "Writes the answer when the summarizer is off." },
  critique: { name: "Answer critique", description: "Scores answers when reflection is on." },
  revision: { name: "Answer revision", description: "Rewrites an answer based on its critique." },
  trajectory_summarizer: {
    name: "Memory",
    description: "Summarizes an agent’s early steps when the trajectory grows too long.",
  },
  self_critic: {
    name: "Self-critique",
    description: "Says what was done badly before the answer is written.",
  },
  retrospective: { name: "Retrospective", description: "Writes the retrospective after a run." },
  reasoner: { name: "Reasoning", description: "Says what is expected of a task before its result is known." },
  explain: { name: "Explain", description: "Answers questions that people ask about a plan." },
  detailer: { name: "Details", description: "Writes task details just before the task starts." },
};

/** What a role is called and does; one without words by its own name. */
export function roleLabel(role: string): RoleLabel {
  return getOwn(ROLE_LABELS, role) ?? { name: role, description: "" };
}
