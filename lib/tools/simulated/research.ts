import { getOwn } from "@/lib/core/own";
import { simulatedTool, text, version } from "./shared";

type Finding = { finding: string; source: string };

/** What the library holds on each subject, in the pages in which it is given out. */
const LIBRARY: Record<string, Finding[][]> = {
  LangGraph: [
    [
      { finding: "A plan is a graph: nodes work, edges carry data between them", source: "LangGraph guide" },
      { finding: "Nodes whose inputs are there run at the same time", source: "LangGraph guide" },
      { finding: "Edges may branch on the state, so a run can turn back", source: "LangGraph how-to" },
      { finding: "A checkpoint is kept after every step, in PostgreSQL too", source: "Persistence notes" },
      { finding: "A run can stop for a person before a critical step", source: "Persistence notes" },
    ],
  ],
  "Plan-and-Execute": [
    [
      { finding: "A planner, an executor and a replanner are apart", source: "LangChain article" },
      { finding: "Steps are carried out one after the other", source: "LangChain article" },
      { finding: "The replanner sees goal, plan, results and the error", source: "Replanning notes" },
      { finding: "It replans on success too, to see whether work is left", source: "Replanning notes" },
      { finding: "A joiner decides whether to finish or to go on", source: "LLM compiler paper" },
    ],
  ],
  CrewAI: [
    [
      { finding: "A planning agent writes the steps before the crew starts", source: "CrewAI guide" },
      { finding: "Tasks go to agents that are specialized in them", source: "CrewAI guide" },
    ],
    [
      { finding: "Tasks marked as asynchronous run at the same time", source: "CrewAI task reference" },
      { finding: "A process is sequential, parallel or hierarchical", source: "CrewAI process reference" },
      { finding: "A manager hands work out in the hierarchical process", source: "CrewAI process reference" },
    ],
  ],
  AutoGPT: [
    [
      { finding: "It loops: think, plan, act, reflect, plan again", source: "AutoGPT article" },
      { finding: "It judges its own results before it goes on", source: "AutoGPT article" },
      { finding: "A stall starts a reflection on what went wrong", source: "Reflection notes" },
      { finding: "The strategy changes with what the reflection finds", source: "Reflection notes" },
      { finding: "Steps are not drawn up as a graph beforehand", source: "Survey of agent planning" },
    ],
  ],
};

export const searchLibrary = simulatedTool({
  name: "search_library",
  description:
    "Searches a library of articles on one subject and gives out a page of findings with their sources.",
  tags: ["research", "network"],
  sideEffects: "read",
  idempotent: true,
  input: { subject: text, page: { type: "integer", minimum: 1, maximum: 20 } },
  output: {
    subject: { type: "string" },
    page: { type: "integer" },
    pages: { type: "integer" },
    items: { type: "array" },
  },
  examples: [{ subject: "LangGraph", page: 1 }],
  summarize: ({ subject, page }) => `Search the library for ${subject}, page ${page}`,
  run({ subject, page }) {
    const pages = getOwn(LIBRARY, String(subject)) ?? [];
    const number = Number(page);
    return {
      subject: String(subject),
      page: number,
      pages: pages.length,
      items: pages[number - 1] ?? [],
    };
  },
});

export const publishReport = simulatedTool({
  name: "publish_report",
  description: "Publishes a version of a report where everyone in the company can read it.",
  tags: ["research"],
  sideEffects: "external",
  idempotent: false,
  input: {
    title: text,
    version,
    text: { type: "string", minLength: 1, maxLength: 20_000 },
  },
  output: { address: { type: "string" }, version: { type: "string" } },
  examples: [{ title: "Agent frameworks", version: "v1", text: "How they plan, and how they replan." }],
  summarize: ({ title, version }) => `Publish “${title}” ${version}`,
  run: ({ title, version }) => ({
    address: `reports/${String(title)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")}-${version}`,
    version: String(version),
  }),
});
