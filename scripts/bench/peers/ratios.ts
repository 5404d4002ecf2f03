import type { Measured } from "../results";
import { rounded } from "../results";
import { GRAPHS, lowerBoundMs } from "./graphs";
import type { Series, Times } from "./measure";
import type { TaskKind } from "./messages";

type Target = {
  graph: keyof typeof GRAPHS;
  kind: TaskKind;
  over: keyof typeof RIVALS;
  /** Bytes that the database wrote ahead, in the place of time. */
  bytes?: true;
  target: number;
  aim?: number;
};

/** A rival that can be used in several ways counts with its better one. */
const RIVALS = {
  "LangGraph.js": ["langgraph", "langgraph-map"],
  DBOS: ["dbos"],
  Restate: ["restate"],
} as const;

const TARGETS: readonly Target[] = [
  { graph: "chain", kind: "direct", over: "LangGraph.js", target: 0.6, aim: 0.4 },
  { graph: "fan", kind: "direct", over: "LangGraph.js", target: 0.45, aim: 0.3 },
  { graph: "layered", kind: "direct", over: "LangGraph.js", target: 0.35, aim: 0.25 },
  { graph: "chain", kind: "agent", over: "LangGraph.js", target: 0.9, aim: 0.6 },
  { graph: "fan", kind: "agent", over: "LangGraph.js", target: 0.6, aim: 0.4 },
  { graph: "layered", kind: "agent", over: "LangGraph.js", target: 0.45, aim: 0.35 },
  { graph: "chain", kind: "direct", over: "DBOS", target: 0.6 },
  { graph: "chain", kind: "direct", over: "Restate", target: 1.3, aim: 1 },
  { graph: "fan", kind: "direct", over: "Restate", target: 1.5, aim: 1 },
  { graph: "long", kind: "direct", over: "LangGraph.js", target: 0.2 },
  { graph: "long", kind: "direct", over: "LangGraph.js", bytes: true, target: 0.2 },
];

/** Waymark's medians over those of its peers, with the range of single rounds. */
export function ratioRows(times: Times): Measured[] {
  return TARGETS.map(({ graph, kind, over, bytes, target, aim }) => {
    const { name } = GRAPHS[graph];
    const ours = seriesOf(times, name, `waymark ${kind}`);
    const theirs = RIVALS[over]
      .map((label) => seriesOf(times, name, label))
      .sort((a, b) => measureOf(a, bytes) - measureOf(b, bytes))[0] as Series;
    const figures: Record<string, number> = bytes
      ? { oursKb: ours.walKb, theirsKb: theirs.walKb }
      : { oursMs: ours.ms, theirsMs: theirs.ms, ...rangeOfRounds(ours, theirs) };
    return {
      row: `${name}, ${kind}${bytes ? ", bytes written" : ""}, over ${over}`,
      value: rounded(measureOf(ours, bytes) / measureOf(theirs, bytes)),
      target,
      ...(aim !== undefined && { aim }),
      figures,
    };
  });
}

/** The least and the most that the ratio was in a round. */
function rangeOfRounds(ours: Series, theirs: Series): { least: number; most: number } {
  const ratios = ours.msOfRounds.map((ms, round) => ms / (theirs.msOfRounds[round] ?? Number.NaN));
  return { least: rounded(Math.min(...ratios)), most: rounded(Math.max(...ratios)) };
}

/** What the times of tasks make of a run, over the least that they could make of it. */
export function makespanRow(times: Times): Measured {
  const { name, tasks } = GRAPHS.timed;
  const [ours, theirs] = [seriesOf(times, name, "waymark agent"), seriesOf(times, name, "langgraph")];
  const leastMs = lowerBoundMs(tasks);
  return {
    row: `${name}, makespan over its lower bound`,
    value: Math.round((1_000 * ours.ms) / leastMs) / 1_000,
    target: 1.08,
    figures: { oursMs: ours.ms, leastMs, ofLangGraph: rounded(theirs.ms / leastMs) },
  };
}

const measureOf = ({ ms, walKb }: Series, bytes?: true): number => (bytes ? walKb : ms);

function seriesOf(times: Times, graph: string, label: string): Series {
  const series = times[graph]?.[label];
  if (!series) throw new Error(`${label} was not measured on ${graph}`);
  return series;
}
