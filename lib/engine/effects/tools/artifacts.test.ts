import { describe, expect, test } from "vitest";
import type { Json } from "@/lib/core/json";
import type { EventType, Payload, RunEvent } from "@/lib/core/run/events";
import { deferred } from "@/lib/testing/deferred";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { playScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel, type ScriptedAnswer } from "@/lib/testing/models/scripted-model";
import { createToolbox } from "@/lib/tools";
import { readArtifact } from "@/lib/tools/read-artifact";

const LOG = `${"all quiet\n".repeat(10_000)}ERROR: the disk is full\n`;
const read = testTool("read", { run: () => LOG });
const small = testTool("small", { run: () => "small" });
const task = { id: "t", title: "Look", agent: "worker", input: "go" };

type Result = { callId: string; output: { artifact?: string } | string; isError: boolean };

/** Plays an agent with one answer a turn, each made of the results of the turn before. */
async function play(
  turns: ((results: Result[]) => ScriptedAnswer)[],
  settings: object = {},
  more = [readArtifact],
) {
  const offered: string[][] = [];
  const model = createScriptedModel(({ role, messages, tools = [] }) => {
    if (role === "answer") return "All is done.";
    offered.push(tools.map(({ name }) => name));
    const last = messages.at(-1);
    return turns[offered.length - 1]?.(last?.role === "tool" ? (last.results as Result[]) : []) ?? "done";
  });
  const { store, ...engine } = createMemoryEngine({ model, tools: createToolbox([read, small, ...more]) });
  const agents = { worker: { prompt: "Work.", tools: ["read", "small"] } };
  await engine.create("Do it", { title: "Plan", agents, tasks: [task] }, settings);
  await (await engine.lease()).ended;
  const { steps, toolCalls } = await store.reads.attempt(RUN_ID, "t", 1);
  const events = store.events(RUN_ID);
  return { store, events, task: store.state(RUN_ID).tasks.t, offered, steps, toolCalls };
}

/** The payloads of the events of a type. */
const reported = <T extends EventType>(events: RunEvent[], type: T) =>
  events.flatMap((event) => (event.type === type ? [event.payload as Payload<T>] : []));

const digestIn = (result: Result | undefined): string =>
  typeof result?.output === "object" ? (result.output.artifact ?? "") : "";
const calls = (...list: [tool: string, args?: Json][]): ScriptedAnswer => ({
  calls: list.map(([tool, args = {}], n) => ({ tool, args, callId: `c${n}` })),
});

describe("an output that is too large for an agent", () => {
  test("is shown by its beginning and end, and read from where it is stored", async () => {
    const seen: Result[][] = [];
    const { task, offered, toolCalls } = await play([
      () => calls(["read"]),
      (results) => {
        seen.push(results);
        return calls(["read_artifact", { artifact: digestIn(results[0]), find: "error" }]);
      },
      (results) => {
        seen.push(results);
        return "The disk is full.";
      },
    ]);
    expect(task).toMatchObject({ status: "succeeded", result: { inline: "The disk is full." } });
    expect(seen[0]).toMatchObject([
      { isError: false, output: { chars: LOG.length, preview: expect.stringContaining("the disk is full") } },
    ]);
    expect(seen[1]).toMatchObject([{ isError: false, output: { count: 1, matches: [{ offset: 100_000 }] } }]);
    expect(offered).toEqual([
      ["read", "small"],
      ["read", "small", "read_artifact"],
      ["read", "small", "read_artifact"],
    ]);
    expect(toolCalls.map(({ tool, ok }) => ({ tool, ok }))).toEqual([
      { tool: "read", ok: true },
      { tool: "read_artifact", ok: true },
    ]);
  });

  test("is stored once, as a blob: event, step and call name it", async () => {
    const { store, events, steps, toolCalls } = await play([() => calls(["read"])]);
    const [ended] = reported(events, "tool_finished");
    const digest = ended?.output?.digest ?? "";
    expect(ended?.output).toMatchObject({ ref: digest, bytes: expect.any(Number) });
    expect(toolCalls[0]).toMatchObject({ artifact: digest, output: { artifact: digest, chars: LOG.length } });
    expect(steps[0]?.body).toMatchObject({ artifact: digest, observation: { artifact: digest } });
    expect(JSON.stringify([events, steps, toolCalls]).length).toBeLessThan(40_000);
    expect(await store.reads.artifact(RUN_ID, digest)).toBe(LOG);
  });

  test("is one in a parallel set too, beside the others", async () => {
    const seen: Result[][] = [];
    const { steps } = await play([
      () => calls(["small"], ["read"], ["small"]),
      (results) => {
        seen.push(results);
        return "done";
      },
    ]);
    expect(seen[0]).toMatchObject([
      { output: "small" },
      { output: { artifact: expect.any(String), chars: LOG.length } },
      { output: "small" },
    ]);
    const digest = digestIn(seen[0]?.[1]);
    expect(steps[0]?.body).toMatchObject({
      observation: { branches: [{ output: "small" }, { artifact: digest }, { output: "small" }], success: 3 },
    });
  });

  test("is not shown to an agent that a policy forbids to look, and the preview stays", async () => {
    const policy = { toolPolicy: { denied: ["read_artifact"] } };
    const { offered, events } = await play(
      [() => calls(["read"]), () => calls(["read_artifact", { artifact: "x" }])],
      policy,
    );
    expect(offered.every((names) => !names.includes("read_artifact"))).toBe(true);
    expect(reported(events, "tool_started").map(({ tool }) => tool)).toEqual(["read"]);
  });

  test("is a preview alone where there is no tool to look into it", async () => {
    const { offered, task } = await play([() => calls(["read"])], {}, []);
    expect(offered[1]).toEqual(["read", "small"]);
    expect(task?.status).toBe("succeeded");
  });

  test("is given to programs whole", async () => {
    const program = { id: "t", title: "Count", type: "direct", input: "(count (tool/read {}))" };
    const run = await playScriptedRun([program], { tools: [read] });
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded", result: { inline: LOG.length } });
  });
});

test("an agent cannot read what no call of its run gave", async () => {
  const errors: Result[] = [];
  const other = "f".repeat(64);
  await play([
    () => calls(["read"]),
    () => calls(["read_artifact", { artifact: other }]),
    ([result]) => {
      if (result) errors.push(result);
      return "done";
    },
  ]);
  expect(errors).toMatchObject([
    { isError: true, output: expect.stringContaining("no tool call of this run") },
  ]);
});

test("after a crash between the calls of a set the agent is shown the same", async () => {
  const started = deferred();
  let runs = 0;
  const slow = testTool("slow", {
    sideEffects: "read",
    run() {
      runs += 1;
      if (runs > 1) return "there";
      started.resolve();
      return new Promise(() => {});
    },
  });
  const model = createScriptedModel(({ role, messages }) => {
    if (role === "answer") return "All is done.";
    return messages.length === 1 ? calls(["read"], ["slow"]) : "done";
  });
  const engine = createMemoryEngine({ model, tools: createToolbox([read, slow, readArtifact]) });
  const agents = { worker: { prompt: "Work.", tools: ["read", "slow"] } };
  await engine.create("Do it", { title: "Plan", agents, tasks: [task] });
  const first = await engine.lease();
  await started.promise;
  await engine.until(() => [...engine.store.toolCalls.values()].some(({ status }) => status === "finished"));
  first.lose();
  await engine.store.jobs.release(first.claim);
  const second = await engine.lease();
  await second.ended;
  const agent = model.requests.filter(({ system }) => system.startsWith("Role: agent"));
  expect(agent).toHaveLength(2);
  expect(agent[1]?.messages.at(-1)).toMatchObject({
    results: [{ output: { artifact: expect.any(String), chars: LOG.length } }, { output: "there" }],
  });
  expect(agent[1]?.tools?.map(({ name }) => name)).toContain("read_artifact");
});
