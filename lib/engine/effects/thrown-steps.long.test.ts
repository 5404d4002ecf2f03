import { afterEach, expect, test, vi } from "vitest";
import { EFFECT_KINDS, type EffectKind } from "@/lib/core/run/state";
import { deferred } from "@/lib/testing/deferred";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { testTool } from "@/lib/testing/engine/scripted-run";
import { settled } from "@/lib/testing/manual-clock";
import { createScriptedModel, type Script } from "@/lib/testing/models/scripted-model";
import { scaled } from "@/lib/testing/scaled";
import { silentLog } from "@/lib/testing/silent-log";
import { createToolbox } from "@/lib/tools";
import { EFFECTS } from ".";
import type { EffectContext, EffectHandler } from "./effect";

/**
 * Makes what each effect waits for throw, one step after the other: the model, the tools, the reads, the clock, the
 * lease, the streams, the commits. It is that effect's failure with its cause, and all others come to their ends.
 */
const effects: { [K in EffectKind]: EffectHandler } = EFFECTS;
afterEach(() => vi.restoreAllMocks());

type Steps = { seen: string[]; throwAt: number | undefined; thrown(): void };

const isThenable = (value: unknown): value is Promise<unknown> =>
  typeof value === "object" && value !== null && "then" in value;
/** A port, or what one of its functions gives to be called later: an object with functions. */
const isPort = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !(value instanceof AbortSignal) && hasFunctions(value);
const hasFunctions = (value: object): boolean =>
  [
    ...Object.values(value),
    ...Object.values(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(value))),
  ].some((item) => typeof item === "function" || typeof item?.value === "function");

/** The same object, whose promises are counted by the names that lead to them; the one wanted is broken instead. */
function watched<T extends object>(port: T, steps: Steps, path = ""): T {
  return new Proxy(port, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      const name = `${path}${String(key)}`;
      if (typeof value !== "function")
        return path === "" && isPort(value) ? watched(value, steps, `${name}.`) : value;
      return (...args: unknown[]) => {
        const given: unknown = Reflect.apply(value, target, args);
        if (!isThenable(given)) return isPort(given) ? watched(given, steps, `${name}().`) : given;
        steps.seen.push(name);
        if (steps.seen.length - 1 !== steps.throwAt) return given;
        given.catch(() => undefined);
        steps.thrown();
        return Promise.reject(new TypeError(`${name} broke`));
      };
    },
  });
}

const json = (value: object) => JSON.stringify(value);
const ANSWERS: Record<string, string> = {
  planner: json({ title: "Plan", tasks: [{ id: "find", title: "Find", input: "Find it" }] }),
  critic: json({ findings: [] }),
  detailer: json({ details: ["Turn it twice."] }),
  reasoner: json({ reasoning: "So.", expectedOutcome: "Open", alternatives: [], confidence: 0.7 }),
  quality_gate: json({ sufficient: true, missing: [], evidence: [] }),
  reviewer: json({
    decision: "CONTINUE",
    reasoning: "Well.",
    conditions: [],
    answers: [],
    finalResult: null,
    abortReason: null,
  }),
  refiner: json({ needed: false, summary: "It still fits." }),
  self_critic: json({
    wasBestApproach: false,
    mistakes: ["No lock was tried."],
    simplerAlternatives: [],
    expertAdvice: "Try the door.",
    selfRating: 0.5,
  }),
  summarizer: json({
    finalAnswer: "All is done.",
    qualityScore: 0.9,
    qualityReasoning: "It is there.",
    needReplan: false,
    replanReason: null,
    usedEvidence: [],
  }),
  replanner: json({ missionImpossible: "No server." }),
  // Too long for an event: who looks at it reads it from the store.
  synthesis: "long ".repeat(20_000),
  critique: json({ score: 0.2, passed: false, feedback: "No cost.", issues: ["No cost."] }),
  retrospective: json({
    goalAchieved: "yes",
    efficiency: 0.5,
    unnecessaryTasks: [],
    workedWell: [],
    improvements: [],
    lesson: "Try the door first.",
  }),
};

/** A run in which an effect is at work: this one, but for what the kind needs otherwise. */
type Scenario = { hasPlan?: false; tasks?: object[]; settings?: object };

const own = { agent: "worker" };
const may = { critical: false, onFailure: "skip", maxRetries: 0 };
const TASKS = [
  { id: "find", title: "Find", ...own, ...may, input: "Find it" },
  { id: "sum", title: "Sum", type: "direct", ...own, ...may, dependsOn: ["find"], input: "(tool/look {})" },
  { id: "short", title: "Short", type: "synthesis_gate", ...may, dependsOn: ["sum"] },
  { id: "ask", title: "Ask", type: "human_review", ...may, dependsOn: ["short"], gate: { prompt: "Go on?" } },
  {
    id: "view",
    title: "View",
    type: "planning_review",
    ...may,
    dependsOn: ["ask"],
    review: { focus: "Open?", previousTasks: ["find"] },
  },
  {
    id: "use",
    title: "Use",
    ...own,
    ...may,
    dependsOn: ["find"],
    input: "{{results.find}}",
    qualityGate: true,
  },
];
/** Neighbours: one that is at work while an effect breaks, and one that begins afterwards. */
const NEIGHBOURS = [
  { id: "beside", title: "Beside", ...own, input: "BESIDE", details: ["Wait."] },
  { id: "after", title: "After", ...own, input: "AFTER", dependsOn: ["beside"], details: ["Wait."] },
];
/** These are at work before or behind all tasks, or keep others from beginning. */
const ALONE: ReadonlySet<EffectKind> = new Set([
  ...(["plan", "critique_plan", "replan", "critique_approach", "summarize", "answer"] as const),
  ...(["critique_answer", "revise_answer", "retrospect"] as const),
]);
const SCENARIOS: Partial<Record<EffectKind, Scenario>> = {
  plan: { hasPlan: false },
  answer: { settings: { summarizer: "off" } },
  replan: {
    settings: { replanOnFailure: true },
    tasks: [
      { ...TASKS[0], verification: '(or (= data/result "up") "down")', onVerificationFailure: "replan" },
    ],
  },
};
const SETTINGS = {
  summarizer: "on",
  modelRetryDelayMs: 1,
  reviewHoldMs: 0,
  replanOnFailure: false,
  reasoning: true,
  refinement: { enabled: true },
  selfCritique: true,
  detailOnDemand: true,
  retrospect: { enabled: true, minTasks: 1, below: 1 },
  lessons: { use: true, propose: true },
  examples: { use: true },
  critic: { mode: "model" },
  reflection: { enabled: true, maxRevisions: 1 },
};

const script: Script = ({ role = "", prompt, messages }) => {
  if (role !== "agent") return ANSWERS[role] ?? `${role} did it`;
  if (!prompt.includes("Find it")) return "done";
  // What comes next is looked at again.
  if (messages.length > 1) return "nothing was found";
  return { calls: ["look", "send"].map((tool) => ({ tool, args: {} })) };
};

/** Plays a run in which the nth step of its first effect of this kind throws; none does without a number. */
async function play(kind: EffectKind, throwAt?: number) {
  const { tasks = TASKS, settings, hasPlan = true } = SCENARIOS[kind] ?? {};
  const threw = deferred();
  const steps: Steps = { seen: [], thrown: () => threw.resolve(), throwAt };
  let key: string | undefined;
  const perform = effects[kind];
  const spy = vi.spyOn(effects, kind).mockImplementation((context: EffectContext) => {
    if (!NEIGHBOURS.some(({ id }) => id === context.taskId)) key ??= context.key;
    return perform(context.key === key ? watched(context, steps) : context);
  });
  const model = createScriptedModel(async (call, context) => {
    const isBeside = call.role === "agent" && call.prompt.includes("BESIDE");
    if (throwAt !== undefined && !ALONE.has(kind) && isBeside) await threw.promise;
    return script(call, context);
  });
  const causes: unknown[] = [];
  const log = { ...silentLog, error: (fields: object) => causes.push("err" in fields && fields.err) };
  const send = testTool("send", { sideEffects: "write", idempotent: true });
  const engine = createMemoryEngine({ model, log, tools: createToolbox([testTool("look"), send]) });
  const agents = { worker: { prompt: "Work.", tools: ["look", "send"] } };
  const plan = { title: "Plan", agents, tasks: [...tasks, ...NEIGHBOURS] };
  await engine.create("Do it", hasPlan ? plan : undefined, { ...SETTINGS, ...settings });
  const state = () => engine.store.state(RUN_ID);
  const answered = new Set<string>();
  engine.store.onCommit.add(() => {
    const [open] = Object.keys(state().openApprovals);
    if (open === undefined || answered.has(open)) return;
    answered.add(open);
    void engine.person({ type: "decide", verb: "approve" });
  });
  while (!state().finished) {
    await (await engine.lease()).ended;
    await settled();
  }
  spy.mockRestore();
  const { finished, tasks: ended } = state();
  return {
    steps: steps.seen,
    end: [finished?.reason, ...NEIGHBOURS.map(({ id }) => ended[id]?.status)],
    events: engine.store.events(RUN_ID).map((event) => JSON.stringify(event)),
    causes,
  };
}

/** Nothing waits for them: what they would have ended may have ended before. */
const WATCHES = "clock.sleep";

test.each(EFFECT_KINDS)(
  "%s that breaks at any of its steps fails with its cause, and its neighbours succeed",
  async (kind) => {
    const whole = await play(kind);
    expect(whole.steps.length).toBeGreaterThan(0);
    expect(whole.causes).toEqual([]);
    const every = Math.ceil(whole.steps.length / scaled(whole.steps.length));
    for (const [at, name] of whole.steps.entries()) {
      if (at % every > 0) continue;
      const { end, events, causes } = await play(kind, at);
      const message = `${name} broke`;
      expect([message, ...end]).toEqual([message, ...whole.end]);
      if (name === WATCHES) continue;
      expect(causes).toMatchObject([{ message }]);
      // A commit that was made has ended the effect: what breaks behind it stands in the log alone.
      const isTold = events.some((event) => event.includes(message));
      expect([message, isTold || name === "commit"]).toEqual([message, true]);
    }
  },
  120_000,
);
