import type { RoleSettings } from "@/lib/core/models/providers";
import type { WorkspacePolicies } from "@/lib/core/policy";
import type { Clock } from "@/lib/core/ports";
import type { RunEvent, RunState } from "@/lib/core/run";
import type { EventType, Payload } from "@/lib/core/run/events";
import type { RunActor } from "@/lib/engine/actor/run-actor";
import { createToolbox, type ToolDescriptor } from "@/lib/tools";
import { createScriptedModel, type ModelOverrides, type Script } from "../models/scripted-model";
import { createMemoryEngine, type MemoryEngine, RUN_ID } from "./memory-engine";

/** A tool for tests: it reads nothing and changes nothing, unless a test says otherwise. */
export function testTool(name: string, over: Partial<ToolDescriptor> = {}): ToolDescriptor {
  return {
    name,
    description: name,
    tags: [],
    sideEffects: "none",
    idempotent: false,
    inputSchema: { type: "object", properties: { version: { type: "string" } }, additionalProperties: false },
    timeoutMs: 5_000,
    summarize: () => name,
    run: () => ({ done: name }),
    ...over,
  };
}

export type ScriptedRun = {
  engine: MemoryEngine;
  model: ReturnType<typeof createScriptedModel>;
  lease(): Promise<RunActor>;
  /** Takes the run from its worker once that has `begun`, and lets the next one bring it to its end. */
  takeOver(started: Promise<unknown>): Promise<void>;
  state(): RunState;
  events(): RunEvent[];
  /** The payloads of the events of one type, in order. */
  payloads<T extends EventType>(type: T): Payload<T>[];
  /** The first message of each request of this role. */
  prompts(role: string): string[];
};

type Options = {
  script?: Script;
  tools?: ToolDescriptor[];
  settings?: object;
  mission?: string;
  clock?: Clock;
  /** Of the workspace, as they are at the moment. */
  policies?: () => WorkspacePolicies;
  settingsOfRole?: (role: string) => RoleSettings;
  /** What the model is. */
  modelOverrides?: ModelOverrides;
  /** What the command that creates the run says beside. */
  more?: object;
  /** Beside `worker`, who has every tool. */
  agents?: object;
};

/** A run of these tasks on memory, with a model that answers by a script; without replans unless settings say so. */
export async function createScriptedRun(tasks: object[], options: Options = {}): Promise<ScriptedRun> {
  const { script = () => "done", tools = [], settings = {}, mission = "Do it" } = options;
  const asked: { role: string; prompt: string }[] = [];
  const model = createScriptedModel((request, context) => {
    asked.push({ role: request.role ?? "", prompt: request.prompt });
    return request.role === "answer" ? "All is done." : script(request, context);
  }, options.modelOverrides);
  const { clock, policies, settingsOfRole } = options;
  const engine = createMemoryEngine({
    model,
    tools: createToolbox(tools),
    ...(clock && { clock }),
    ...(policies && { policies }),
    ...(settingsOfRole && { settingsOfRole }),
  });
  const quick = { replanOnFailure: false, summarizer: "off", modelRetryDelayMs: 1 };
  const worker = { prompt: "Work.", tools: tools.map(({ name }) => name) };
  const agents = { worker, ...options.agents };
  const plan = { title: "Plan", agents, tasks };
  await engine.create(mission, plan, { ...quick, ...settings }, options.more);
  const events = () => engine.store.events(RUN_ID);
  return {
    engine,
    model,
    lease: engine.lease,
    async takeOver(started) {
      const first = await engine.lease();
      await started;
      first.lose();
      await engine.store.jobs.release(first.claim);
      await (await engine.lease()).ended;
    },
    state: () => engine.store.state(RUN_ID),
    events,
    payloads: <T extends EventType>(type: T) => {
      const payloads = events().flatMap((event) => (event.type === type ? [event.payload] : []));
      return payloads as Payload<T>[];
    },
    prompts: (role) => asked.filter((one) => one.role === role).map(({ prompt }) => prompt),
  };
}

/** The same, played until nothing moves any more. */
export async function playScriptedRun(tasks: object[], options: Options = {}): Promise<ScriptedRun> {
  const run = await createScriptedRun(tasks, options);
  const actor = await run.lease();
  await actor.ended;
  return run;
}
