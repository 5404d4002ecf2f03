import type { Sql } from "postgres";
import { pageOfEvents } from "@/db/queries/run-store/read-run";
import { lessonsOfRun } from "@/lib/core/lessons/of-run";
import { fold, type RunEvent, type RunState, readEvent } from "@/lib/core/run";
import { expectedProjections, inStableOrder, readProjections } from "../database/projections";
import { eventsBehindEnd } from "../runs/run-world";
import { differences, type EndState, endStateOf } from "./end-state";
import type { Played, TestBed } from "./play";
import { effectProblems } from "./world-file";

const ALL_EVENTS = 100_000;
const MAX_DIFFERENCES = 5;

/** As JSON stores it: without what is undefined. */
const asStored = (rows: unknown): unknown => JSON.parse(JSON.stringify(rows));

/** One run of a group; it holds when it has no problem. */
export type GroupCase = {
  seed: number;
  problems: string[];
  /** Gates at which a person told what had become of a call. */
  unknownOutcomes: number;
  leases: number;
};

/** What is wrong with each run: by itself, in the world, in the projections, and against the end without faults. */
export async function checkRuns(
  stage: TestBed,
  played: Played[],
  baseline?: EndState[],
): Promise<GroupCase[]> {
  const effects = stage.world.effects();
  const cases: GroupCase[] = [];
  for (const [n, { scenario, runId, state, stuck, unknownOutcomes }] of played.entries()) {
    const { seed, writes } = scenario;
    const own = effects.filter(({ id }) => id.startsWith(`${seed}-`));
    const { reason } = state.finished ?? {};
    const problems = [
      ...(stuck === undefined ? [] : [stuck]),
      ...(reason === undefined || reason === "answer_complete" ? [] : [`it ended with ${reason}`]),
      ...effectProblems(writes, own),
      ...(await logProblems(stage.sql, runId)),
      ...(await lessonProblems(stage.sql, state)),
      ...(baseline ? differences(baseline[n], endStateOf(state)) : []),
    ];
    cases.push({ seed, problems, unknownOutcomes, leases: state.epoch });
  }
  return cases;
}

/** How many requests to models the logs of all runs tell of: those that were recorded, and those of unknown end. */
export async function countToldCalls(sql: Sql): Promise<number> {
  const [row] = await sql<{ told: number }[]>`
    select coalesce(sum(case type when 'llm_called' then 1
        else json_array_length(payload -> 'reservationIds') end), 0)::int as told
    from run_events
    where type = 'llm_called' or (type = 'budget_settled' and (payload ->> 'unknown')::boolean)`;
  return row?.told ?? 0;
}

/** What a run that has ended proposes is there, each lesson once, and what it was to be shown was shown. */
async function lessonProblems(sql: Sql, state: Readonly<RunState>): Promise<string[]> {
  const proposed = state.finished && state.settings.lessons.propose ? lessonsOfRun(state).length : 0;
  const [row] = await sql<{ stored: number }[]>`
    select count(*)::int as stored from lesson_origins where run_id = ${state.runId}`;
  const missed = state.settings.lessons.use && state.lessonsShown === undefined;
  return [
    ...(row?.stored === proposed ? [] : [`of ${proposed} lessons ${row?.stored} are stored`]),
    ...(missed ? ["its planner was shown no lesson"] : []),
  ];
}

/** Every stored event of a run, in order. */
async function readStoredEvents(sql: Sql, runId: string): Promise<RunEvent[]> {
  const rows = await pageOfEvents(sql, runId, 0, ALL_EVENTS);
  return rows.map((row) =>
    readEvent(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))),
  );
}

/** What stands behind a run's end, and where its projections are not the fold of its events (docs/engine.md, "The run store"). */
async function logProblems(sql: Sql, runId: string): Promise<string[]> {
  const events = await readStoredEvents(sql, runId);
  const expected = inStableOrder(expectedProjections(fold(runId, events), events));
  const stored = inStableOrder(await readProjections(sql, runId));
  const found = differences(asStored(expected), asStored(stored));
  return [
    ...eventsBehindEnd(events).map((type) => `${type} stands behind the end of the run`),
    ...found.slice(0, MAX_DIFFERENCES).map((difference) => `fold and projection differ in ${difference}`),
  ];
}
