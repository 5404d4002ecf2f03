import { formatDuration } from "../describe/amounts";
import { attemptTone, rowText } from "../describe/timeline";
import { getOwn } from "../own";
import type { RunEvent } from "../run/events";
import { endOf } from "../run/retrospects";
import { beganAt } from "../run/selectors";
import type { RunState, TaskState } from "../run/state";
import { type AttemptSpan, criticalTasks, type Timeline, timelineOf, type WaitSpan } from "../timeline/rows";
import { type TimeScale, timeScale } from "../timeline/scale";
import { fitText } from "./fit-text";
import { type Markup, markup } from "./markup";

const LABEL_PX = 230;
const CHART_PX = 720;
const ROW_PX = 22;
const TOP_PX = 30;
const BAR = { top: 6, height: 10 } as const;
/** What is too short to see is still there. */
const SHORTEST_PX = 1.5;

type Places = { scale: TimeScale; now: number };
type RowPlaces = Places & { critical: ReadonlySet<string> };
type Box = { x: number; width: number };

/** What the run did when, a row for each task: attempts with model and tool time in them, waits hatched, versions as lines. */
export function timelinePicture(state: RunState, events: readonly RunEvent[]): Markup {
  const timeline = timelineOf(state, events);
  const now = endOf(state)?.at ?? state.lastAt;
  const scale = timeScale(timeline, { from: beganAt(state), now });
  const places = { scale, now };
  const height = TOP_PX + (timeline.rows.length + 1) * ROW_PX + 6;
  const critical = criticalTasks(state);
  const rows = timeline.rows.flatMap(({ taskId, attempts }, index) => {
    const task = getOwn(state.tasks, taskId);
    return task ? rowPicture(task, attempts, { ...places, critical }, TOP_PX + (index + 1) * ROW_PX) : [];
  });
  const label = `Timeline of ${timeline.rows.length} tasks over ${formatDuration(scale.to - scale.from)}`;
  const width = LABEL_PX + CHART_PX + 16;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${label}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${HATCHES}</defs>${cutPictures(places, height)}${runRow(timeline, places)}${rows}${versionLines(timeline, places, height)}${axis(scale)}</svg>`;
}

const HATCHES = [
  ["wait", "edge"],
  ["wait-now", "person"],
].map(
  ([id = "", color = ""]) =>
    markup`<pattern id="${id}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="f-${color}" width="2" height="5"/></pattern>`,
);

/** What belongs to no task: planning, the answer, and questions about the run itself. */
function runRow({ calls, waits }: Timeline, places: Places): Markup {
  const bars = [
    ...calls.map(({ from, to }) => bar(places, { from, to, tone: "run", opacity: 0.5 })),
    ...waits.map((wait) => waitPicture(places, wait)),
  ];
  return row(TOP_PX, "Whole run", "Calls and questions that belong to no task", bars);
}

function rowPicture(task: TaskState, attempts: readonly AttemptSpan[], places: RowPlaces, y: number): Markup {
  const bars = attempts.flatMap((span) => {
    const tone = attemptTone(task, span);
    return [
      ...(places.critical.has(task.id) ? [criticalLine(places, span)] : []),
      bar(places, { ...span, tone, opacity: 0.25 }),
      ...span.calls.map((call) => bar(places, { ...call, tone, opacity: call.kind === "model" ? 0.55 : 1 })),
      ...span.waits.map((wait) => waitPicture(places, wait)),
    ];
  });
  return row(
    y,
    task.spec.title,
    rowText(task, attempts, { now: places.now, isCritical: places.critical.has(task.id) }),
    bars,
  );
}

const row = (y: number, title: string, text: string, bars: readonly Markup[]): Markup =>
  markup`<g transform="translate(0 ${y})"><title>${text}</title><text class="f-ink" x="0" y="15">${fitText(title, 11.5, LABEL_PX - 16)}</text>${bars}</g>`;

type BarFacts = { from: number; to: number | undefined; tone: string; opacity: number };

function bar(places: Places, { from, to, tone, opacity }: BarFacts): Markup {
  const { x, width } = boxOf(places, from, to);
  const color = tone === "plain" ? "edge" : tone;
  return markup`<rect class="f-${color}" fill-opacity="${opacity}" x="${x}" y="${BAR.top}" width="${width}" height="${BAR.height}" rx="${Math.min(2, width / 2)}"/>`;
}

/** Under the bar: what this task takes, the run takes. */
function criticalLine(places: Places, { from, to }: AttemptSpan): Markup {
  const { x, width } = boxOf(places, from, to);
  return markup`<rect class="f-ink" x="${x}" y="${BAR.top + BAR.height + 1}" width="${width}" height="1.5"/>`;
}

function waitPicture(places: Places, { from, to, kind }: WaitSpan): Markup {
  const { x, width } = boxOf(places, from, to);
  const isNow = to === undefined && kind === "person";
  return markup`<rect class="f-panel" x="${x}" y="${BAR.top}" width="${width}" height="${BAR.height}"/><rect class="s-${isNow ? "person" : "edge"}" fill="url(#${isNow ? "wait-now" : "wait"})" x="${x}" y="${BAR.top}" width="${width}" height="${BAR.height}"/>`;
}

function boxOf({ scale, now }: Places, from: number, to: number | undefined): Box {
  const x = placeOf(scale, from);
  return { x, width: Math.max(SHORTEST_PX, round(placeOf(scale, to ?? now) - x)) };
}

const placeOf = (scale: TimeScale, at: number): number => round(LABEL_PX + scale.xOf(at) * CHART_PX);
const round = (px: number): number => Math.round(px * 10) / 10;

/** Where waits are drawn shorter than they were. */
function cutPictures({ scale }: Places, height: number): Markup[] {
  return scale.cuts.map((cut) => {
    const x = placeOf(scale, cut.from);
    const width = round(placeOf(scale, cut.to) - x);
    return markup`<g><title>${formatDuration(cut.to - cut.from)} of waiting, drawn shorter</title><rect class="f-line" fill-opacity="0.5" x="${x}" y="${TOP_PX}" width="${width}" height="${height - TOP_PX - 6}"/></g>`;
  });
}

function versionLines({ versions }: Timeline, { scale }: Places, height: number): Markup[] {
  return versions.map(({ version, at }) => {
    const x = placeOf(scale, at);
    return markup`<line class="s-retry" stroke-width="1" x1="${x}" y1="${TOP_PX - 4}" x2="${x}" y2="${height}"/><text class="f-retry" x="${x + 3}" y="${TOP_PX - 1}">v${version}</text>`;
  });
}

function axis(scale: TimeScale): Markup[] {
  return [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const at = scale.atOf(share) - scale.from;
    const side = share === 0 ? "" : share === 1 ? " right" : " middle";
    return markup`<text class="f-plain${side}" x="${LABEL_PX + share * CHART_PX}" y="12">${at < 1_000 ? "0 s" : formatDuration(at)}</text>`;
  });
}
