import { expect, test } from "vitest";
import { readBlock, readBlocks } from "@/lib/core/prompt-blocks";
import { createScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import { writingTails } from "@/lib/testing/models/short-question";

/** What tells those who write a plan how to, and is no evidence; its critic has tools and ended tasks in a form of its own. */
const OF_WRITERS = [
  ...["tools", "trigger", "completed", "errors", "remaining", "agents", "obligations", "history"],
  ...["cost", "budget", "previous_answer", "problem"],
];

const tools = [testTool("ship", { sideEffects: "external", run: () => ({ shipped: true }) })];
const plan = [
  { id: "write", title: "Write the note", input: "Write it" },
  { id: "ship", type: "direct", title: "Ship", input: '(tool/ship {:version "1"})' },
  {
    id: "ask",
    type: "human_review",
    title: "Read it",
    input: "{{results.write}}",
    gate: { prompt: "Fit?" },
    dependsOn: ["write", "ship"],
  },
];
const tail = {
  title: "Tail",
  tasks: [
    { id: "write_v2", title: "Write the note", input: "Write it, and say that Mia calls", replaces: "write" },
    { ...plan[2], id: "ask_v2", input: "{{results.write_v2}}", replaces: "ask", dependsOn: ["write_v2"] },
  ],
};

test("the critic of a plan reads all that its writer rests it on, word for word", async () => {
  const run = await createScriptedRun(plan, {
    tools,
    settings: { critic: { mode: "model" }, constraints: "Never on a Friday" },
    more: { attachments: [{ id: "f", name: "rates.csv", mediaType: "text/csv", bytes: 3, digest: "d" }] },
    script: writingTails(({ role }) => {
      if (role === "critic") return '{"findings": [], "demands": []}';
      return role === "replanner" ? JSON.stringify(tail) : "We are closed.";
    }),
  });
  run.engine.store.files.set("f", { preview: "currency,rate", content: new Uint8Array() });
  await (await run.lease()).ended;
  await run.engine.person({
    type: "decide",
    verb: "request_changes",
    comment: "Say that Mia calls on Thursday.",
  });
  await (await run.lease()).ended;

  const [first = "", ofTail = ""] = run.prompts("critic");
  expect(readBlock(first, "constraints")).toBe("Never on a Friday");
  expect(readBlock(first, "attachments")).toContain("rates.csv");
  const writer = run.prompts("replanner").at(-1) ?? "";
  const evidence = readBlocks(writer).filter(({ name }) => !OF_WRITERS.includes(name));
  expect(evidence.map(({ name }) => name)).toEqual([
    ...["mission", "date", "constraints", "attachments", "effects_done", "people_said"],
  ]);
  expect(readBlocks(ofTail)).toEqual(
    expect.arrayContaining(evidence.filter(({ name }) => name !== "people_said")),
  );
  // The writer finds these words in its trigger.
  expect(readBlock(ofTail, "people_said")).toContain("Say that Mia calls on Thursday.");
});
