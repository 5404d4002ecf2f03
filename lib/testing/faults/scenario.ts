import type { JsonObject } from "@/lib/core/json";
import { randomFrom } from "../seeds";

/** A call of one of the world's tools (lib/testing/faults/world-tools.ts). */
type WorldCall = { tool: string; args: { id: string } };

/** What the model says in one attempt of a task: turns with calls, then its answer. */
type AttemptScript = { turns: WorldCall[][]; answer: string };
type TaskDraft = JsonObject & { id: string };

/** Tasks that depend on each other and on what came before them, with all that is said and done in them. */
type Phase = {
  tasks: TaskDraft[];
  scripts: Record<string, AttemptScript[]>;
  /** Tasks on which no other of the phase depends. */
  sinks: string[];
  writes: string[];
};

type PhaseContext = { seed: number; random: () => number; idempotentOnly: boolean };
type TaskParts = { fields: JsonObject; scripts: AttemptScript[]; writes: string[]; skipped?: boolean };
type TaskFactory = (id: string, context: PhaseContext) => TaskParts;

const KINDS: [share: number, maker: TaskFactory][] = [
  [2, answerOnly],
  [4, callTools],
  [2, directProgram],
  [2, pureProgram],
  [2, fixedOnRetry],
  [1, skippedOnFailure],
  [1, synthesis],
];

const LARGE_CHARS = 6_000;

/**
 * A mission whose course is known from its seed alone, whatever the order in which its tasks end: a phase of tasks,
 * a turn at which the plan may change when all of them have ended, and a phase behind it.
 */
export type Scenario = {
  seed: number;
  mission: string;
  plan: JsonObject;
  settings: JsonObject;
  /** By task: what the model says in its first attempt, its second, and so on. */
  scripts: Record<string, AttemptScript[]>;
  /** What the review between the phases decides, if there is one. */
  decision?: "CONTINUE" | "REPLAN";
  /** What takes the place of the second phase when the plan is changed. */
  tail?: JsonObject;
  /** Ids of the calls that write, in order; each happens once in the run. */
  writes: string[];
  replans: number;
};

export type ScenarioOptions = {
  /** Leaves out calls whose outcome only a person can tell after a crash. */
  idempotentOnly?: boolean;
};

type TurningPoint = {
  task: TaskDraft;
  decision?: "CONTINUE" | "REPLAN";
  scripts: Phase["scripts"];
  replans: boolean;
};

const MISSION = "Carry out chaos scenario";
/** What every second run asks models beside its work: of lessons before, of each task as it begins, of itself at the end. */
const LEARNING = {
  reasoning: true,
  refinement: { enabled: true },
  selfCritique: true,
  retrospect: { enabled: true, minTasks: 1, below: 1 },
  lessons: { use: true, propose: true },
};
/** The lesson that the planners and reviewers of those runs are shown. */
export const SCENARIO_LESSON = `${MISSION}s with care: look at each part before it is changed.`;
const IDEMPOTENT = ", every part of which may be repeated";
const TOOLS = ["world_write", "world_put", "world_read"];
const AGENTS = { worker: { prompt: "You act on the world.", tools: TOOLS } };

/** The scenario of a seed; the same seed always gives the same. */
export function randomScenario(seed: number, options: ScenarioOptions = {}): Scenario {
  const random = randomFrom(seed);
  const context = { seed, random, idempotentOnly: options.idempotentOnly ?? false };
  const first = randomPhase(context, "a", []);
  const turn = randomTurningPoint(random, first.sinks);
  const second = randomPhase(context, "b", turn ? [turn.task.id] : first.sinks);
  const tail = turn?.replans ? randomPhase(context, "t", first.sinks) : undefined;
  const tasks = [...first.tasks, ...(turn ? [turn.task] : []), ...second.tasks];
  const reached = tail ?? second;
  return {
    seed,
    mission: `${MISSION} ${seed}${context.idempotentOnly ? IDEMPOTENT : ""}.`,
    plan: { title: `Scenario ${seed}`, agents: AGENTS, tasks },
    settings: {
      summarizer: random() < 0.3 ? "on" : "off",
      maxConcurrency: 2 + Math.floor(random() * 4),
      ...(seed % 2 === 0 && LEARNING),
    },
    scripts: { ...first.scripts, ...turn?.scripts, ...reached.scripts },
    ...(turn?.decision && { decision: turn.decision }),
    ...(tail && { tail: { title: `Tail ${seed}`, agents: AGENTS, tasks: tail.tasks } }),
    writes: [...first.writes, ...reached.writes],
    replans: tail ? 1 : 0,
  };
}

/** The scenario that a mission's text names; undefined for any other mission. */
export function scenarioOfMission(mission: string): Scenario | undefined {
  const seed = new RegExp(`${MISSION} (\\d+)`).exec(mission)?.[1];
  if (seed === undefined) return;
  return randomScenario(Number(seed), { idempotentOnly: mission.includes(IDEMPOTENT) });
}

/** Nothing, a review that continues, a review that changes the plan, or a task that fails so that it must change. */
function randomTurningPoint(random: () => number, after: string[]): TurningPoint | undefined {
  const kind = Math.floor(random() * 4);
  if (kind === 0) return;
  const task = { id: "turn", title: "Turn", dependsOn: after };
  if (kind === 1) {
    const answer = JSON.stringify({ ok: false });
    const check = { verification: '(get data/result "ok")', onVerificationFailure: "replan", maxRetries: 0 };
    const scripts = { turn: [{ turns: [], answer }] };
    return { task: { ...task, agent: "worker", input: "Fail.", ...check }, scripts, replans: true };
  }
  const decision = kind === 2 ? "CONTINUE" : "REPLAN";
  const review = { focus: "Is it well?", decisionPoints: ["Is all done?"] };
  const reviewed = { ...task, type: "planning_review", review };
  return { task: reviewed, decision, scripts: {}, replans: decision === "REPLAN" };
}

/** Two to five tasks of every kind; those without a dependency among them depend on `after`. */
function randomPhase(context: PhaseContext, prefix: string, after: string[]): Phase {
  const phase: Phase = { tasks: [], scripts: {}, sinks: [], writes: [] };
  const results: string[] = [];
  const size = 2 + Math.floor(context.random() * 4);
  for (let n = 1; n <= size; n += 1) {
    const id = `${prefix}${n}`;
    const before = phase.tasks.map((task) => task.id);
    const chosen = before.filter(() => context.random() < 0.5);
    const own = chosen.length > 0 ? chosen : after;
    const parts = pick(context.random, own.length > 0)(id, context);
    const named = own.find((one) => results.includes(one));
    const input = parts.fields.input ?? (named ? `Do ${id} with {{results.${named}}}.` : `Do ${id}.`);
    phase.tasks.push({ id, title: `Task ${id}`, dependsOn: own, ...parts.fields, input });
    phase.scripts[id] = parts.scripts;
    phase.writes.push(...parts.writes);
    phase.sinks = [...phase.sinks.filter((one) => !own.includes(one)), id];
    if (!parts.skipped) results.push(id);
  }
  return phase;
}

function pick(random: () => number, mayJoin: boolean): TaskFactory {
  const kinds = KINDS.filter(([, maker]) => mayJoin || maker !== synthesis);
  let weight = random() * kinds.reduce((sum, [share]) => sum + share, 0);
  for (const [share, maker] of kinds) {
    weight -= share;
    if (weight < 0) return maker;
  }
  return answerOnly;
}

/** An agent that answers at once; now and then so much that the result is a blob. */
function answerOnly(id: string, { random }: PhaseContext): TaskParts {
  const more = random() < 0.3 ? ` ${"and so on ".repeat(LARGE_CHARS / 10)}` : "";
  return {
    fields: { agent: "worker" },
    scripts: [{ turns: [], answer: `${id} is said${more}.` }],
    writes: [],
  };
}

/** An agent that calls tools in one or two turns, one or two at a time. */
function callTools(id: string, context: PhaseContext): TaskParts {
  const { random } = context;
  const turns = Array.from({ length: 1 + Math.floor(random() * 2) }, (_, turn) =>
    Array.from({ length: 1 + Math.floor(random() * 2) }, (_, n) => randomCall(`${id}-${turn}-${n}`, context)),
  );
  // Such an end has the rest of the plan looked at, in runs that learn.
  const scripts = [{ turns, answer: `${id} is done, and nothing is left.` }];
  return { fields: { agent: "worker" }, scripts, writes: writesOf(turns.flat()) };
}

/** A program that reads and writes, without any model. */
function directProgram(id: string, context: PhaseContext): TaskParts {
  const calls = [randomCall(`${id}-0`, context), randomCall(`${id}-1`, context)];
  const [first, second] = calls.map(({ tool, args }) => `(tool/${tool} {:id "${args.id}"})`);
  const input = `(let [first ${first} second ${second}] {:first first :second second})`;
  return { fields: { type: "direct", agent: "worker", input }, scripts: [], writes: writesOf(calls) };
}

/** A program that calls nothing, and so may end in the commit that starts it. */
function pureProgram(id: string): TaskParts {
  const input = `(str "${id} of " (count data/mission))`;
  return { fields: { type: "direct", input }, scripts: [], writes: [] };
}

/** An agent whose first result is refused, and whose second is not. */
function fixedOnRetry(id: string, context: PhaseContext): TaskParts {
  const check = { verification: '(get data/result "ok")', onVerificationFailure: "retry", maxRetries: 1 };
  const call = randomCall(`${id}-0`, context);
  const scripts = [
    { turns: [[call]], answer: JSON.stringify({ ok: false }) },
    { turns: [], answer: JSON.stringify({ ok: true, of: id }) },
  ];
  return { fields: { agent: "worker", ...check }, scripts, writes: writesOf([call]) };
}

/** An agent whose result is refused, and without which the run continues. */
function skippedOnFailure(id: string, context: PhaseContext): TaskParts {
  const check = { verification: "false", onVerificationFailure: "skip", critical: false };
  const call = randomCall(`${id}-0`, context);
  const scripts = [{ turns: [[call]], answer: `${id} is no use.` }];
  return { fields: { agent: "worker", ...check }, scripts, writes: writesOf([call]), skipped: true };
}

/** One turn over the results before it. */
function synthesis(id: string): TaskParts {
  const scripts = [{ turns: [], answer: `${id} brings together what came before.` }];
  return { fields: { type: "synthesis_gate" }, scripts, writes: [] };
}

function randomCall(name: string, { seed, random, idempotentOnly }: PhaseContext): WorldCall {
  const chance = random();
  const writing = idempotentOnly || chance >= 0.7 ? "world_put" : "world_write";
  return { tool: chance < 0.25 ? "world_read" : writing, args: { id: `${seed}-${name}` } };
}

function writesOf(calls: WorldCall[]): string[] {
  return calls.filter(({ tool }) => tool !== "world_read").map(({ args }) => args.id);
}
