import { expect, test } from "vitest";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";

const ask = {
  id: "ask",
  title: "Release",
  type: "human_review",
  gate: { prompt: "Fit?", assignees: ["Ann"] },
};
const tell = { id: "tell", title: "Tell", input: "Tell everybody", dependsOn: ["ask"] };
const build = {
  id: "build",
  title: "Build",
  input: "Build it",
  maxRetries: 0,
  verification: '(= data/result "up")',
  onVerificationFailure: "replan",
};

/** The gates after a replan beside a gate that waits, which the tail has so. */
async function gatesWith(repeated: object) {
  const tail = { title: "Tail", tasks: [repeated, { ...build, id: "build2", input: "Build again" }, tell] };
  const model = createScriptedModel(({ role, prompt }) =>
    role === "replanner" ? JSON.stringify(tail) : prompt.includes("Build again") ? "up" : "down",
  );
  const engine = createMemoryEngine({ model });
  await engine.create("Ship it", { title: "Plan", tasks: [ask, build, tell] }, { critic: { mode: "off" } });
  await (await engine.lease()).ended;
  const { approvals, openApprovals } = engine.store.state(RUN_ID);
  return Object.keys(openApprovals).map((id) => {
    const { kind, taskId, assignees, planVersion, deadlineAt } = approvals[id] ?? {};
    return { kind, taskId, assignees, planVersion, hasDeadline: deadlineAt !== undefined };
  });
}

const waiting = { kind: "human_review", taskId: "ask", assignees: ["Ann"], hasDeadline: false };

test.each([
  ["as it waits", ask],
  ["by its title", { id: "ask", title: "Release", type: "human_review" }],
  ["by whom it asks", { ...ask, gate: { assignees: ["Ann"] } }],
])("a gate that waits goes on asking where the tail has it %s", async (_how, repeated) => {
  expect(await gatesWith(repeated)).toEqual([{ ...waiting, planVersion: 2 }]);
});

test("a gate that waits is other work where the tail has it ask on stricter terms", async () => {
  const gate = { prompt: "Fit?", assignees: ["Ann"], timeoutSeconds: 600, onTimeout: "reject" };
  const again = { ...waiting, taskId: "ask_v2", planVersion: 2, hasDeadline: true };
  expect(await gatesWith({ ...ask, gate })).toEqual([again]);
});

test("a gate that waits for others in the tail is a weaker one, of which its people are asked", async () => {
  const [gate, waiver] = await gatesWith({ ...ask, gate: { prompt: "Fit?", assignees: ["Bob"] } });
  expect(gate).toMatchObject({ ...waiting, planVersion: 1 });
  expect(waiver).toMatchObject({ kind: "control_waiver", assignees: ["Ann"] });
});

test("a tail may add no task that a placeholder of work that has ended could mean too", async () => {
  const tasks = [
    { id: "a", title: "Payee", input: "Who?" },
    { id: "p", title: "Pay", input: "Pay {{results.a.b}}", dependsOn: ["a"], critical: false, maxRetries: 0 },
    { ...build, id: "z", dependsOn: ["a"] },
  ];
  const refused: string[] = [];
  const model = createScriptedModel(({ role, prompt }) => {
    if (role === "replanner") {
      refused.push(prompt);
      return JSON.stringify({ title: "Tail", tasks: [{ id: "a.b", title: "Note", input: "Note it" }] });
    }
    return prompt.includes("Who?") ? '{"b": "bob"}' : prompt.includes("Pay") ? "" : "down";
  });
  const engine = createMemoryEngine({ model });
  await engine.create("Pay", { title: "Plan", tasks }, { critic: { mode: "off" } });
  await (await engine.lease()).ended;
  const { planVersion, tasks: known } = engine.store.state(RUN_ID);
  expect([planVersion, known.p?.status, known.p?.spec.uses]).toEqual([1, "failed", ["a"]]);
  expect(refused.at(-1)).toContain('{{results.a.b}} in "p" could mean any of "a.b", "a"');
});
