import { expect, test } from "vitest";
import { readJsonBlock } from "@/lib/core/prompt-blocks";
import { createScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";

const FILES = [
  { id: "long", name: "rates.csv", mediaType: "text/csv", bytes: 3_000, digest: "d" },
  { id: "short", name: "note.txt", mediaType: "text/plain", bytes: 9, digest: "e" },
];

test("who has no tool to read a file with is told of it, and has what is there to its end", async () => {
  const run = await createScriptedRun(
    ["worker", "writer"].map((agent) => ({ id: agent, title: agent, agent, input: "Write" })),
    {
      agents: { writer: { prompt: "Write." } },
      tools: [testTool("query")],
      more: { attachments: FILES },
    },
  );
  run.engine.store.files.set("long", { preview: "currency,rate", content: new Uint8Array() });
  run.engine.store.files.set("short", { preview: "Take 1.08", content: new Uint8Array() });
  await (await run.lease()).ended;
  const files = (title: string) => {
    const prompts = run.prompts("agent").filter((prompt) => prompt.includes(`"title":"${title}"`));
    return readJsonBlock(prompts[0] ?? "", "attachments");
  };
  expect(files("worker")).toMatchObject([
    { begins: "currency,rate", table: "rates" },
    { begins: "Take 1.08" },
  ]);
  expect(files("writer")).toEqual([
    { name: "rates.csv", kind: "csv", bytes: 3_000 },
    { name: "note.txt", kind: "text", bytes: 9, begins: "Take 1.08" },
  ]);
});
