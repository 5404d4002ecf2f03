import type { PlanDraft, TaskDraft } from "../drafts";

/** The plan of the research story, and the tail in which a report is written again as a person wants it. */

export const TITLE = "How agent frameworks plan and replan";

/** What is looked into, by the id of the task that does it. */
export const SUBJECTS: Record<string, string> = {
  research_langgraph: "LangGraph",
  research_plan_execute: "Plan-and-Execute",
  research_crewai: "CrewAI",
  research_autogpt: "AutoGPT",
};

const ENOUGH =
  '(let [n (count (get data/result "items"))] (or (>= n 5) (str "Expected 5+ findings, got " n)))';

const searches = Object.entries(SUBJECTS).map(
  ([id, subject]): TaskDraft => ({
    id,
    title: subject,
    agent: "researcher",
    input: `Find out how ${subject} plans, what it runs side by side, and when it replans. Answer with JSON alone: subject and items, each with its finding and its source.`,
    onFailure: "retry",
    outputSchema: "{subject :string, items [{finding :string, source :string}]}",
    verification: ENOUGH,
    onVerificationFailure: "retry",
  }),
);

/** From the report to its publication; `version` tells a later one from the first. */
function release(version: number): TaskDraft[] {
  const id = (stem: string): string => (version === 1 ? stem : `${stem}_v${version}`);
  const old = (stem: string) =>
    version === 1 ? {} : { replaces: version === 2 ? stem : `${stem}_v${version - 1}` };
  return [
    {
      id: id("write_report"),
      title: version === 1 ? "Write the report" : "Write the report again",
      agent: "writer",
      input: "Write a comparison that a busy reader can use, from: {{results.combine_findings}}",
      dependsOn: ["combine_findings"],
    },
    {
      id: id("release_report"),
      ...old("release_report"),
      title: "Release of the report",
      type: "human_review",
      input: `{{results.${id("write_report")}}}`,
      dependsOn: [id("write_report")],
      gate: { prompt: "The report is written. May everybody in the company read it as it stands?" },
    },
    {
      id: id("publish_report"),
      ...old("publish_report"),
      title: "Publish the report",
      agent: "publisher",
      input: `Publish this as version v${version}, word for word: {{results.${id("release_report")}}}`,
      dependsOn: [id("release_report")],
    },
  ];
}

export const researchPlan: PlanDraft = {
  title: "Comparison of agent frameworks",
  agents: {
    researcher: {
      prompt: "You look subjects up and report findings with their sources. You add nothing of your own.",
      tools: ["search_library"],
    },
    writer: { prompt: "You write short comparisons. Every statement rests on a finding.", tools: [] },
    publisher: {
      prompt: "You publish what was released, word for word, and report where it can be read.",
      tools: ["publish_report"],
    },
  },
  tasks: [
    ...searches,
    {
      id: "combine_findings",
      title: "Combine the findings",
      type: "synthesis_gate",
      input: "What each framework does, in its own line, with the number of its sources.",
      dependsOn: searches.map(({ id }) => id),
    },
    ...release(1),
  ],
};

export const rewrittenTail = (version: number): PlanDraft => ({ ...researchPlan, tasks: release(version) });
