import type { Sql } from "postgres";
import { abortOnStopSignal } from "../../lib/main";
import { median, rounded } from "../results";
import type { Graph } from "./graphs";
import type { TaskKind, Timed } from "./messages";
import type { System } from "./system";

/** One system on one graph; Waymark with its programs or with its agents. */
type Entry = { label: string; system: System; graph: Graph; kind: TaskKind };

type Sample = Timed & { walKb: number };

/** What a system took for a graph: medians, and every time in the order of the rounds. */
export type Series = { ms: number; waitedMs?: number; walKb: number; msOfRounds: number[] };

/** By the name of the graph, then by system: `waymark direct`, `waymark agent`, or the peer. */
export type Times = Record<string, Record<string, Series>>;

/**
 * Runs every system on every graph, round after round, after one that does not count. In each round another system begins,
 * so that none always follows the same one.
 */
export async function measure(
  systems: readonly System[],
  graphs: readonly Graph[],
  rounds: number,
  sql: Sql,
): Promise<Times> {
  const stopping = abortOnStopSignal();
  const samples = new Map<Entry, Sample[]>();
  const byGraph = graphs.map((graph) => entriesOf(systems, graph));
  for (const { system, graph, kind } of byGraph.flat()) await system.prepare(graph, kind);
  for (let round = 0; round <= rounds; round += 1) {
    console.log(round === 0 ? "Warming up …" : `Round ${round} of ${rounds} …`);
    for (const entries of byGraph) {
      for (const entry of rotated(entries, round)) {
        if (stopping.aborted) throw new Error("The measurement was stopped.");
        const sample = await sampleOf(entry, sql);
        if (round > 0) samples.set(entry, [...(samples.get(entry) ?? []), sample]);
      }
    }
  }
  const times: Times = {};
  for (const [{ graph, label }, taken] of samples) {
    times[graph.name] = { ...times[graph.name], [label]: seriesOf(taken) };
  }
  return times;
}

function entriesOf(systems: readonly System[], graph: Graph): Entry[] {
  const entries = systems.flatMap((system): Entry[] => {
    if (system.name !== "waymark") return [{ label: system.name, system, graph, kind: "direct" }];
    const kinds: TaskKind[] = ["direct", "agent"];
    return kinds.map((kind) => ({ label: `waymark ${kind}`, system, graph, kind }));
  });
  return entries.filter(({ label }) => graph.systems?.includes(label) ?? true);
}

/** What was written ahead by the database in the meantime is the run's: nobody else works on it. */
async function sampleOf({ system, graph, kind }: Entry, sql: Sql): Promise<Sample> {
  const [before] = await sql`select pg_current_wal_insert_lsn() as at`;
  const timed = await system.run(graph, kind);
  const [after] = await sql`
    select (pg_current_wal_insert_lsn() - ${before?.at}::pg_lsn)::float8 as bytes`;
  return { ...timed, walKb: Number(after?.bytes) / 1024 };
}

function seriesOf(samples: readonly Sample[]): Series {
  const waits = samples.flatMap(({ waitedMs }) => waitedMs ?? []);
  return {
    ms: rounded(median(samples.map(({ ms }) => ms))),
    ...(waits.length > 0 && { waitedMs: rounded(median(waits)) }),
    walKb: rounded(median(samples.map(({ walKb }) => walKb))),
    msOfRounds: samples.map(({ ms }) => rounded(ms)),
  };
}

function rotated<T>(all: readonly T[], by: number): T[] {
  const from = by % Math.max(1, all.length);
  return [...all.slice(from), ...all.slice(0, from)];
}
