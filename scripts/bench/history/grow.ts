import type { Sql } from "postgres";
import { SCENARIOS } from "@/lib/core/scenarios";
import { type EngineOptions, startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { openSimulatedModel } from "@/lib/testing/models/simulated-model";
import { builtInTools, createToolbox } from "@/lib/tools";
import { chain } from "../engine";

/** A run that the engine played, to be copied under new ids. */
type Template = { runId: string; events: number };

const DAY_MS = 86_400_000;
const RUNS_PER_STATEMENT = 250;
/** How many of a hundred copies of the stories are of runs that somebody cancelled, and that wait for somebody. */
const CANCELLED = 5;
const WAITING = 2;

/** What a run has rows in; folded states are none of its history, and json keeps an order that no copy could. */
const TABLES = [
  ...[
    "runs",
    "run_events",
    "run_commands",
    "plan_versions",
    "tasks",
    "attempts",
    "trajectory_steps",
    "stream_chunks",
  ],
  ...["tool_calls", "model_calls", "approvals", "decisions", "replan_history", "audit_log", "blob_uses"],
] as const;

/**
 * Fills a database with a year of runs: a few that the engine really played, of every sample mission, cancelled, waiting
 * and long ones, and copies of all their rows under new ids, each at a time of its own and with a mission of its own.
 * Returns the id of one that has `longEvents` events, which is no copy.
 */
export async function growHistory(
  database: { url: string; owner: Sql },
  wanted: { runs: number; events: number; longEvents: number },
): Promise<string> {
  const { owner } = database;
  const stories = await playStories(database);
  const { long, padding, longest } = await playChains(database, wanted.longEvents);
  const short = meanEvents(stories);
  const others = wanted.runs - stories.all.length - long.length;
  const played = [...stories.all, ...long].reduce((sum, { events }) => sum + events, 0);
  // As many copies of the padding as bring the sum of events to what is wanted, and one for what sharing out rounds.
  const left = wanted.events - played;
  const padded = Math.max(0, Math.ceil((left - others * short) / (padding.events - short)) + 1);
  const copies: { template: Template; count: number }[] = [
    { template: padding, count: padded },
    ...shareOut(others - padded, stories),
  ];
  let placed = 0;
  for (const { template, count } of copies) {
    await copyRun(owner, template.runId, { count, from: placed, of: others });
    placed += count;
  }
  return longest;
}

type Stories = { all: Template[]; ended: Template[]; cancelled: Template; waiting: Template };

const meanEvents = (stories: Stories) =>
  shareOut(10_000, stories).reduce((sum, { template, count }) => sum + template.events * count, 0) / 10_000;

/** So many copies, shared out over the stories. */
function shareOut(
  count: number,
  { ended, cancelled, waiting }: Stories,
): { template: Template; count: number }[] {
  const some = (percent: number) => Math.round((count * percent) / 100);
  const rest = count - some(CANCELLED) - some(WAITING);
  const each = Math.floor(rest / ended.length);
  return [
    { template: cancelled, count: some(CANCELLED) },
    { template: waiting, count: some(WAITING) },
    ...ended.map((template, n) => ({ template, count: n === 0 ? rest - each * (ended.length - 1) : each })),
  ];
}

async function playStories({ url, owner }: { url: string; owner: Sql }): Promise<Stories> {
  const tools = createToolbox(builtInTools({ nowMs: () => Date.now() }));
  return withEngine({ databaseUrl: url, model: openSimulatedModel(), tools }, async (engine) => {
    const ended: Template[] = [];
    for (const { mission } of SCENARIOS) {
      const runId = await engine.createRun({ mission });
      for (;;) {
        const isQuiet = await engine.waitFor(runId, (s) => s.finished !== undefined || openGates(s) > 0);
        if (isQuiet.finished) break;
        await engine.decide(runId, "approve").catch(() => engine.command(runId, "cancel"));
      }
      ended.push(await templateOf(owner, runId));
    }
    const gate = { title: "Gate", tasks: [{ id: "g", type: "human_review", input: "May it go?" }] };
    const waiting = await engine.createRun({ mission: "Ask before it goes", plan: gate });
    const cancelled = await engine.createRun({ mission: "Start and think again", plan: gate });
    for (const runId of [waiting, cancelled]) await engine.waitFor(runId, (s) => openGates(s) > 0);
    await engine.command(cancelled, "cancel");
    await engine.waitFor(cancelled, (s) => s.finished !== undefined);
    const [open, stopped] = [await templateOf(owner, waiting), await templateOf(owner, cancelled)];
    return { all: [...ended, open, stopped], ended, waiting: open, cancelled: stopped };
  });
}

const openGates = ({ openApprovals }: { openApprovals: object }) => Object.keys(openApprovals).length;

async function playChains({ url, owner }: { url: string; owner: Sql }, longEvents: number) {
  const model = createScriptedModel(({ role }) => (role === "answer" ? "All is done." : "done"));
  return withEngine({ databaseUrl: url, model }, async (engine) => {
    const play = async (length: number) => {
      const plan = chain(length);
      // A checked result is one more event: a plan of the tasks that one may have comes to the length that is wanted.
      const tasks = plan.tasks.map((task) => ({ ...task, verification: "(string? data/result)" }));
      const runId = await engine.createRun({
        mission: `Work through a list of ${length} items`,
        plan: { ...plan, tasks },
      });
      await engine.waitFor(runId, (state) => state.finished !== undefined);
      return templateOf(owner, runId);
    };
    const padding = await play(60);
    // A little more than it takes: what a run has at its ends is no part of each task.
    const longest = await play(Math.ceil((longEvents * 60 * 1.05) / padding.events));
    return { long: [padding, longest], padding, longest: longest.runId };
  });
}

async function withEngine<T>(options: EngineOptions, work: (engine: TestEngine) => Promise<T>): Promise<T> {
  const engine = await startEngine(options);
  try {
    return await work(engine);
  } finally {
    await engine.stop();
  }
}

async function templateOf(owner: Sql, runId: string): Promise<Template> {
  const [row] = await owner`select count(*)::int as events from run_events where run_id = ${runId}`;
  return { runId, events: row?.events ?? 0 };
}

type Column = { name: string; type: string };

/** Copies all rows of a run so often: each copy somewhere in the year before, in the order of `from` over `of`. */
async function copyRun(
  owner: Sql,
  runId: string,
  { count, from, of }: { count: number; from: number; of: number },
): Promise<void> {
  for (let done = 0; done < count; done += RUNS_PER_STATEMENT) {
    const [first, last] = [from + done, from + Math.min(done + RUNS_PER_STATEMENT, count) - 1];
    for (const table of TABLES) {
      const columns = await owner<Column[]>`
        select column_name as name, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_identity = 'NO'`;
      const names = columns.map(({ name }) => `"${name}"`).join(", ");
      const values = columns.map((column) => copiedColumn(table, column)).join(", ");
      // The multiplier scatters templates over the year instead of giving each a month of its own.
      await owner.unsafe(
        `insert into ${table} (${names}) select ${values} from ${table} t cross join (
           select n, 'copy' || lpad(n::text, 8, '0') as id,
             ((n::bigint * 7919) % ${of})::float8 / ${of} * ${365 * DAY_MS} * interval '1 millisecond' as ago
           from generate_series(${first}, ${last}) as n) as copy
         where t.${table === "runs" ? "id" : "run_id"} = '${runId}'`.replaceAll(
          "$bare",
          `'${runId.replace("run_", "")}'`,
        ),
      );
    }
  }
}

function copiedColumn(table: string, { name, type }: Column): string {
  const column = `t."${name}"`;
  if (name === (table === "runs" ? "id" : "run_id")) return "'run_' || copy.id";
  if (table === "runs" && name === "mission")
    return `${column} || format(' for case %s in %s', copy.n, (array['Lisbon', 'Oslo', 'Quito', 'Perth'])[1 + copy.n % 4])`;
  if (type.startsWith("timestamp")) return `${column} - copy.ago`;
  // Ids of gates are made of that of their run.
  const renamed = `replace(${column}::text, $bare, copy.id)`;
  if (type === "text") return renamed;
  // Most hold no id, and are taken over as they are.
  if (type === "json" || type === "jsonb")
    return `case when position($bare in ${column}::text) > 0 then ${renamed}::${type} else ${column} end`;
  return column;
}
