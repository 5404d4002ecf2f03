import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { listIn, type PlanDraft, resultsIn, says, type TaskDraft, writePlan } from "../drafts";
import { agentBy, type ScenarioScript, type Script, type Scripts, taskIdOf } from "../script";
import { baseTaskId, placedResults, pluralize, quote, shorten } from "../text";
import type { Reply, Turn } from "../turn";
import { remainingPlan } from "./remaining-plan";
import { summarizeBy } from "./summary";

/** The plan of the research story, and the tail in which a report is written again as a person wants it. */

const TITLE = "How agent frameworks plan and replan";

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

const researchPlan: PlanDraft = {
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
      ...says("findings on [0-9]+ frameworks", "The findings are not counted"),
      input: "What each framework does, in its own line, with the number of its sources.",
      dependsOn: searches.map(({ id }) => id),
    },
    ...release(1),
  ],
};

const rewrittenTail = (version: number): PlanDraft => ({ ...researchPlan, tasks: release(version) });

/** Four searches at once, one fixed by a retry; a gate, a report, a person's release. */
export const research: ScenarioScript = {
  planner: (turn) => ({ text: writePlan(researchPlan, turn) }),
  agent: agentBy({
    ...Object.fromEntries(Object.keys(SUBJECTS).map((id) => [id, search])),
    ...({ write_report: write, publish_report: publish } satisfies Scripts),
  }),
  synthesis: playSynthesis,
  replanner: playReplanner,
  answer: playAnswer,
  summarizer: summarizeBy(playAnswer),
};

/** The first page at first; a retry sees why that was refused, and goes through all pages. */
function search(turn: Turn): Script {
  const subject = getOwn(SUBJECTS, baseTaskId(taskIdOf(turn))) ?? "";
  const diagnosis = turn.block("diagnosis");
  const page = (number: number) => ({ tool: "search_library", args: { subject, page: number } });
  return {
    opening:
      diagnosis === ""
        ? `I search the library for ${subject}.`
        : `The last attempt was refused: ${quote(diagnosis)}. This time I go through all pages.`,
    rounds: ([first]) => {
      const others = diagnosis === "" ? [] : pagesAfterFirst(first).map(page);
      return others.length === 0 ? [[page(1)]] : [[page(1)], others];
    },
    result: (pages) => JSON.stringify({ subject, items: pages.flatMap(({ items }) => listOf(items)) }),
  };
}

function pagesAfterFirst(first: JsonObject | undefined): number[] {
  return Array.from({ length: Math.max(0, Number(first?.pages ?? 1) - 1) }, (_, n) => n + 2);
}

function write(turn: Turn): Script {
  const [findings = ""] = placedResults(turn.block("input"));
  const wish = /Take into account: (.+)/.exec(turn.block("details"))?.[1];
  const revised = wish === undefined ? [] : [`Written again, as a person asked: ${wish}`];
  return {
    opening: "",
    rounds: () => [],
    result: () => [TITLE, findings, ...revised].join("\n\n"),
  };
}

function publish(turn: Turn): Script {
  const input = turn.block("input");
  const [text = ""] = placedResults(input);
  const version = /version (v\d+)/.exec(input)?.[1] ?? "v1";
  return {
    opening: `I publish it as ${version}.`,
    rounds: () => [[{ tool: "publish_report", args: { title: TITLE, version, text } }]],
    result: ([out = {}]) => `Published ${quote(TITLE)} ${out.version} at ${out.address}.`,
  };
}

/** One line a framework, and how much it rests on. */
function playSynthesis(turn: Turn): Reply | undefined {
  const found = listIn(turn, "results").map(({ value }) => (isJsonObject(value) ? value : {}));
  const lines = found.flatMap(({ subject, items }) => {
    const findings = listOf(items);
    if (subject === undefined || findings.length === 0) return [];
    const sources = new Set(findings.map(({ source }) => source)).size;
    const said = findings.map(({ finding }) => shorten(String(finding), 120)).join(". ");
    return `- ${subject}: ${said}. (${pluralize(sources, "source")})`;
  });
  if (lines.length === 0) return;
  const total = found.reduce((sum, { items }) => sum + listOf(items).length, 0);
  return { text: [`${total} findings on ${lines.length} frameworks:`, ...lines].join("\n") };
}

/** A report that is there and was not released is written again; before that the plan continues where it stands. */
function playReplanner(turn: Turn): Reply {
  const reports = listIn(turn, "completed").filter(({ id }) => baseTaskId(String(id)) === "write_report");
  const story = reports.length === 0 ? researchPlan : rewrittenTail(reports.length + 1);
  return { text: writePlan(remainingPlan(turn, story), turn) };
}

function playAnswer(turn: Turn): Reply | undefined {
  const results = resultsIn(turn).filter(({ status }) => status === "succeeded");
  const reported = (stem: string) =>
    results.filter(({ id }) => baseTaskId(id) === stem).map(({ text }) => text);
  const published = reported("publish_report").at(-1);
  const combined = reported("combine_findings").at(-1);
  if (published === undefined || combined === undefined) return;
  const note = turn.block("note");
  return { text: [published, combined, ...(note === "" ? [] : [note])].join("\n\n") };
}

function listOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** From the report to its publication; `version` tells a later one from the first. */
function release(version: number): TaskDraft[] {
  const id = (stem: string): string => (version === 1 ? stem : `${stem}_v${version}`);
  const old = (stem: string) =>
    version === 1 ? {} : { replaces: version === 2 ? stem : `${stem}_v${version - 1}` };
  return [
    {
      id: id("write_report"),
      title: version === 1 ? "Write the report" : "Write the report again",
      ...says("findings on [0-9]+ frameworks", "The report does not say what it rests on"),
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
      gate: { prompt: "The report is written. May everyone in the company read it as it stands?" },
    },
    {
      id: id("publish_report"),
      ...old("publish_report"),
      title: "Publish the report",
      ...says("Published", "The result does not say where the report can be read"),
      agent: "publisher",
      input: `Publish this as version v${version}, word for word: {{results.${id("release_report")}}}`,
      dependsOn: [id("release_report")],
    },
  ];
}
