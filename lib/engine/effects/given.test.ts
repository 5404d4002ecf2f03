import { expect, test } from "vitest";
import { givenIn } from "@/lib/agents/given";
import { readBlock, readBlocks, readJsonBlock } from "@/lib/core/prompt-blocks";
import { createScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";

const agents = {
  worker: { prompt: "Write plainly.", tools: ["ship"], reflection: { enabled: true, maxRevisions: 1 } },
};
const tools = [testTool("ship", { sideEffects: "external", run: () => ({ shipped: true }) })];
const plan = [
  { id: "ask", type: "human_review", title: "Which rate?" },
  { id: "ship", type: "direct", title: "Ship", input: '(tool/ship {:version "1"})', dependsOn: ["ask"] },
  { id: "look", title: "Look", agent: "worker", input: "Look", dependsOn: ["ask"] },
  {
    id: "write",
    title: "Write",
    agent: "worker",
    input: "Write of it",
    qualityGate: true,
    llmReview: "It names the rate.",
    dependsOn: ["ship", "look"],
    maxRetries: 1,
    onVerificationFailure: "retry",
  },
  { id: "check", type: "planning_review", title: "Check", dependsOn: ["ship", "write"] },
];

test("every judge of work reads every block that its maker was given, with the brief and what was done", async () => {
  let refused = false;
  const run = await createScriptedRun(plan, {
    agents,
    tools,
    settings: { reflection: { enabled: true } },
    more: { attachments: [{ id: "f", name: "rates.csv", mediaType: "text/csv", bytes: 3, digest: "d" }] },
    script: ({ role, prompt }) => {
      if (role === "reviewer")
        return '{"decision": "CONTINUE", "reasoning": "It is there.", "conditions": [], "answers": []}';
      if (role === "quality_gate") return '{"sufficient": true}';
      if (role === "critique")
        return JSON.stringify({
          score: readBlock(prompt, "critique") === undefined ? 0.4 : 0.9,
          issues: ["No rate."],
        });
      if (role === "verification" && !refused) {
        refused = true;
        return '{"passed": false, "reason": "There is no rate in it."}';
      }
      if (role === "verification") return '{"passed": true, "reason": "It does.", "conditions": []}';
      return readJsonBlock(prompt, "task")
        ? `${(readJsonBlock(prompt, "task") as { id: string }).id} at 1.08`
        : "done";
    },
  });
  run.engine.store.files.set("f", { preview: "currency,rate", content: new Uint8Array() });
  await (await run.lease()).ended;
  await run.engine.person({ type: "decide", verb: "approve", comment: "Take 1.08 dollars." });
  await (await run.lease()).ended;

  const ofWrite = (role: string) =>
    run.prompts(role).filter((prompt) => (readJsonBlock(prompt, "task") as { id?: string })?.id === "write");
  const [first = "", second = ""] = ofWrite("agent").filter((prompt, at, all) => all.indexOf(prompt) === at);
  const given = givenIn(first);
  expect(given.map(([name]) => name)).toEqual(["attachments", "upstream", "people_said"]);
  // Whatever block an agent gets beside its task is one of those that its judges are given.
  for (const prompt of [first, second])
    expect(readBlocks(prompt).filter(({ name }) => !OF_AGENT.has(name))).toEqual(
      givenIn(prompt).map(([name, body]) => ({ name, body })),
    );
  expect(givenIn(second).map(([name]) => name)).toEqual(
    expect.arrayContaining(["effects_done", "feedback", "previous_output", "diagnosis"]),
  );
  // Two answers are critiqued in the first attempt.
  for (const prompt of ofWrite("critique").slice(0, 2)) expect(givenIn(prompt)).toEqual(given);
  expect(ofWrite("verification").map(givenIn)).toEqual([given, givenIn(second)]);
  expect(ofWrite("quality_gate").map(givenIn)).toEqual([given]);
  for (const role of ["critique", "verification"])
    expect(ofWrite(role).map((prompt) => readBlock(prompt, "agent_brief"))).toEqual(
      ofWrite(role).map(() => "Write plainly."),
    );
  const [, again = ""] = ofWrite("critique");
  expect(readBlock(again, "previous_answer")).toBe("(nothing was taken out)");
  expect(readJsonBlock(again, "critique")).toMatchObject({ score: 0.4, issues: ["No rate."] });

  const [review = ""] = run.prompts("reviewer");
  expect(readJsonBlock(review, "attachments")).toMatchObject([{ name: "rates.csv" }]);
  expect(readJsonBlock(review, "tasks")).toMatchObject([
    { id: "ship", calls: ['ship {"version":"1"} -> {"shipped":true}'] },
    { id: "write" },
  ]);

  // The critic of the run's answer reads what its writer had.
  const named = (prompt = "") => readBlocks(prompt).filter(({ name }) => !OWN.has(name));
  expect(named(run.prompts("critique").at(-1))).toEqual(named(run.prompts("answer")[0]));
});

/** Blocks that say what an agent's task is, and how it goes about its tools. */
const OF_AGENT = new Set(["mission", "task", "details", "input", "hints", "tools"]);

/** Blocks that the writer of an answer has for itself, or its critic. */
const OWN = new Set(["results", "errors", "evidence", "answer", "criteria", "previous_answer", "critique"]);
