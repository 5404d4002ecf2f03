import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "@/lib/adapters/clock";
import { localPerson as actor } from "@/lib/auth/actor";
import type { CreateRunInput } from "@/lib/core/inputs/create-run";
import { readJsonBlock } from "@/lib/core/prompt-blocks";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { openSimulatedModel } from "@/lib/testing/models/simulated-model";
import { builtInTools, createToolbox } from "@/lib/tools";

const CSV = "region,amount\nnorth,10.50\nsouth,32\nnorth,7\n";
const NOTES = "The north is small.\n\nThe south was sold to Ada in May, and grows.\n";
const TOTALS = "select region, sum(amount) as total from sales group by region order by region";

/** An agent that first asks a table, then searches, and answers with what both gave it. */
const model = createScriptedModel((request) => {
  if (request.role === "planner") {
    return JSON.stringify({ title: "Read", tasks: [{ id: "a", title: "A", input: "go" }] });
  }
  if (request.role !== "agent") return "Done.";
  const gave = request.messages.flatMap((message) => (message.role === "tool" ? message.results : []));
  if (!request.tools?.some(({ name }) => name === "text_search")) return "Nothing to read with.";
  if (gave.length === 0)
    return { calls: [{ tool: "text_search", args: { query: "who bought the south", in: "notes.md" } }] };
  return JSON.stringify(gave.map(({ output }) => output));
});

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await createTestDatabase();
  const tools = createToolbox(builtInTools(systemClock));
  engine = await startEngine({ databaseUrl: database.url, model, tools });
});
afterAll(async () => {
  await engine?.stop();
  await database?.drop();
});

async function attach(name: string, text: string): Promise<string> {
  const content = new TextEncoder().encode(text);
  return (await engine.services.attachments.add({ actor, input: { name, content } })).id;
}
const attachBoth = async () => [await attach("Sales.csv", CSV), await attach("notes.md", NOTES)];
const start = (input: CreateRunInput) => engine.createRun(input);
const ended = async (runId: string) => {
  await engine.waitFor(runId, (now) => now.finished !== undefined);
  return engine.services.runs.report({ actor, input: { runId } });
};
const blocksOf = (role: string) =>
  model.requests
    .filter(({ system }) => system.startsWith(`Role: ${role}\n`))
    .map(({ messages: [first] }) => readJsonBlock(first?.role === "user" ? first.text : "", "attachments"));

const TOLD = [
  { name: "Sales.csv", kind: "csv", bytes: CSV.length, table: "sales", begins: CSV.trim() },
  { name: "notes.md", kind: "markdown", bytes: NOTES.length, begins: NOTES.trim() },
];

test("a program asks an attached table, and its result is right", async () => {
  const program = `(map (fn [row] [(get row "region") (get row "total")]) (get (tool/sql_query {:sql "${TOTALS}"}) "rows"))`;
  const plan = { title: "Sum", tasks: [{ id: "sum", type: "direct", title: "Sum", input: program }] };
  const report = await ended(await start({ mission: "Sum it", plan, attachments: await attachBoth() }));
  expect(report.results.sum).toEqual([
    ["north", 17.5],
    ["south", 32],
  ]);
});

test("planner and agent are told of the files, and an agent finds what it searches for", async () => {
  const agents = { reader: { prompt: "Read.", tools: ["text_search"] } };
  const plan = {
    title: "Read",
    agents,
    tasks: [{ id: "read", agent: "reader", title: "Read", input: "Who?" }],
  };
  const attachments = await attachBoth();
  const report = await ended(await start({ mission: "Who bought it?", plan, attachments }));
  expect(report.results.read).toMatchObject([
    { found: 1, passages: [{ document: "notes.md", text: expect.stringContaining("sold to Ada"), line: 1 }] },
  ]);
  expect(blocksOf("agent")[0]).toEqual(TOLD);
  await ended(await start({ mission: "Read it", attachments }));
  expect(blocksOf("planner")).toEqual([TOLD]);
});

test("a fork reads the files of its parent; a run without files has none", async () => {
  const program = `(count (get (tool/sql_query {:sql "from sales"}) "rows"))`;
  const tasks = [
    { id: "ask", type: "human_review", title: "Ask", input: "Go on?" },
    { id: "n", type: "direct", title: "Count", input: program, dependsOn: ["ask"], maxRetries: 0 },
  ];
  const plan = { title: "Count", tasks };
  const runId = await start({ mission: "Count", plan, attachments: [await attach("sales.csv", CSV)] });
  await engine.waitFor(runId, (now) => Object.keys(now.openApprovals).length > 0);
  const { seq } = await engine.services.runs.get({ actor, input: { runId } });
  const fork = await engine.services.runs.fork({ actor, input: { runId, fromSeq: seq } });
  await engine.decide(fork.runId, "approve");
  expect((await ended(fork.runId)).results.n).toBe(3);

  const without = await start({
    mission: "Count",
    plan: { ...plan, tasks: [{ ...tasks[1], dependsOn: [] }] },
    settings: { replanOnFailure: false },
  });
  const report = await ended(without);
  expect(report.tasks[0]?.diagnosis).toContain("No table is attached");
});

test("the simulated model looks into whatever comes with a newcomer's mission", async () => {
  const own = await createTestDatabase();
  const simulated = await startEngine({
    databaseUrl: own.url,
    model: openSimulatedModel(),
    tools: createToolbox(builtInTools(systemClock)),
  });
  try {
    const content = new TextEncoder().encode(CSV);
    const { id } = await simulated.services.attachments.add({ actor, input: { name: "sales.csv", content } });
    const runId = await simulated.createRun({
      mission: "Which region sells best?",
      attachments: [id],
    });
    await simulated.waitFor(runId, (now) => now.finished !== undefined);
    const report = await simulated.services.runs.report({ actor, input: { runId } });
    expect(report.status).toBe("completed");
    expect(report.results.look_into_1).toContain("region (VARCHAR");
  } finally {
    await simulated.stop();
    await own.drop();
  }
});
