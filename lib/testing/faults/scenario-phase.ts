import type { JsonObject } from "@/lib/core/json";

/** A call of one of the world's tools (lib/testing/faults/world-tools.ts). */
export type WorldCall = { tool: string; args: { id: string } };

/** What the model says in one attempt of a task: turns with calls, then its answer. */
export type AttemptScript = { turns: WorldCall[][]; answer: string };

export type TaskDraft = JsonObject & { id: string };

/** Tasks that depend on each other and on what came before them, with all that is said and done in them. */
export type Phase = {
  tasks: TaskDraft[];
  scripts: Record<string, AttemptScript[]>;
  /** Tasks on which no other of the phase depends. */
  sinks: string[];
  writes: string[];
};

export type PhaseContext = { seed: number; random: () => number; idempotentOnly: boolean };

type Made = { fields: JsonObject; scripts: AttemptScript[]; writes: string[]; skipped?: boolean };
type Maker = (id: string, context: PhaseContext) => Made;

const KINDS: [share: number, maker: Maker][] = [
  [2, talk],
  [4, act],
  [2, program],
  [2, mended],
  [1, given_up],
  [1, join],
];
const LARGE_CHARS = 6_000;

/** Two to five tasks of every kind; those without a dependency among them depend on `after`. */
export function randomPhase(context: PhaseContext, prefix: string, after: string[]): Phase {
  const phase: Phase = { tasks: [], scripts: {}, sinks: [], writes: [] };
  const results: string[] = [];
  const size = 2 + Math.floor(context.random() * 4);
  for (let n = 1; n <= size; n += 1) {
    const id = `${prefix}${n}`;
    const before = phase.tasks.map((task) => task.id);
    const chosen = before.filter(() => context.random() < 0.5);
    const own = chosen.length > 0 ? chosen : after;
    const made = pick(context.random, own.length > 0)(id, context);
    const named = own.find((one) => results.includes(one));
    const input = made.fields.input ?? (named ? `Do ${id} with {{results.${named}}}.` : `Do ${id}.`);
    phase.tasks.push({ id, title: `Task ${id}`, dependsOn: own, ...made.fields, input });
    phase.scripts[id] = made.scripts;
    phase.writes.push(...made.writes);
    phase.sinks = [...phase.sinks.filter((one) => !own.includes(one)), id];
    if (!made.skipped) results.push(id);
  }
  return phase;
}

function pick(random: () => number, mayJoin: boolean): Maker {
  const kinds = KINDS.filter(([, maker]) => mayJoin || maker !== join);
  let place = random() * kinds.reduce((sum, [share]) => sum + share, 0);
  for (const [share, maker] of kinds) {
    place -= share;
    if (place < 0) return maker;
  }
  return talk;
}

/** An agent that answers at once; now and then so much that the result is a blob. */
function talk(id: string, { random }: PhaseContext): Made {
  const more = random() < 0.3 ? ` ${"and so on ".repeat(LARGE_CHARS / 10)}` : "";
  return {
    fields: { agent: "worker" },
    scripts: [{ turns: [], answer: `${id} is said${more}.` }],
    writes: [],
  };
}

/** An agent that calls tools in one or two turns, one or two at a time. */
function act(id: string, context: PhaseContext): Made {
  const { random } = context;
  const turns = Array.from({ length: 1 + Math.floor(random() * 2) }, (_, turn) =>
    Array.from({ length: 1 + Math.floor(random() * 2) }, (_, n) => randomCall(`${id}-${turn}-${n}`, context)),
  );
  const scripts = [{ turns, answer: `${id} is done.` }];
  return { fields: { agent: "worker" }, scripts, writes: writesOf(turns.flat()) };
}

/** A program that reads and writes, without any model. */
function program(id: string, context: PhaseContext): Made {
  const calls = [randomCall(`${id}-0`, context), randomCall(`${id}-1`, context)];
  const [first, second] = calls.map(({ tool, args }) => `(tool/${tool} {:id "${args.id}"})`);
  const input = `(let [first ${first} second ${second}] {:first first :second second})`;
  return { fields: { type: "direct", agent: "worker", input }, scripts: [], writes: writesOf(calls) };
}

/** An agent whose first result is refused, and whose second is not. */
function mended(id: string, context: PhaseContext): Made {
  const check = { verification: '(get data/result "ok")', onVerificationFailure: "retry", maxRetries: 1 };
  const call = randomCall(`${id}-0`, context);
  const scripts = [
    { turns: [[call]], answer: JSON.stringify({ ok: false }) },
    { turns: [], answer: JSON.stringify({ ok: true, of: id }) },
  ];
  return { fields: { agent: "worker", ...check }, scripts, writes: writesOf([call]) };
}

/** An agent whose result is refused, and without which the run goes on. */
function given_up(id: string, context: PhaseContext): Made {
  const check = { verification: "false", onVerificationFailure: "skip", critical: false };
  const call = randomCall(`${id}-0`, context);
  const scripts = [{ turns: [[call]], answer: `${id} is no use.` }];
  return { fields: { agent: "worker", ...check }, scripts, writes: writesOf([call]), skipped: true };
}

/** One turn over the results before it. */
function join(id: string): Made {
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
