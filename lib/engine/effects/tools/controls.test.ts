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
const REFUSED = { verification: '"Not good enough"', onVerificationFailure: "replan" };

/** A gate, and behind it work that is done once and refused; `tail` is what the replanner puts in its place. */
async function replanned(tail: object, gate: object = {}): Promise<ScriptedRun & { done: string[] }> {
  const { done, tool } = deployTool();
  let turns = 0;
  const run = await createScriptedRun(
    [{ ...GATE, ...gate }, ship("first", { dependsOn: ["ok"], ...REFUSED })],
    {
      tools: [tool],
      settings: { replanOnFailure: true, replanCooldownMs: 0, critic: { mode: "off" } },
      script: ({ role, messages }) => {
        if (role === "replanner") return JSON.stringify({ title: "Tail", tasks: [tail] });
        if (messages.length > 1) return "shipped";
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
  const behind = [GATE, { id: "wait", title: "Wait", input: "Wait", dependsOn: ["ok"] }];
  const check = { id: "check", title: "Check", input: "Look", verification: '"Not good enough"' };
  const run = await createScriptedRun(
    [...behind, ship("staging", { dependsOn: ["wait"] }), { ...check, onVerificationFailure: "replan" }],
    {
      tools: [tool],
      settings: { replanOnFailure: true, replanCooldownMs: 0, critic: { mode: "off" } },
      script: ({ role, prompt, messages }) => {
        if (role === "replanner") return JSON.stringify({ title: "Tail", tasks: [...behind, effect] });
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
