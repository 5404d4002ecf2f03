import { describe, expect, it } from "vitest";
import { readJsonBlock } from "@/lib/core/prompt-blocks";
import { refinementSettings } from "@/lib/core/refinement/settings";
import { RUN_ID } from "@/lib/testing/engine/memory-engine";
import {
  createScriptedRun,
  playScriptedRun,
  type ScriptedRun,
  testTool,
} from "@/lib/testing/engine/scripted-run";
import type { Script } from "@/lib/testing/models/scripted-model";
import { refining } from "@/lib/testing/runs/refined-run";

const TASKS = [
  { id: "find", title: "Find the server", input: "Which server has room?" },
  { id: "move", title: "Move the shop", input: "Move it to server 1.", dependsOn: ["find"] },
  { id: "note", title: "Write it down", input: "Note {{results.move}}.", dependsOn: ["move"] },
];
const ANSWER = {
  needed: true,
  modify: [{ taskId: "move", input: "Move it to server 7.", reason: "Server 1 is full." }],
  add: [
    {
      task: { id: "warn", title: "Warn", input: "Warn the people of server 7." },
      after: ["find"],
      reason: "They share it.",
    },
  ],
  skip: [
    { taskId: "note", reason: "It notes itself." },
    { taskId: "find", reason: "done" },
  ],
  summary: "It is server 7.",
};
/** What agents say: it speaks against the server that the plan names, and of something that is not there. */
const DID = "Server 7 has room, and no other.";
const NOTHING = { needed: false, summary: "It still fits." };

/** The refiner says this the first time, and afterwards that all is well. */
const scriptOf = (said: unknown, did = DID): Script => {
  let asked = 0;
  return ({ role }) => {
    if (role !== "refiner") return role === "agent" ? did : `${role} did it`;
    asked += 1;
    return asked === 1 ? (typeof said === "string" ? said : JSON.stringify(said)) : JSON.stringify(NOTHING);
  };
};
const settings = refining();

it("is given no tools, and told those of the plan's agents by name", async () => {
  const agents = { worker: { prompt: "Work.", tools: ["look"] } };
  const script: Script = (call, context) => {
    if (call.role === "refiner") expect(call.tools ?? []).toEqual([]);
    return scriptOf(NOTHING)(call, context);
  };
  const tools = [testTool("look"), testTool("deploy")];
  const tasks = TASKS.map((task) => ({ ...task, agent: "worker" }));
  const run = await playScriptedRun(tasks, { script, settings, tools, agents });
  const [prompt = ""] = run.prompts("refiner");
  expect(readJsonBlock(prompt, "agents")).toEqual({ worker: { prompt: "Work.", tools: ["look"] } });
  expect(prompt).not.toContain('name="tools"');
});

it("is asked only where an end contradicts what waits for it, and nothing waits for the answer by default", async () => {
  const plain = await playScriptedRun(TASKS, { script: scriptOf(NOTHING, "I did it."), settings });
  expect(plain.prompts("refiner")).toEqual([]);
  const run = await playScriptedRun(TASKS, {
    script: scriptOf(ANSWER),
    settings: refining({ wait: refinementSettings.parse({}).wait }),
  });
  const order = run.events().map(({ type }) => type);
  const [asked, started] = [order.indexOf("refinement_started"), order.lastIndexOf("task_started")];
  expect(asked).toBeGreaterThan(0);
  expect(started).toBeGreaterThan(asked);
  expect(run.payloads("refined")[0]?.dropped).toContainEqual({
    part: "modify",
    taskId: "move",
    why: "started",
  });
});

describe("a refinement", () => {
  it("changes what has not begun by what came out, and the run goes its new way", async () => {
    const run = await playScriptedRun(TASKS, { script: scriptOf(ANSWER), settings });
    const state = run.state();
    expect(run.payloads("plan_version_adopted").map(({ origin }) => origin)).toEqual([
      "person",
      "refinement",
    ]);
    expect(run.payloads("refined")[0]).toMatchObject({
      outcome: "adopted",
      summary: "It is server 7.",
      modified: [{ taskId: "move", reason: "Server 1 is full." }],
      added: [{ taskId: "warn" }],
      skipped: [{ taskId: "note" }],
      dropped: [{ part: "skip", taskId: "find", why: "started" }],
      toVersion: 2,
    });
    expect(run.prompts("agent").filter((prompt) => prompt.includes("Move it to server 7."))).toHaveLength(1);
    expect(state.tasks.warn?.status).toBe("succeeded");
    expect(state.finished?.reason).toBe("answer_complete");
  });

  it("is asked with the results, and with what may not be touched", async () => {
    const tasks = [
      ...TASKS,
      { id: "gate", type: "planning_review" as const, title: "Look", dependsOn: ["note"] },
    ];
    const run = await playScriptedRun(tasks, {
      script: scriptOf(NOTHING),
      settings: { ...settings, reviewMode: "auto" },
    });
    const [prompt = ""] = run.prompts("refiner");
    expect(readJsonBlock(prompt, "results")).toEqual([
      { id: "find", title: "Find the server", status: "succeeded", value: DID },
    ]);
    expect(readJsonBlock(prompt, "remaining")).toMatchObject([
      { id: "move", input: "Move it to server 1." },
      { id: "note" },
      { id: "gate", fixed: true },
    ]);
    const [, second = ""] = run.prompts("refiner");
    expect(readJsonBlock(second, "completed")).toMatchObject([{ id: "find" }]);
  });

  it.each([
    ["nothing is needed", NOTHING, { outcome: "unneeded" }],
    [
      "nothing fits",
      { ...NOTHING, needed: true, skip: [{ taskId: "find", reason: "" }] },
      { outcome: "inapplicable" },
    ],
    [
      "only a skip is left",
      { ...NOTHING, needed: true, skip: [{ taskId: "note", reason: "no" }] },
      { outcome: "adopted" },
    ],
    ["nothing can be read", "No idea.", { outcome: "failed", reason: { code: "unreadable_answer" } }],
    [
      "a task names a result that is none of the plan",
      {
        ...NOTHING,
        needed: true,
        add: [{ task: { id: "n", title: "N", input: "{{results.nobody}}" }, after: ["find"], reason: "" }],
      },
      { outcome: "refused", issues: [{ code: "unknown_placeholder" }] },
    ],
  ])("leaves the plan as it is when %s", async (_, said, told) => {
    const script = scriptOf(said);
    const always: Script = (call, context) =>
      said === "No idea." && call.role === "refiner" ? said : script(call, context);
    const run = await playScriptedRun(TASKS, { script: always, settings });
    expect(run.payloads("refined")[0]).toMatchObject(told);
    expect(run.state().planVersion).toBe(1);
    expect(run.state().finished?.reason).toBe("answer_complete");
  });
});

describe("a worker lost at any commit of a refinement", async () => {
  /** Commits from the end of the first task on: until the refinement has taken effect, or waits for people. */
  const COMMITS = { auto: 8, ask: 4 };

  /** What the run came to, without the moments and the leases at which it did. */
  const outcomeOf = (run: ScriptedRun) => {
    const { tasks, planVersion, refinements, finished, counters } = run.state();
    return {
      tasks: Object.values(tasks).map(({ id, status, spec, result }) => [
        id,
        status,
        spec.input,
        result?.digest,
      ]),
      entries: refinements?.entries.map(({ about, status, modified, added, skipped }) => {
        return { about, status, modified, added, skipped };
      }),
      reason: finished?.reason,
      planVersion,
      replans: counters.replans,
      attempts: counters.attempts,
    };
  };

  /** Plays the run; behind the nth commit since the question its worker loses it, and the next one takes over. */
  async function playLosing(nth: number, apply: "auto" | "ask") {
    const run = await createScriptedRun(TASKS, { script: scriptByPrompt, settings: refining({ apply }) });
    let seen = 0;
    let actor = await run.lease();
    const { store } = run.engine;
    const lost = new Promise<void>((resolve) => {
      store.onCommit.add(() => {
        if (!store.state(RUN_ID).refinements) return;
        seen += 1;
        if (seen !== nth) return;
        actor.lose();
        resolve();
      });
    });
    await Promise.race([lost, actor.ended]);
    if (nth > 0 && seen >= nth) await store.jobs.release(actor.claim);
    while (!run.state().finished) {
      if (Object.keys(run.state().openApprovals).length > 0)
        await run.engine.person({ type: "decide", verb: "approve" });
      actor = await run.lease();
      await actor.ended;
    }
    return run;
  }

  /** By what was asked, not by how often: a question that is asked again gets the same answer. */
  const scriptByPrompt: Script = ({ role, prompt }) =>
    role === "refiner"
      ? JSON.stringify(isFirst(prompt) ? ANSWER : NOTHING)
      : role === "agent"
        ? DID
        : `${role} did it`;
  const isFirst = (prompt: string) => JSON.stringify(readJsonBlock(prompt, "results")).includes('"find"');

  for (const apply of ["auto", "ask"] as const) {
    const usual = await playLosing(0, apply);
    it.each(Array.from({ length: COMMITS[apply] }, (_, n) => n + 1))(
      `costs at most one repeated call, and changes nothing else (${apply}, commit %i)`,
      async (nth) => {
        const run = await playLosing(nth, apply);
        expect(run.state().epoch).toBe(usual.state().epoch + 1);
        expect(outcomeOf(run)).toEqual(outcomeOf(usual));
        expect(run.prompts("refiner").filter(isFirst).length).toBeLessThanOrEqual(2);
        expect(run.prompts("refiner").length).toBeLessThanOrEqual(usual.prompts("refiner").length + 1);
      },
    );
  }
});
