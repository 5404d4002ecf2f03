import postgres, { type Sql } from "postgres";
import { localPerson } from "@/lib/auth/actor";
import { SCENARIOS } from "@/lib/core/scenarios";
import { keepCostDays } from "@/lib/engine/retention/keep-cost-days";
import { type EngineOptions, startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { openSimulatedModel } from "@/lib/testing/models/simulated-model";
import { builtInTools, createToolbox } from "@/lib/tools";
import { migrate } from "../../database";
import { chain } from "../engine";

/** A run that the engine played, to be copied under new ids. */
type Template = { runId: string; events: number };

/** How much there is in the end, and how many events the longest run has. */
type Size = { runs: number; events: number; longEvents: number };

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

/** A number of its own for each copied row, the same in every database. */
const anyOf = (...parts: string[]) => `abs(hashtext(copy.n || ${parts.join(" || ")})::bigint)`;
const CALL = anyOf("t.call_id");
/** One run in eight stays a demo; the others were served by models with prices, and some by one without. */
const IS_REAL = "copy.n % 8 <> 0";
const IS_PRICED = `${IS_REAL} and ${CALL} % 20 <> 0`;

/** What no two copies have alike, since sums, filters and orders over copies would cost less than over runs. */
const VARIED: Record<string, string> = {
  "runs.mission": `t.mission || format(' for case %s in %s', copy.n, (array['Lisbon', 'Oslo', 'Quito', 'Perth'])[1 + copy.n % 4])`,
  "runs.tags": `case when ${IS_REAL} then array['team' || copy.n % 12, 'kind' || copy.n % 5] else array['demo'] end`,
  "runs.created_by": `jsonb_build_object('kind', 'person', 'id', 'person' || copy.n % 30, 'name', 'Person ' || copy.n % 30)`,
  "runs.max_cost_micro_usd": "case when copy.n % 3 = 0 then 500000 end",
  "model_calls.model": `case when ${IS_PRICED} then (array['acme:large', 'acme:small', 'acme:mini', 'umbra:one'])[1 + ${CALL} % 4]
    when ${IS_REAL} then 'local:free' else 'simulated:scenarios' end`,
  "model_calls.agent": "t.agent || copy.n % 60",
  "model_calls.cost_micro_usd": `case when ${IS_PRICED} then ${CALL} % 90000 when ${IS_REAL} then null else ${CALL} % 9000 end`,
  "model_calls.input_tokens": `100 + ${CALL} % 9000`,
  "model_calls.output_tokens": `10 + ${CALL} % 900`,
  "approvals.decided_at": `t.opened_at - copy.ago + ${anyOf("t.id")} % 20000000 * interval '1 millisecond'`,
  "model_calls.latency_ms": `200 + ${CALL} % 30000`,
};

/**
 * Fills an empty database with a year of runs: a few that the engine really played, of every sample mission, cancelled, waiting
 * and long ones, and copies of all their rows under new ids, each at a time of its own and with a mission of its own.
 * Returns the id of one that has `longEvents` events, which is no copy.
 */
export async function growHistory(
  { url, ownerUrl }: { url: string; ownerUrl: string },
  wanted: Size,
): Promise<string> {
  await migrate(ownerUrl, url);
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  try {
    await owner`set synchronous_commit = off`;
    const longest = await fill({ url, owner }, wanted);
    // As a worker does each hour.
    await keepCostDays({ sql: owner }, localPerson.workspaceId);
    await owner.unsafe("vacuum analyze");
    return longest;
  } finally {
    await owner.end();
  }
}

async function fill(database: { url: string; owner: Sql }, wanted: Size): Promise<string> {
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
  await addUpCalls(owner);
  await addForecasts(owner);
  await addLessons(owner);
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
  const varied = VARIED[`${table}.${name}`];
  if (varied !== undefined) return varied;
  if (type.startsWith("timestamp")) return `${column} - copy.ago`;
  // Ids of gates are made of that of their run.
  const renamed = `replace(${column}::text, $bare, copy.id)`;
  if (type === "text") return renamed;
  // Most hold no id, and are taken over as they are.
  if (type === "json" || type === "jsonb")
    return `case when position($bare in ${column}::text) > 0 then ${renamed}::${type} else ${column} end`;
  return column;
}

/** What rows of runs keep of their calls, of those that were given figures of their own. */
async function addUpCalls(owner: Sql): Promise<void> {
  await owner`
    update runs set cost_micro_usd = cost, uncosted_calls = uncosted, input_tokens = input, output_tokens = output
    from (select run_id, coalesce(sum(cost_micro_usd), 0) as cost, count(*) filter (where cost_micro_usd is null) as uncosted,
        coalesce(sum(input_tokens), 0) as input, coalesce(sum(output_tokens), 0) as output
      from model_calls group by run_id) as called
    where id = run_id`;
}

/** The forecast of each run's first plan, as it would be stored. */
async function addForecasts(owner: Sql): Promise<void> {
  const estimate = (
    expected: string,
  ) => `jsonb_build_object('low', ${expected} * 0.5, 'expected', ${expected}, 'high',
    ${expected} * 2, 'unknown', 0, 'unpriced', 0, 'tasks', 10, 'unknownRoles', 0)`;
  await owner.unsafe(`
    insert into plan_forecasts (run_id, version, workspace_id, forecast)
    select id, 1, workspace_id, jsonb_build_object('whole', jsonb_build_object('toolMicroUsd', 0, 'demo', false, 'runs', 100,
      'money', ${estimate("(100000 + abs(hashtext(id)) % 900000)")}, 'time', ${estimate("60000")}, 'writes', ${estimate("2")}))
    from runs where plan_version > 0 on conflict do nothing`);
}

/** Lessons that every fourth run was shown, each by two of its roles. */
async function addLessons(owner: Sql): Promise<void> {
  await owner`
    insert into lessons (workspace_id, id, version, text, words, status, source, author, created_at, updated_at)
    select 'local', 'lesson_' || n, 1, 'Lesson ' || n, 'lesson ' || n, 'accepted', 'person', 'Ada', now(), now()
    from generate_series(0, 29) as n`;
  await owner`
    insert into lesson_uses (workspace_id, run_id, key, lesson_id, version, role, from_version, created_at)
    select workspace_id, id, key, 'lesson_' || abs(hashtext(id)) % 30, 1, 'planner', 0, created_at
    from runs, unnest(array['one', 'two']) as key where abs(hashtext(id)) % 4 = 0`;
}
