import { expect, test } from "vitest";
import { readJsonBlock } from "@/lib/core/prompt-blocks";
import { playScriptedRun } from "@/lib/testing/engine/scripted-run";

/** What a tail has to keep, and what its critic knows of what stays. */

const worker = { prompt: "Work.", maxTurns: 10 };
const ship = {
  id: "ship",
  title: "Ship",
  agent: "worker",
  input: "Ship it",
  dependsOn: ["build"],
  verification: '(or (= data/result "up") "It is not up")',
};
const TASKS = [{ id: "build", title: "Build", input: "Build it" }, ship];
const tail = (agent: object) => ({
  title: "Tail",
  agents: { worker: agent },
  tasks: [
    {
      id: "ship2",
      title: "Ship",
      agent: "worker",
      input: "Ship again",
      dependsOn: ["build"],
      replaces: "ship",
    },
  ],
});

/** The run whose replanner gives these tails one after the other. */
function play(tails: object[], critic: "off" | "model" = "off") {
  let asked = 0;
  return playScriptedRun(TASKS, {
    agents: { worker },
    settings: { replanOnFailure: true, critic: { mode: critic } },
    script: ({ role, prompt }) => {
      if (role === "critic") return '{"findings": []}';
      if (role === "replanner") return JSON.stringify(tails[asked++]);
      return prompt.includes("Ship again") ? "up" : "down";
    },
  });
}

test("what a tail does not say of work and agent stays, without a question", async () => {
  const run = await play([tail({ prompt: "Work harder." })]);
  expect(run.prompts("replanner")).toHaveLength(1);
  const { tasks, agents } = run.state();
  expect(tasks.ship2?.status).toBe("succeeded");
  expect(tasks.ship2?.attempts[0]?.checks).toMatchObject([{ layer: "predicate", outcome: "passed" }]);
  expect(agents[tasks.ship2?.spec.agent ?? ""]).toMatchObject({ prompt: "Work harder.", maxTurns: 10 });
});

test("what a tail says otherwise counts", async () => {
  const run = await play([tail({ ...worker, maxTurns: 4 })]);
  const { tasks, agents } = run.state();
  expect(agents[tasks.ship2?.spec.agent ?? ""]?.maxTurns).toBe(4);
});

test("a gate at which people are to be asked passes in silence no more because it once did", async () => {
  const first = { id: "first", title: "First", type: "human_review" };
  const gate = { id: "ask", title: "Ask", type: "human_review", dependsOn: ["first"] };
  const send = { id: "send", title: "Send", input: "Send it", dependsOn: ["ask"] };
  const tail = { title: "Tail", tasks: [first, { ...gate, gate: { prompt: "Fine?" } }, send] };
  const silent = { ...gate, gate: { prompt: "Fine?", timeoutSeconds: 3_600, onTimeout: "approve" } };
  const run = await playScriptedRun([first, silent, send], {
    script: ({ role }) => (role === "replanner" ? JSON.stringify(tail) : "done"),
  });
  const wish = { type: "request_replan", instruction: "Let silence pass nothing." };
  await run.engine.person(wish as never);
  await (await run.lease()).ended;
  const { planVersion, order, tasks } = run.state();
  expect(planVersion).toBe(2);
  const asked = order.find((id) => tasks[id]?.spec.title === "Ask") ?? "";
  expect(tasks[asked]?.spec.gate).toMatchObject({ prompt: "Fine?", onTimeout: "reject" });
});

test("the critic of a tail is shown what has ended, and how", async () => {
  const run = await play([tail(worker)], "model");
  expect(readJsonBlock(run.prompts("critic").at(-1) ?? "", "completed")).toEqual([
    { id: "build", status: "succeeded" },
    { id: "ship", status: "failed" },
  ]);
});
