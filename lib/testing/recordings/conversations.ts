import { systemClock } from "@/lib/adapters/clock";
import { readAnswer } from "@/lib/core/answers";
import { canonicalJson, isJsonObject, type Json, type JsonObject, parseJson } from "@/lib/core/json";
import { readPlan } from "@/lib/core/plan";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import { createToolbox, type ToolDescriptor } from "@/lib/tools";
import { createMemoryEngine, RUN_ID } from "../engine/memory-engine";
import { testTool } from "../engine/scripted-run";
import type { ChatMessage, ChatTool, RecordedAnswer, RecordedCall } from ".";
import { openRecordedModel, RECORDED_MODEL_ID } from "./recorded-model";

/** Waits for the provider are no longer than this, and are left out; time limits are longer. */
const MAX_WAIT_MS = 10_000;

/** Recorded tools that change something. */
const WRITING = new Set(["request_quota", "create_servers", "deploy", "files__write_file", "publish_report"]);

/** Predicates that recorded plans have, by task; those that look at other results are left out. */
export function recordedPredicates(calls: readonly RecordedCall[]): Map<string, string> {
  const tasks = calls.flatMap(({ role, answer }) => {
    if (!["planner", "replanner", "reviewer"].includes(role) || !("content" in answer)) return [];
    const read = readAnswer(answer.content, { type: "object" });
    if (!read.ok || !isJsonObject(read.value)) return [];
    return readPlan(JSON.stringify(read.value.updatedPlan ?? read.value)).plan?.tasks ?? [];
  });
  return new Map(
    tasks.flatMap(({ id, verification }): [string, string][] =>
      verification === undefined || verification.includes("data/depends") ? [] : [[id, verification]],
    ),
  );
}

/** The id of the task that an agent was asked about. */
export function taskIdOf({ request }: RecordedCall): string {
  const task = readJsonBlock(request.messages.find(({ role }) => role === "user")?.content ?? "", "task");
  return isJsonObject(task) ? String(task.id) : "";
}

/** The turns that led to a recorded call, as its request tells them, and its own. */
export function turnsOf({ request, answer }: RecordedCall): RecordedAnswer[] {
  const [, , ...messages] = request.messages;
  const turns: { content: string; tool_calls?: { name: string; args: Json }[]; finish_reason?: string }[] =
    [];
  let answered = false;
  for (const { role, content, tool_calls } of messages) {
    if (role === "assistant") {
      const called = tool_calls?.map(({ function: { name, arguments: args } }) => ({
        name,
        args: JSON.parse(args) as Json,
      }));
      turns.push({ content: content ?? "", ...(called && { tool_calls: called }) });
      answered = true;
    } else if (role === "user") {
      if (content?.includes('<data name="critique">')) {
        // What was judged is an answer of its own; the revision begins here.
        turns.length = 0;
        answered = true;
      }
      // An answer without a word left no message.
      if (!answered) turns.push({ content: "" });
      const last = turns.at(-1);
      if (last && content?.includes("cut off at the output limit")) last.finish_reason = "length";
      if (last && content?.includes("withheld the answer")) last.finish_reason = "content_filter";
      answered = false;
    }
  }
  return [...turns, answer];
}

/** What came of each recorded call, by tool and arguments. */
function outputsOf(messages: readonly ChatMessage[]): Map<string, Json> {
  const calls = new Map(
    messages.flatMap(({ tool_calls = [] }) => tool_calls).map(({ id, function: called }) => [id, called]),
  );
  return new Map(
    messages.flatMap(({ tool_call_id = "", content }): [string, Json][] => {
      const called = calls.get(tool_call_id);
      if (!called || content === null) return [];
      return [[keyOf(called.name, JSON.parse(called.arguments) as Json), parseJson(content) ?? content]];
    }),
  );
}

const keyOf = (tool: string, args: Json): string => `${tool} ${canonicalJson(args)}`;

function toolsOf({ request }: RecordedCall, prompt: string): ToolDescriptor[] {
  const outputs = outputsOf(request.messages);
  const written = readJsonBlock(prompt, "tools");
  const listed = Array.isArray(written) ? written.filter(isJsonObject) : [];
  const specs = [
    ...(request.tools ?? []).map(
      ({ function: { name, parameters } }: ChatTool) => [name, parameters] as const,
    ),
    ...listed.map(({ name, inputSchema }) => [String(name), inputSchema as JsonObject] as const),
  ];
  return specs
    .filter(([name]) => name !== "read_artifact")
    .map(([name, inputSchema]) =>
      testTool(name, {
        inputSchema,
        sideEffects: WRITING.has(name) ? "write" : "read",
        run: (args) => outputs.get(keyOf(name, args)) ?? {},
      }),
    );
}

export type PlayedConversation = Awaited<ReturnType<typeof playConversation>>;

/**
 * Plays the conversation that ends with a recorded call, and what `later` calls brought, as the only task of a run: the
 * adapter, the agent loop, the tools' schemas and the schema of the result are the real ones. A last turn that calls
 * tools is followed by "Done.", any by `closing`.
 */
export async function playConversation(
  call: RecordedCall,
  {
    later = [],
    closing,
    predicates = new Map(),
  }: { later?: readonly RecordedCall[]; closing?: string; predicates?: ReadonlyMap<string, string> } = {},
) {
  const { request } = call;
  const prompt = request.messages.find(({ role }) => role === "user")?.content ?? "";
  const task = readJsonBlock(prompt, "task") as { id: string; title: string; agent: string };
  const schema = /fits this schema: (\{.*\})/.exec(readBlock(prompt, "details") ?? "")?.[1];
  const tools = toolsOf(call, prompt);
  const answers = [...turnsOf(call), ...later.map(({ answer }) => answer)];
  const last = answers.at(-1);
  const isOpen = last && ("status" in last || last.tool_calls);
  if (isOpen || closing !== undefined) answers.push({ content: closing ?? "Done." });
  const asked = answers.map((answer, index) => ({ ...call, number: `${call.number}_${index}`, answer }));
  const toolCalling = request.messages[0]?.content?.includes('"next_node"') ? "json" : "native";
  const recorded = await openRecordedModel(asked, { toolCalling });
  const engine = createMemoryEngine({
    model: recorded.model,
    tools: createToolbox(tools),
    clock: { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms > MAX_WAIT_MS ? ms : 0, signal) },
  });
  const agent = { prompt: "Work.", tools: tools.map(({ name }) => name) };
  const plan = {
    title: "Recorded",
    agents: { worker: agent },
    tasks: [
      {
        id: task.id,
        title: task.title,
        agent: "worker",
        input: readBlock(prompt, "input") ?? "",
        maxRetries: 0,
        ...(predicates.has(task.id) && { verification: predicates.get(task.id) }),
        ...(schema !== undefined && { outputSchema: JSON.parse(schema) as JsonObject }),
      },
    ],
  };
  await engine.create(readBlock(prompt, "mission") ?? "", plan, {
    models: { default: RECORDED_MODEL_ID },
    replanOnFailure: false,
    maxTurns: 12,
  });
  const actor = await engine.lease();
  const state = await engine.until(
    (run) =>
      recorded.unanswered.length > 0 ||
      run.tasks[task.id]?.result !== undefined ||
      run.tasks[task.id]?.diagnosis !== undefined,
  );
  actor.lose();
  const { requests } = recorded.server;
  await recorded.close();
  return {
    task: state.tasks[task.id],
    turns: requests.length,
    requests: requests.map(({ body }) => body),
    ran: [...engine.store.toolCalls.values()].map(({ tool }) => tool),
    shown: requests.map(({ body }) => JSON.stringify(body.messages)).at(-1) ?? "",
    events: engine.store.events(RUN_ID),
    unanswered: recorded.unanswered,
    left: recorded.left(),
    replans: state.counters.replans,
  };
}
