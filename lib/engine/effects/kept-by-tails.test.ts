import { expect, test } from "vitest";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import { playScriptedRun } from "@/lib/testing/engine/scripted-run";

/** What a tail has to keep, and what its critic knows of what stays. */

const worker = { prompt: "Work.", maxTurns: 10 };
const ship = {
  ...{ id: "ship", title: "Ship", agent: "worker", input: "Ship it", dependsOn: ["build"] },
  verification: '(or (= data/result "up") "It is not up")',
};
const TASKS = [{ id: "build", title: "Build", input: "Build it" }, ship];
const tail = (agent: object) => ({
  ...{ title: "Tail", agents: { worker: agent } },
  tasks: [{ ...ship, id: "ship2", replaces: "ship", input: "Ship again" }],
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

test.each([
  ["is asked about once, and put right", 12],
  ["is taken as meant where it is left out again", undefined],
])("a limit that a tail leaves out %s", async (_, maxTurns) => {
  const bare = { prompt: "Work." };
  const again = maxTurns === undefined ? bare : { ...bare, maxTurns };
  const run = await play([tail(bare), tail(again)]);
  const [, second = ""] = run.prompts("replanner");
  expect(readBlock(second, "problem")).toContain("(ship2) carries on ship without its agent's maxTurns");
  expect(run.prompts("replanner")).toHaveLength(2);
  const { tasks, agents } = run.state();
  expect(tasks.ship2?.status).toBe("succeeded");
  expect(agents[tasks.ship2?.spec.agent ?? ""]?.maxTurns).toBe(maxTurns);
});

test("the critic of a tail is shown what has ended, and how", async () => {
  const run = await play([tail(worker)], "model");
  expect(readJsonBlock(run.prompts("critic").at(-1) ?? "", "completed")).toEqual([
    { id: "build", status: "succeeded" },
    { id: "ship", status: "failed" },
  ]);
});
