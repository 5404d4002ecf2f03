import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { RunEvent, RunState } from "@/lib/core/run";
import { AT_ONCE } from "@/lib/core/run/effects/at-once";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";

/** Whether programs may end in the commit that starts them. */
const rule = vi.hoisted(() => ({ isOn: true }));

vi.mock("@/lib/core/run/effects/at-once", async (importOriginal) => {
  const own = await importOriginal<typeof import("@/lib/core/run/effects/at-once")>();
  const mayEndAtOnce: typeof own.mayEndAtOnce = (...given) => rule.isOn && own.mayEndAtOnce(...given);
  return { ...own, mayEndAtOnce };
});

beforeEach(() => {
  rule.isOn = true;
});

type Program = { input: string; dependsOn: string[] } & Record<string, unknown>;

/** Too long for an event. */
const LONG_TEXT = "ab".repeat(3_000);

const idOf = (n: number) => `t${n}`;
const planOf = (programs: Program[]) => ({
  title: "Programs",
  tasks: programs.map((program, n) => ({ id: idOf(n), title: `Task ${n}`, type: "direct", ...program })),
});
const chain = (length: number, input = "(+ 1 2)") =>
  planOf(Array.from({ length }, (_, n) => ({ input, dependsOn: n === 0 ? [] : [idOf(n - 1)] })));

function createEngine() {
  const model = createScriptedModel(({ role }) => (role === "answer" ? "All is done." : "done"));
  const engine = createMemoryEngine({ model });
  let commits = 0;
  engine.store.onCommit.add(() => {
    commits += 1;
  });
  const events = () => engine.store.events(RUN_ID);
  return { ...engine, commits: () => commits, events };
}

const ofType = <T extends RunEvent["type"]>(events: RunEvent[], type: T) =>
  events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);

const succeeded = (events: RunEvent[]): number => ofType(events, "task_succeeded").length;

const hasEnded = (state: RunState) => state.finished !== undefined;

describe("programs that end in the commit that starts them", () => {
  test("take a commit for many, each with the start and the end of its own", async () => {
    const engine = createEngine();
    await engine.create("Count", chain(60));
    await engine.lease();
    const state = await engine.until(hasEnded);
    expect(state.finished?.reason).toBe("answer_complete");
    expect(ofType(engine.events(), "task_started")).toHaveLength(60);
    expect(ofType(engine.events(), "task_succeeded")).toHaveLength(60);
    expect(engine.commits()).toBeLessThan(60);
    expect(state.inFlight).toEqual({});
  });

  test("are no more in one commit than that has room for", async () => {
    const engine = createEngine();
    const perCommit: number[] = [];
    let before = 0;
    engine.store.onCommit.add(() => {
      const done = succeeded(engine.events());
      perCommit.push(done - before);
      before = done;
    });
    await engine.create("Count", chain(130));
    await engine.lease();
    await engine.until(hasEnded);
    expect(Math.max(...perCommit)).toBeGreaterThan(1);
    expect(Math.max(...perCommit)).toBeLessThanOrEqual(AT_ONCE.programs);
  });

  test("stop where a person pauses the run, and go on from there", async () => {
    const engine = createEngine();
    await engine.create("Count", chain(400));
    const leased = engine.lease();
    await engine.until(() => succeeded(engine.events()) > 0);
    await engine.person({ type: "pause" });
    const paused = engine.events().length;
    expect(engine.events().at(-1)?.type).toBe("run_paused");
    expect(succeeded(engine.events())).toBeLessThan(400);
    await (await leased).ended;
    expect(ofType(engine.events().slice(paused), "task_started")).toEqual([]);
    await engine.person({ type: "resume" });
    await engine.lease();
    await engine.until(hasEnded);
    expect(ofType(engine.events(), "task_succeeded")).toHaveLength(400);
  });

  test("are cancelled from one commit to the next", async () => {
    const engine = createEngine();
    await engine.create("Count", chain(400));
    await engine.lease();
    await engine.until(() => succeeded(engine.events()) > 0);
    await engine.person({ type: "cancel" });
    const state = await engine.until(hasEnded);
    expect(state.finished?.reason).toBe("cancelled");
    expect(succeeded(engine.events())).toBeLessThan(400);
  });

  test("are evaluated again when their commit fails, and end once", async () => {
    const engine = createEngine();
    await engine.create("Count", chain(60));
    engine.store.failCommits(2);
    await engine.lease();
    await engine.until(() => succeeded(engine.events()) > 0);
    engine.store.failCommits(2);
    await engine.until(hasEnded);
    const ended = ofType(engine.events(), "task_succeeded").map(({ payload }) => payload.taskId);
    expect(ended).toEqual([...new Set(ended)]);
    expect(ended).toHaveLength(60);
  });

  test("read long texts that others of the same commits have given", async () => {
    const engine = createEngine();
    const plan = planOf([
      { input: "data/mission", dependsOn: [] },
      { input: '(count (get data/depends "t0"))', dependsOn: ["t0"] },
    ]);
    await engine.create(LONG_TEXT, plan);
    await engine.lease();
    const { tasks } = await engine.until(hasEnded);
    expect(tasks.t0?.result).toMatchObject({ bytes: 6_002 });
    expect(tasks.t1?.result).toMatchObject({ inline: 6_000 });
  });

  test("leave to effects what takes longer, calls a tool, fails, or is looked at by a model", async () => {
    const engine = createEngine();
    const plan = planOf([
      { input: "(reduce + (range 9000))", dependsOn: [] },
      { input: '(tool/none {:a "b"})', dependsOn: [], onFailure: "skip", critical: false },
      { input: "(get", dependsOn: [], onFailure: "skip", critical: false },
      { input: "(+ 1 2)", dependsOn: [], verification: "(= data/result 4)", onVerificationFailure: "skip" },
      { input: "(+ 1 2)", dependsOn: [], verification: "(= data/result 3)" },
      { input: "(+ 1 2)", dependsOn: [], outputSchema: { type: "string" }, onVerificationFailure: "skip" },
    ]);
    await engine.create("Count", plan);
    await engine.lease();
    const { tasks } = await engine.until(hasEnded);
    expect(Object.values(tasks).map(({ status }) => status)).toEqual([
      ...["succeeded", "skipped", "skipped", "skipped", "succeeded", "skipped"],
    ]);
    const atOnce = engine.events().findIndex(({ type }) => type === "effects_started");
    expect(engine.events().at(atOnce)?.payload).toMatchObject({ keys: [expect.stringContaining("t4")] });
  });
});

const programArb = (n: number): fc.Arbitrary<Program> =>
  fc.record({
    input: fc.constantFrom(
      "(+ 1 2)",
      "(str data/depends)",
      "(reduce + (range 9000))",
      "data/mission",
      "(/ 1 0)",
      '(get data/depends "t0")',
    ),
    dependsOn: fc.subarray(
      Array.from({ length: n }, (_, other) => idOf(other)),
      { maxLength: Math.min(3, n) },
    ),
    onFailure: fc.constantFrom("skip", "retry", "stop"),
    // What a halt finds running is chance.
    critical: fc.constant(false),
    maxRetries: fc.nat(1),
    verification: fc.constantFrom(undefined, undefined, "(not (= data/result 3))"),
    onVerificationFailure: fc.constantFrom("skip", "retry", "stop"),
  });

const planArb = fc
  .integer({ min: 1, max: 10 })
  .chain((size) => fc.tuple(...Array.from({ length: size }, (_, n) => programArb(n))))
  .map(planOf);

/** What happened to each task, in order, and what came of it; not when, nor beside what. */
async function historyOf(plan: object, isOn: boolean) {
  rule.isOn = isOn;
  const engine = createEngine();
  await engine.create(LONG_TEXT, plan, { retryDelayMs: 0, replanOnFailure: false });
  await engine.lease();
  const { tasks, finished } = await engine.until(hasEnded);
  const byTask: Record<string, unknown[]> = {};
  for (const { type, payload } of engine.events()) {
    const { taskId, notBefore: _when, ...facts } = payload as { taskId?: string; notBefore?: number };
    if (taskId !== undefined) byTask[taskId] = [...(byTask[taskId] ?? []), { type, facts }];
  }
  const ends = Object.values(tasks).map(({ id, status, result, diagnosis, attempts }) => ({
    id,
    status,
    result,
    diagnosis,
    attempts: attempts.map(({ attempt, outcome, code, checks }) => ({ attempt, outcome, code, checks })),
  }));
  return { byTask, ends, reason: finished?.reason };
}

test("any plan of programs comes to the same by commits for each and by commits for many", async () => {
  await fc.assert(
    fc.asyncProperty(planArb, async (plan) => {
      expect(await historyOf(plan, true)).toEqual(await historyOf(plan, false));
    }),
    { numRuns: 60 },
  );
});
