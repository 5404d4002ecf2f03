import { byteLength } from "../bytes";
import { formatCount, formatDuration } from "../describe/amounts";
import { formatSpending } from "../describe/costs/lines";
import { formatProgress } from "../describe/costs/totals";
import { headline } from "../describe/gates/headline";
import { runStatusDisplay } from "../describe/looks/run";
import { outsideLines, reviewWarningLine } from "../describe/outside";
import type { Json } from "../json";
import type { PlanLayout } from "../layout/plan-layout";
import { statusOf } from "../run/effects/status-of";
import type { RunEvent } from "../run/events";
import type { OutsideCalls } from "../run/outside-calls";
import { endOf, isOver } from "../run/retrospects";
import { foundMistakes, reviewWarnings } from "../run/review-warnings";
import { beganAt } from "../run/selectors";
import { simulatedToolsOf } from "../run/simulated";
import type { RunState } from "../run/state";
import { cutText } from "../text";
import type { RunCosts } from "../views";
import { graphPicture } from "./graph-picture";
import { leftOut } from "./limits";
import { type Markup, markup } from "./markup";
import {
  type Cuts,
  costParts,
  decisionItems,
  logItems,
  momentText,
  type ReportDecision,
  resultItems,
  taskRows,
  valueBox,
} from "./parts";
import { PAGE_STYLE } from "./style";
import { timelinePicture } from "./timeline-picture";

/** What a report is written from; `events` are the last ones, all of them unless there are very many. */
export type ReportSource = {
  state: RunState;
  events: readonly RunEvent[];
  layout: Pick<PlanLayout, "nodes" | "edges">;
  decisions: readonly ReportDecision[];
  costs: RunCosts;
  /** Null while there is none, and while people hold it back. */
  answer: Json;
  results: Readonly<Record<string, Json>>;
  outside: OutsideCalls;
  exported: { at: number; by: string };
};

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** A run without a title of its own has its mission as one. */
const MAX_TITLE_CHARS = 300;

/** What gives way where all of it is too large, in this order, each from its start. */
const LISTS = ["log", "results", "decisions", "timeline", "graph", "tasks"] as const;
type ListName = (typeof LISTS)[number];
type Lists = Record<ListName, readonly Markup[]>;

const LOST_WORDS: Record<ListName, (count: number) => string> = {
  log: (count) => `The oldest ${formatCount(count)} log lines.`,
  results: (count) => `The results of the first ${formatCount(count)} tasks.`,
  decisions: (count) => `The oldest ${formatCount(count)} decisions.`,
  timeline: () => "The timeline.",
  graph: () => "The graph.",
  tasks: (count) => `The first ${formatCount(count)} rows of the task table.`,
};

/**
 * A run as one HTML file for people without access: graph, timeline, log, decisions and costs, without scripts, links or
 * anything from elsewhere. What looks like a secret is hidden; values and the file have limits, and what they cut is listed.
 */
export function runReport(source: ReportSource, maxBytes?: number): string {
  const cuts: Cuts = [];
  const { state, events } = source;
  const answer = source.answer === null ? undefined : valueBox("Answer", source.answer, cuts);
  const mission = valueBox("Mission", state.mission, cuts);
  const title = shortTitle(state.planTitle || state.mission, cuts);
  const lists: Lists = {
    decisions: decisionItems(state, source.decisions, cuts),
    results: resultItems(state, source.results, cuts),
    log: logItems(state, events, cuts),
    timeline: [timelinePicture(state, events)],
    graph: source.layout.nodes.length > 0 ? [graphPicture(state, source.layout)] : [],
    tasks: taskRows(state),
  };
  const unread = (events[0]?.seq ?? 1) - 1;
  if (unread > 0)
    cuts.push(`Events 1 to ${formatCount(unread)} were not read: log and timeline begin after them.`);
  const empty: Lists = { decisions: [], results: [], log: [], timeline: [], graph: [], tasks: [] };
  const fixedBytes = byteLength(page({ source, title, answer, mission, cuts, lists: empty }));
  const lost = leftOut(
    LISTS.map((name) => lists[name]),
    fixedBytes,
    maxBytes,
  );
  const kept = { ...lists };
  for (const [index, name] of LISTS.entries()) {
    const count = lost[index] ?? 0;
    if (count === 0) continue;
    kept[name] = lists[name].slice(count);
    cuts.push(`${LOST_WORDS[name](count)} The file would have been too large.`);
  }
  return page({ source, title, answer, mission, cuts, lists: kept });
}

type PageParts = {
  source: ReportSource;
  title: string;
  answer: Markup | undefined;
  mission: Markup;
  cuts: Cuts;
  lists: Lists;
};

function page({ source, title, answer, mission, cuts, lists }: PageParts): string {
  const { state, costs, exported, outside } = source;
  const warnings = reviewWarnings(state).map(reviewWarningLine);
  const mistakes = foundMistakes(state);
  const sections: [id: string, title: string, content: Markup][] = [
    ["mission", "Mission", mission],
    ["answer", "Answer", answer ?? markup`<p class="note">There is no answer yet.</p>`],
    ...(warnings.length > 0
      ? [["warnings", "Reviewers' warnings", lineList(warnings)] satisfies [string, string, Markup]]
      : []),
    ...(mistakes.length > 0
      ? [
          ["mistakes", "Mistakes found by the self-critique", lineList([...mistakes])] satisfies [
            string,
            string,
            Markup,
          ],
        ]
      : []),
    ["outside", "Changed outside", lineList(outsideLines(outside))],
    [
      "graph",
      "Graph",
      markup`<div class="scroll" tabindex="0">${lists.graph}</div>${taskTable(lists.tasks)}`,
    ],
    ["timeline", "Timeline", timelineSection(lists.timeline)],
    ["decisions", "Decisions", orNone(lists.decisions, "Nothing was decided.")],
    ["results", "Results", orNone(lists.results, "No task has a result.")],
    ["costs", "Costs", markup`<div class="costs">${costParts(state, costs)}</div>`],
    ["log", "Log", logSection(lists.log)],
    ["cut", "What was cut", cutSection(cuts)],
  ];
  const links = sections.map(([id, name]) => markup`<li><a href="#${id}">${name}</a></li>`);
  const body = sections.map(
    ([id, name, content]) => markup`<section id="${id}"><h2>${name}</h2>${content}</section>`,
  );
  const html = markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark"><title>${title} · Waymark run report</title><style>${PAGE_STYLE}</style></head>
<body><header><h1>${title}</h1>${facts(source)}<nav aria-label="Contents"><ul>${links}</ul></nav></header>
<main>${body}</main>
<footer><p>Exported by ${exported.by} on ${momentText(exported.at)} UTC, as of event ${state.seq} of run ${state.runId}. Times are UTC. Texts that look like keys, tokens or passwords are shown as [hidden].</p></footer></body></html>
`;
  return html.markup;
}

const lineList = (lines: readonly string[]): Markup =>
  markup`<ul>${lines.map((line) => markup`<li><span class="said">${line}</span></li>`)}</ul>`;

function shortTitle(title: string, cuts: Cuts): string {
  const short = cutText(title, MAX_TITLE_CHARS);
  if (short === title) return title;
  cuts.push(`Title: the first ${MAX_TITLE_CHARS} of ${formatCount(title.length)} characters are shown.`);
  return `${short}…`;
}

function facts({ state, costs }: ReportSource): Markup {
  const look = runStatusDisplay({
    status: statusOf(state),
    openApprovals: isOver(state) ? 0 : Object.keys(state.openApprovals).length,
    tasks: state.taskTotals,
  });
  const { replans, iterations } = state.counters;
  const end = endOf(state);
  const tools = simulatedToolsOf(state);
  const rows: [string, string][] = [
    ["Run", state.runId],
    ["Began", momentText(beganAt(state))],
    [end ? "Took" : "Took so far", formatDuration((end?.at ?? state.lastAt) - beganAt(state))],
    ["Tasks", formatProgress(state.taskTotals, isOver(state))],
    ["Plan", state.planVersion === 0 ? "Not written yet" : `v${state.planVersion}`],
    ["Replans", String(replans)],
    ...(iterations > 0 ? [["Iterations", String(iterations)] as [string, string]] : []),
    ["Cost", formatSpending(costs.total)],
    ...(state.tags.length > 0 ? [["Tags", state.tags.join(", ")] as [string, string]] : []),
  ];
  const simulated = [
    ...(state.tags.includes("demo")
      ? ["A simulated model wrote this run's answers; its costs are simulated too."]
      : []),
    ...(tools.length > 0 ? [`Simulated tools ran: ${tools.join(", ")}.`] : []),
  ].map((text) => markup`<p class="c-amber">${text}</p>`);
  const list = rows.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return markup`<p class="status c-${look.tone}">${look.icon} ${headline(state)}</p>${simulated}<dl>${list}</dl>`;
}

function taskTable(rows: readonly Markup[]): Markup {
  if (rows.length === 0) return markup`<p class="note">There are no tasks.</p>`;
  return markup`<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Task</th><th scope="col">By</th><th scope="col">Status</th><th scope="col" class="number">Attempts</th><th scope="col" class="number">Took</th><th scope="col" class="number">Cost</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

const timelineSection = (picture: readonly Markup[]): Markup =>
  markup`<div class="scroll" tabindex="0">${picture}</div><p class="note">Faint: an attempt; half: its model calls; full: its tool calls. Hatched: waiting for people. A line under a bar: the critical path. Upright lines: plan versions. On a gray ground, long waits are drawn shorter.</p>`;

const logSection = (lines: readonly Markup[]): Markup =>
  lines.length === 0
    ? markup`<p class="note">No lines.</p>`
    : markup`<ol class="log">${lines}</ol><p class="note">Calls of models and tools, and what concerns the engine alone, are not listed.</p>`;

function cutSection(cuts: Cuts): Markup {
  if (cuts.length === 0) return markup`<p class="note">Nothing: all values and all lines are here.</p>`;
  return markup`<ul class="plain">${cuts.map((cut) => markup`<li>${cut}</li>`)}</ul>`;
}

const orNone = (items: readonly Markup[], none: string): Markup =>
  items.length === 0 ? markup`<p class="note">${none}</p>` : markup`${items}`;
