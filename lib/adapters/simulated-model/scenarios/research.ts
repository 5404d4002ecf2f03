import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { listIn, writePlan } from "../drafts";
import { agentBy, type Script, type Scripts, taskIdOf } from "../script";
import type { Reply, Turn } from "../turn";
import { baseTaskId, placedResults, pluralize, quote, shorten } from "../words";
import { researchPlan, rewrittenTail, SUBJECTS, TITLE } from "./research-plan";
import type { ScenarioScript } from "./scenario";
import { summarizeBy } from "./summary";
import { remainingPlan } from "./take-up";

/** Four searches at once, one mended by a retry; a gate, a report, a person's release. */
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

/** The first page at first; a retry is told why that was refused, and goes through all pages. */
function search(turn: Turn): Script {
  const subject = SUBJECTS[baseTaskId(taskIdOf(turn))] ?? "";
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

/** A report that is there and was not released is written again; before that the plan goes on where it stands. */
function playReplanner(turn: Turn): Reply {
  const reports = listIn(turn, "completed").filter(({ id }) => baseTaskId(String(id)) === "write_report");
  const story = reports.length === 0 ? researchPlan : rewrittenTail(reports.length + 1);
  return { text: writePlan(remainingPlan(turn, story), turn) };
}

function playAnswer(turn: Turn): Reply | undefined {
  const results = listIn(turn, "results").filter(({ status }) => status === "succeeded");
  const told = (stem: string) =>
    results.filter(({ id }) => baseTaskId(String(id)) === stem).map(({ preview }) => String(preview));
  const published = told("publish_report").at(-1);
  const combined = told("combine_findings").at(-1);
  if (published === undefined || combined === undefined) return;
  const note = turn.block("note");
  return { text: [published, combined, ...(note === "" ? [] : [note])].join("\n\n") };
}

function listOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
