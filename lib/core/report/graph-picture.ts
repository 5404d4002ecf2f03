import { formatDuration, formatUsd } from "../describe/amounts";
import type { StatusDisplay } from "../describe/looks/run";
import { evidenceKinds, reviewDecision, taskActor, taskDisplay, taskEvidence } from "../describe/looks/task";
import { attemptsOf } from "../describe/looks/task-status";
import { arrowHead, endBeforeShape, OUTLINES, roundPath } from "../layout/drawing";
import { boundsOf, type GraphLayout, NODE, type Point, type Rect } from "../layout/geometry";
import { edgeId } from "../layout/links";
import { type PlanLayout, toGraphLayout } from "../layout/plan-layout";
import { spendingOf } from "../run/ledger/spending";
import { answersByTask, ownAttempt, tasksToShow } from "../run/selectors";
import type { ApprovalState, RunState, TaskState } from "../run/state";
import { beganHere } from "../run/state/began-here";
import { fitText, textPx } from "./fit-text";
import { type Markup, markup } from "./markup";
import { PICTURE_STYLE } from "./style";

/** Around the graph; a shape sticks out of a node's left side. */
const MARGIN_PX = 24;
const CAPTION_PX = 46;
const SMALL_PX = 11.5;
const RADIUS_PX = 8;
/** The left edge of a node, as far as its round corners leave it. */
const BAR_PATH = `M4 1.07A${RADIUS_PX} ${RADIUS_PX} 0 0 0 0 ${RADIUS_PX}V${NODE.height - RADIUS_PX}A${RADIUS_PX} ${RADIUS_PX} 0 0 0 4 ${NODE.height - 1.07}Z`;

type Drawn = Pick<PlanLayout, "nodes" | "edges">;

/** The graph of a run as it stands, with the tasks that later versions dropped, as a part of a page. */
export function graphPicture(state: RunState, layout: Drawn): Markup {
  return picture(state, layout, { top: 0, extra: [] });
}

/** The same as a file of its own: with its colors, and a line that says of what and as of when it is. */
export function graphFile(state: RunState, layout: Drawn, about: { headline: string; asOf: string }): string {
  const facts = `Plan v${state.planVersion} · ${about.headline}`;
  const { x, y, width } = extentOf(toGraphLayout(layout));
  const extra = [
    markup`<style>${PICTURE_STYLE}</style>`,
    markup`<text class="title f-ink" x="${x}" y="${y + 4 - CAPTION_PX}">${fitText(state.mission, 13, width)}</text>`,
    markup`<text class="f-plain" x="${x}" y="${y + 22 - CAPTION_PX}">${fitText(`${facts} · ${about.asOf}`, SMALL_PX, width)}</text>`,
  ];
  return `${picture(state, layout, { top: CAPTION_PX, extra }).markup}\n`;
}

function picture(state: RunState, layout: Drawn, { top, extra }: { top: number; extra: Markup[] }): Markup {
  const graph = toGraphLayout(layout);
  const bounds = extentOf(graph);
  const width = Math.ceil(bounds.width + 2 * MARGIN_PX);
  const height = Math.ceil(bounds.height + 2 * MARGIN_PX + top);
  const [left, above] = [bounds.x - MARGIN_PX, bounds.y - MARGIN_PX - top];
  const answers = answersByTask(state);
  const tasks = tasksToShow(state);
  const nodes = tasks.flatMap((task) => {
    const at = graph.positions.get(task.id);
    return at ? nodePicture(state, task, answers.get(task.id), at) : [];
  });
  const label = `Graph of ${nodes.length} tasks: ${state.planTitle || state.mission}`;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${label}" width="${width}" height="${height}" viewBox="${left} ${above} ${width} ${height}"><rect class="f-ground" x="${left}" y="${above}" width="${width}" height="${height}"/>${extra}${edgePictures(tasks, graph)}${nodes}</svg>`;
}

/** What the picture holds: edges may lead around all nodes. */
function extentOf(graph: GraphLayout): Rect {
  const nodes = boundsOf(graph);
  let [left, top] = [nodes.x, nodes.y];
  let [right, bottom] = [left + nodes.width, top + nodes.height];
  for (const { x, y } of [...graph.routes.values()].flat()) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function edgePictures(tasks: readonly TaskState[], graph: GraphLayout): Markup[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return tasks.flatMap((task) =>
    task.spec.dependsOn.flatMap((source) => {
      const way = graph.routes.get(edgeId(source, task.id));
      const target = graph.positions.get(task.id);
      const from = byId.get(source);
      if (!way || !target || !from) return [];
      const route = OUTLINES[task.spec.type] ? endBeforeShape(way, target) : way;
      const isGhost = [task, from].some(({ status }) => status === "superseded");
      const tone = isGhost ? "line" : (EDGE_TONES[task.status] ?? "edge");
      const dashes = isGhost ? " dashed" : "";
      return markup`<path class="s-${tone}${dashes}" fill="none" stroke-width="1.25" d="${roundPath(route)}"/><path class="f-${tone}" d="${arrowHead(route)}"/>`;
    }),
  );
}

const EDGE_TONES: { [status in TaskState["status"]]?: string } = { running: "run", waiting: "person" };

function nodePicture(
  run: Pick<RunState, "parent">,
  task: TaskState,
  answer: ApprovalState["decided"],
  { x, y }: Point,
): Markup {
  const { spec, status } = task;
  const isGhost = status === "superseded";
  const look = isGhost ? { ...taskDisplay(task, answer), tone: "plain" } : taskDisplay(task, answer);
  const outline = OUTLINES[spec.type];
  const border = isGhost || look.tone === "plain" ? "line" : look.tone;
  const bar = isGhost || status === "pending" ? "line" : look.tone === "plain" ? "edge" : look.tone;
  const texts = {
    status: `${look.icon} ${look.word}${decisionText(task)}${inBrackets(kindsOf(task, answer).slice(-1))}`,
    took: tookText(run, task),
    actor: taskActor(spec),
    notes: notesOf(task).join(" · "),
  };
  const from = outline ? 24 : 14;
  const shape =
    outline &&
    markup`<path class="f-panel s-${bar}" stroke-width="1.5" stroke-linejoin="round" transform="translate(-16 21)" d="${outline}"/>`;
  return markup`<g transform="translate(${x} ${y})"><title>${sentenceOf(spec.title, texts)}</title><rect class="f-panel s-${border}${isGhost ? " dashed" : ""}" width="${NODE.width}" height="${NODE.height}" rx="${RADIUS_PX}"/><path class="f-${bar}" d="${BAR_PATH}"/>${shape}<svg width="${NODE.width}" height="${NODE.height}"><text class="title ${isGhost ? "f-plain gone" : "f-ink"}" x="${from}" y="22">${fitText(spec.title, 13, NODE.width - 12 - from)}</text>${twoTexts({ y: 42, from, left: texts.status, right: texts.took, tone: look.tone })}${twoTexts({ y: 61, from, left: texts.actor, right: texts.notes, tone: "plain" })}</svg></g>`;
}

type Line = { y: number; from: number; left: string; right: string; tone: string };

/** The right text keeps its place, the left one gives way. */
function twoTexts({ y, from, left, right, tone }: Line): Markup {
  const end = NODE.width - 12;
  const kept = fitText(right, SMALL_PX, (end - from) * 0.7);
  const room = end - from - (kept === "" ? 0 : textPx(kept, SMALL_PX) + 8);
  return markup`<text class="f-${tone}" x="${from}" y="${y}">${fitText(left, SMALL_PX, room)}</text><text class="f-plain right" x="${end}" y="${y}">${kept}</text>`;
}

/** Of the checks alone: a person is named by the look. */
const kindsOf = (task: TaskState, answer: ApprovalState["decided"]): string[] =>
  taskEvidence(task, answer) === "verified" ? evidenceKinds(task, answer) : [];

/** What a review came to, or proposes. */
function decisionText(task: TaskState): string {
  const decision = reviewDecision(task);
  return decision === undefined ? "" : `: ${decision}`;
}

const inBrackets = (words: readonly string[]): string => (words.length === 0 ? "" : ` (${words.join(", ")})`);

/** How long a task took in this run; empty where that is not over. */
export function tookText(run: Pick<RunState, "parent">, task: TaskState): string {
  const { endedAt } = task;
  const startedAt = beganHere(run, task);
  return startedAt === undefined || endedAt === undefined ? "" : formatDuration(endedAt - startedAt);
}

function notesOf(task: TaskState): string[] {
  const attempt = ownAttempt(task);
  const tries = attempt > 1 && task.status !== "running" ? `attempt ${attempt} of ${attemptsOf(task)}` : "";
  const cost = task.spent ? formatUsd(spendingOf(task.spent).usd) : "";
  return [tries, cost === "unknown" ? "cost unknown" : cost].filter(Boolean);
}

const sentenceOf = (title: string, texts: Readonly<Record<string, string>>): string =>
  [title, ...Object.values(texts)].filter(Boolean).join(", ");

/** The same words as a node has, for tables. */
export const statusText = (task: TaskState, answer: ApprovalState["decided"]): StatusDisplay => {
  const look = taskDisplay(task, answer);
  return { ...look, word: `${look.word}${decisionText(task)}${inBrackets(kindsOf(task, answer))}` };
};
