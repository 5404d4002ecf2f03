import { expect, test } from "vitest";
import { createScriptedRun, type ScriptedRun } from "@/lib/testing/engine/scripted-run";
import { deployTool, deployTurn, gates, resumeRun, toolResults } from "@/lib/testing/engine/tool-call-runs";

const GATE = { id: "ok", title: "Release approval", type: "human_review" };
const ship = (id: string, fields: object) => ({
  id,
  title: id,
  agent: "worker",
  input: `Ship ${id}`,
  ...fields,
});
const CHECKED = { verification: '(or (= data/result "shipped 2") "Not good enough")' };

/** A gate, and behind it work that is done once and refused; `tail` is what the replanner puts in its place. */
async function replanned(tail: object, gate: object = {}): Promise<ScriptedRun & { done: string[] }> {
  const { done, tool } = deployTool();
  let turns = 0;
  const run = await createScriptedRun(
    [{ ...GATE, ...gate }, ship("first", { dependsOn: ["ok"], ...CHECKED })],
    {
      tools: [tool],
      settings: { replanOnFailure: true, replanCooldownMs: 0, critic: { mode: "off" } },
      script: ({ role, messages }) => {
        if (role === "replanner") return JSON.stringify({ title: "Tail", tasks: [{ ...tail, ...CHECKED }] });
        if (messages.length > 1) return `shipped ${turns}`;
        turns += 1;
        return deployTurn(String(turns));
      },
    },
  );
  await resumeRun(run);
  await run.engine.person({ type: "decide", verb: "approve" });
  await resumeRun(run);
  return { ...run, done };
}

const open = (run: ScriptedRun) => gates(run).filter(({ status }) => status === "open");

test("a call behind a gate that was passed for this work runs", async () => {
  const run = await replanned(ship("second", { dependsOn: ["ok"] }));
  expect(run.done).toEqual(["1"]);
});

test("a call of new work that is hung behind a gate that was answered before asks under its terms", async () => {
  const run = await replanned(ship("second", { dependsOn: ["ok"] }), { gate: { assignees: ["Pat"] } });
  expect(run.state().planVersion).toBe(2);
  expect(open(run)).toMatchObject([
    {
      kind: "tool_approval",
      taskId: "second",
      assignees: ["Pat"],
      obligations: expect.arrayContaining(["1/ok"]),
      question: { reasons: [{ code: "control_unmet", tool: "deploy", controls: ["Release approval"] }] },
    },
  ]);
  await run.engine.person({ type: "decide", verb: "approve" });
  await resumeRun(run);
  expect(run.done).toEqual(["1", "2"]);
  expect(run.state().tasks.second).toMatchObject({ status: "succeeded", attempt: 1 });
});

test("a plan with new work that is behind no gate any more is in force only when that gate's people let it", async () => {
  const run = await replanned(ship("second", {}), { gate: { assignees: ["Pat"] } });
  expect(JSON.stringify(run.model.requests)).toContain(
    "“Release approval” is weakened for “second” (may call deploy): nobody is asked",
  );
  expect(run.state().planVersion).toBe(1);
  expect(open(run)).toMatchObject([{ kind: "control_waiver", assignees: ["Pat"], planVersion: 2 }]);
  await run.engine.person({ type: "decide", verb: "approve" });
  await resumeRun(run);
  expect(run.state().planVersion).toBe(2);
  expect(run.done).toEqual(["1", "2"]);
  expect(run.state().phase).toBe("ended");
});

test("a call that its control holds back does not run when it is refused", async () => {
  const run = await replanned(ship("second", { dependsOn: ["ok"] }));
  await run.engine.person({ type: "decide", verb: "reject", comment: "never" });
  await resumeRun(run);
  expect(run.done).toEqual(["1"]);
  expect(
    toolResults(run.model.requests.findLast(({ messages }) => messages.at(-1)?.role === "tool")),
  ).toMatchObject([{ isError: true, output: 'A person did not let "deploy" run: never' }]);
});

test("a control does not hold back a tool that only reads", async () => {
  const run = await replanned(ship("second", { agent: "default" }));
  expect(open(run)).toEqual([]);
  expect(run.state().tasks.second?.status).toBe("succeeded");
});

/** Gate, harmless task, effect; a check beside them fails, and the replanner then writes these three again. */
async function swappedBehindAnOpenGate(effect: object) {
  const { done, tool } = deployTool();
  const behind = [GATE, { id: "wait", title: "Prepare", input: "Prepare", dependsOn: ["ok"] }];
  const check = { id: "check", title: "Check", verification: '(= data/input "Look again")' };
  const run = await createScriptedRun(
    [...behind, ship("staging", { dependsOn: ["wait"] }), { ...check, input: "Look" }],
    {
      tools: [tool],
      settings: { replanOnFailure: true, replanCooldownMs: 0, critic: { mode: "off" } },
      script: ({ role, prompt, messages }) => {
        if (role === "replanner") {
          const tasks = [...behind, effect, { ...check, input: "Look again" }];
          return JSON.stringify({ title: "Tail", tasks });
        }
        if (messages.length > 1 || !prompt.includes("Ship ")) return "done";
        return deployTurn(prompt.includes("Ship production") ? "production" : "staging");
      },
    },
  );
  await resumeRun(run);
  return { ...run, done };
}

test("what a replanner swaps two tasks behind an open gate is not let pass by what was shown before", async () => {
  const run = await swappedBehindAnOpenGate(ship("production", { dependsOn: ["wait"], replaces: "staging" }));
  expect(run.state().planVersion).toBe(2);
  const [shown, asked, ...others] = gates(run);
  expect(others).toEqual([]);
  const does = ({ release }: (typeof others)[number]) => release?.acts.map((act) => act.does);
  expect(shown?.status).toBe("superseded");
  expect(shown && does(shown)).toContain("Ship staging");
  expect(asked?.status).toBe("open");
  expect(asked && does(asked)).toContain("Ship production");
  expect(asked?.digest).not.toBe(shown?.digest);
  expect(run.done).toEqual([]);
  await run.engine.person({ type: "decide", verb: "approve" });
  await resumeRun(run);
  expect(run.done).toEqual(["production"]);
});

test("a gate that lets several calls happen asks for none of them again, whatever else they begin with", async () => {
  const { done, tool } = deployTool();
  const run = await createScriptedRun(
    [
      { id: "build", title: "Build", input: "Build it" },
      { id: "pack", title: "Pack", input: "Pack it", dependsOn: ["build"] },
      { ...GATE, dependsOn: ["build"] },
      ship("first", { dependsOn: ["pack", "ok"] }),
      ship("second", { dependsOn: ["first"] }),
      ship("third", { dependsOn: ["second", "pack"] }),
    ],
    {
      tools: [tool],
      script: ({ prompt, messages }) => {
        const [, task] = /Ship (\w+)/.exec(prompt) ?? [];
        return task && messages.length === 1 ? deployTurn(task) : "done";
      },
    },
  );
  await resumeRun(run);
  await run.engine.person({ type: "decide", verb: "approve" });
  await resumeRun(run);
  expect(gates(run).map(({ kind }) => kind)).toEqual(["human_review"]);
  expect(done).toEqual(["first", "second", "third"]);
});

/** A check of the plan's author refuses what it sees, and the replanner writes this tail; nobody answers anything. */
async function afterRefusal(tail: object[]) {
  const { done, tool } = deployTool();
  const run = await createScriptedRun([BACKUP, WIPE], {
    tools: [tool],
    settings: { replanOnFailure: true, replanCooldownMs: 0, critic: { mode: "off" } },
    script: ({ role, messages }) => {
      if (role === "replanner") return JSON.stringify({ title: "Tail", tasks: tail });
      if (!JSON.stringify(messages).includes("Wipe it")) return "looked";
      return messages.length > 1 ? "wiped" : deployTurn("wiped");
    },
  });
  await resumeRun(run);
  return { run, done };
}

const BACKUP = {
  id: "check",
  title: "Check the backup",
  input: "Look at the backup",
  maxRetries: 0,
  verification: '"The backup is broken"',
};
const WIPE = { id: "wipe", title: "Wipe", agent: "worker", input: "Wipe it", dependsOn: ["check"] };

test.each([
  ["another predicate", [{ ...BACKUP, verification: "true" }, WIPE]],
  ["a refusal that stops nothing", [{ ...BACKUP, critical: false, onVerificationFailure: "stop" }, WIPE]],
  [
    "another task without one",
    [
      { id: "look", title: "Look", input: "Look", verification: "true", replaces: "check" },
      { ...WIPE, dependsOn: ["look"] },
    ],
  ],
  ["an act that does not wait", [BACKUP, { ...WIPE, id: "wipe2", dependsOn: [] }]],
])("what a person's check has refused is not let pass by a model's next plan: %s", async (_, tail) => {
  const { run, done } = await afterRefusal(tail);
  expect(done).toEqual([]);
  expect(run.state().planVersion).toBe(1);
  expect(open(run)).toMatchObject([{ kind: "control_waiver", subject: { control: "(checks)" } }]);
});

test.each([
  ["the same task", [{ ...BACKUP, verification: undefined }, WIPE]],
  [
    "another task",
    [
      { id: "look", title: "Look", input: "Look", replaces: "check" },
      { ...WIPE, dependsOn: ["look"] },
    ],
  ],
])("a person's check stays where a model's next plan says nothing of it: %s", async (_, tail) => {
  const { run, done } = await afterRefusal(tail);
  const { planVersion, tasks } = run.state();
  const checks = Object.values(tasks).filter(({ spec }) => spec.verification === BACKUP.verification);
  expect(planVersion).toBeGreaterThan(1);
  expect(checks).toHaveLength(planVersion);
  expect(done).toEqual([]);
});

test("what a person's check has refused is done another way without a question", async () => {
  const { run, done } = await afterRefusal([{ ...BACKUP, input: "Look at it once more" }, WIPE]);
  expect(run.payloads("plan_version_adopted").length).toBeGreaterThan(1);
  expect(run.payloads("replan_refused").map(({ reason }) => reason.code)).not.toContain("control_weakened");
  expect(done).toEqual([]);
});

/** A review asks below a measure; the work before it fails, and the replanner writes both again with this program. */
async function measuredAgain(measured: string) {
  const { done, tool } = deployTool();
  const load = { id: "load", title: "Load", input: "Load it", verification: '(= data/result "again")' };
  const program = { id: "measure", title: "Measure", type: "direct" };
  const metric = { accuracy: "<0.97" };
  const review = { requiresHumanApproval: true, condition: { metric } };
  const look = { id: "look", title: "Look", type: "planning_review", dependsOn: ["measure"], review };
  const rest = [look, ship("prod", { dependsOn: ["look"] })];
  const run = await createScriptedRun(
    [load, { ...program, input: "{:accuracy 0.98}", dependsOn: ["load"] }, ...rest],
    {
      tools: [tool],
      settings: { replanOnFailure: true, replanCooldownMs: 0, critic: { mode: "off" } },
      script: ({ role, prompt, messages }) => {
        if (role === "replanner") {
          const again = { ...load, input: "Load again" };
          const tasks = [again, { ...program, input: measured, dependsOn: ["load"] }, ...rest];
          return JSON.stringify({ title: "Tail", tasks });
        }
        if (prompt.includes("Load again")) return "again";
        return messages.length === 1 && prompt.includes("Ship prod") ? deployTurn("prod") : "done";
      },
    },
  );
  await resumeRun(run);
  return { run, done };
}

test("a model that changes what the condition of a control measures does not keep people from being asked", async () => {
  const { run, done } = await measuredAgain("{:accuracy 0.99}");
  expect(run.state().planVersion).toBe(2);
  expect(done).toEqual([]);
  expect(open(run)).toMatchObject([
    { kind: "review_decision", question: { problem: { code: "measure_changed" } } },
  ]);
});

test("a refinement does not skip the work before what people let act", async () => {
  const { done, tool } = deployTool();
  const save = { id: "save", title: "Save", input: "Save it", dependsOn: ["ready"] };
  const run = await createScriptedRun(
    [
      GATE,
      { id: "ready", title: "Ready", input: "Get ready", dependsOn: ["ok"] },
      save,
      ship("wipe", { dependsOn: ["save"] }),
    ],
    {
      tools: [tool],
      settings: { refinement: { enabled: true, wait: true }, critic: { mode: "off" } },
      script: ({ role, prompt, messages }) => {
        const skip = [{ taskId: "save", reason: "done already" }];
        if (role === "refiner")
          return JSON.stringify({ needed: true, modify: [], add: [], skip, summary: "It is saved." });
        if (prompt.includes("Get ready")) return "nothing is left to save";
        return messages.length === 1 && prompt.includes("Ship wipe") ? deployTurn("wipe") : "done";
      },
    },
  );
  await resumeRun(run);
  await run.engine.person({ type: "decide", verb: "approve" });
  await resumeRun(run);
  expect(run.state().tasks.save?.status).toBe("succeeded");
  expect(run.payloads("refined")[0]).toMatchObject({
    dropped: [{ part: "skip", taskId: "save", why: "passed" }],
  });
  expect(done).toEqual(["wipe"]);
});

test("a call of work that people did not see asks although the plan did not require them at the review before it", async () => {
  const { done, tool } = deployTool();
  let turns = 0;
  const review = { id: "ok", title: "Ready?", type: "planning_review" };
  const first = ship("first", { dependsOn: ["ok"], ...CHECKED });
  const settings = { reviewMode: "manual", replanOnFailure: true, replanCooldownMs: 0 } as const;
  const run = await createScriptedRun([review, first], {
    tools: [tool],
    settings: { ...settings, critic: { mode: "off" } },
    script: ({ role, messages }) => {
      if (role === "reviewer")
        return JSON.stringify({ decision: "CONTINUE", reasoning: "Ready.", conditions: [] });
      if (role === "replanner")
        return JSON.stringify({ title: "Tail", tasks: [ship("second", { dependsOn: ["ok"], ...CHECKED })] });
      if (messages.length > 1) return "shipped";
      turns += 1;
      return deployTurn(String(turns));
    },
  });
  await resumeRun(run);
  await run.engine.person({ type: "decide", verb: "CONTINUE" });
  await resumeRun(run);
  expect(run.state().planVersion).toBe(2);
  expect(done).toEqual(["1"]);
  expect(open(run)).toMatchObject([{ kind: "tool_approval", taskId: "second" }]);
});
