import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, it } from "vitest";
import type { Model } from "@/lib/core/ports";
import { createToolbox } from "@/lib/tools";
import { createMemoryEngine, RUN_ID } from "../engine/memory-engine";
import { testTool } from "../engine/scripted-run";
import { openWireModel, WIRE_KEY, type WireModel } from "../wire/wire-model";
import { type RecordedCall, readRecording } from ".";
import { openRecordedModel, RECORDED_MODEL_ID, type RecordedModel } from "./recorded-model";
import { createRecorder } from "./recording-model";

/** A mission is recorded with one model, and played again from the file. */
const folder = mkdtempSync(join(tmpdir(), "waymark-recording-"));
let wire: WireModel | undefined;
let recorded: RecordedModel | undefined;
afterEach(async () => {
  await wire?.server.close();
  await recorded?.close();
  rmSync(folder, { recursive: true, force: true });
});

const tools = createToolbox([testTool("look", { run: () => ({ seen: 3 }) })]);
const plan = {
  title: "Plan",
  agents: { worker: { prompt: "Work.", tools: ["look"] } },
  tasks: [{ id: "t", title: "Task", agent: "worker", input: "go" }],
};

async function play(model: Model, modelId: string) {
  const engine = createMemoryEngine({ model, tools });
  await engine.create("Do it", plan, { models: { default: modelId }, modelRetryDelayMs: 1 });
  await (await engine.lease()).ended;
  const { finished, answer, tasks } = engine.store.state(RUN_ID);
  return { reason: finished?.reason, answer: answer?.preview, result: tasks.t?.result?.preview };
}

it("records a mission without secrets, and plays it again", async () => {
  wire = await openWireModel("openai-compatible");
  wire.reply(
    { kind: "answer", text: "I look.", toolCalls: [{ id: "c1", tool: "look", args: {} }] },
    { kind: "answer", text: `There are three. ${WIRE_KEY}` },
    { kind: "answer", text: "All is done." },
  );
  let calls: readonly RecordedCall[] = [];
  const recording = createRecorder({
    onCall: (all) => {
      calls = all;
    },
    secrets: [WIRE_KEY],
  })(wire.model);
  const first = await play(recording, wire.modelId);
  expect(calls.map(({ number, role }) => `${number} ${role}`)).toEqual([
    "001 agent",
    "002 agent",
    "003 answer",
  ]);
  expect(calls[1]?.request).toMatchObject({
    messages: [
      { role: "system" },
      { role: "user" },
      { role: "assistant", content: "I look.", tool_calls: [{ id: "c1", function: { name: "look" } }] },
      { role: "tool", tool_call_id: "c1", content: '{"seen":3}' },
    ],
    tools: [{ function: { name: "look" } }],
  });
  const text = calls.map((call) => JSON.stringify(call)).join("\n");
  expect(text).not.toContain(WIRE_KEY);

  const file = join(folder, "mission.jsonl");
  writeFileSync(file, `${text}\n`);
  recorded = await openRecordedModel(readRecording(pathToFileURL(file)));
  const second = await play(recorded.model, RECORDED_MODEL_ID);
  expect(second).toEqual({ ...first, result: "There are three. [hidden]" });
  expect({ left: recorded.left(), unanswered: recorded.unanswered }).toEqual({ left: [], unanswered: [] });
});

it("records refusals of the provider, and what was cut off", async () => {
  wire = await openWireModel("openai-compatible");
  wire.reply(
    { kind: "error", status: 401, error: { message: "no" } },
    { kind: "answer", text: "I wa", finishReason: "length" },
  );
  let calls: readonly RecordedCall[] = [];
  const onCall = (all: readonly RecordedCall[]) => {
    calls = all;
  };
  const recording = createRecorder({ onCall })(wire.model);
  const request = {
    modelId: wire.modelId,
    system: "Role: agent\nWork.",
    messages: [{ role: "user" as const, text: "go" }],
  };
  const context = { signal: new AbortController().signal };
  await expect(recording.call(request, context)).rejects.toMatchObject({ code: "auth" });
  await recording.call(request, context);
  expect(calls.map(({ answer }) => answer)).toMatchObject([
    { status: 401, body: { error: { type: "auth" } } },
    { content: "I wa", finish_reason: "length" },
  ]);
});
