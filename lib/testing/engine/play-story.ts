import type { Example } from "@/lib/core/examples/form";
import { type Block, readBlocks, readRole } from "@/lib/core/prompt-blocks";
import type { RunEvent, RunState } from "@/lib/core/run";
import type { GateVerb } from "@/lib/core/run/gates/table";
import type { ApprovalState } from "@/lib/core/run/state";
import { SCENARIOS, type ScenarioName } from "@/lib/core/scenarios";
import { builtInTools, createToolbox } from "@/lib/tools";
import { openSimulatedModel, SIMULATED_MODEL_ID } from "../models/simulated-model";
import { createMemoryEngine, RUN_ID } from "./memory-engine";

export type PlayedStory = {
  state: RunState;
  events: RunEvent[];
  /** What people were asked, as `kind task`, in order. */
  gates: string[];
  /** Tool calls in their order, as a reviewer reads them. */
  calls: string[];
  /** The blocks of each prompt, with the role that it was for. */
  prompts: { role: string | undefined; system: string; blocks: Block[] }[];
};

type Answer = { verb: GateVerb; comment?: string };

/** More gates than any story opens; a story that goes round in circles ends here. */
const MAX_GATES = 10;

/** The mission of a scenario. */
export function missionOf(name: ScenarioName): string {
  const scenario = SCENARIOS.find((one) => one.name === name);
  if (!scenario) throw new Error(`There is no scenario ${name}`);
  return scenario.mission;
}

/** Plays a mission on the real engine over a memory store; `answer` decides its gates, by approving unless it says else. */
export async function playStory(
  mission: string,
  {
    plan,
    settings = {},
    answer = () => ({ verb: "approve" }),
    toolCalling = "native",
    lessons = [],
    examples = [],
  }: {
    plan?: object;
    settings?: object;
    answer?: (gate: ApprovalState, nth: number) => Answer;
    /** How the model calls tools. */
    toolCalling?: "native" | "json";
    /** Accepted lessons that fit the mission. */
    lessons?: readonly string[];
    /** Examples of the library that fit every piece of work whose tools they need. */
    examples?: readonly Example[];
  } = {},
): Promise<PlayedStory> {
  const prompts: PlayedStory["prompts"] = [];
  const calls: string[] = [];
  const simulated = openSimulatedModel();
  const box = createToolbox(builtInTools({ nowMs: () => 0 }));
  const engine = createMemoryEngine({
    model: {
      list: () => simulated.list().map((info) => ({ ...info, toolCalling })),
      call(request, context) {
        const [first] = request.messages;
        const text = first?.role === "user" ? first.text : "";
        prompts.push({ role: readRole(request.system), system: request.system, blocks: readBlocks(text) });
        return simulated.call(request, context);
      },
    },
    tools: {
      ...box,
      run(name, args, context) {
        calls.push(box.summarize(name, args));
        return box.run(name, args, context);
      },
    },
  });
  engine.store.lessons.push(...lessons.map((text, n) => ({ id: `les_${n}`, version: 1, text })));
  engine.store.examples.push(...examples.map((example, n) => ({ id: `exm_${n}`, version: 1, example })));
  await engine.create(mission, plan, { models: { default: SIMULATED_MODEL_ID }, ...settings });
  const gates: string[] = [];
  for (;;) {
    const actor = await engine.lease();
    await actor.ended;
    const state = engine.store.state(RUN_ID);
    const open = Object.keys(state.openApprovals).flatMap((id) => state.approvals[id] ?? []);
    const [first] = open;
    if (state.finished || !first || gates.length >= MAX_GATES)
      return { state, events: engine.store.events(RUN_ID), gates, calls, prompts };
    // Calls of one turn wait for the last of their answers.
    const together = open.filter(({ kind, taskId }) => kind === "tool_approval" && taskId === first.taskId);
    for (const gate of together.length > 0 ? together : [first]) {
      gates.push(`${gate.kind} ${gate.taskId}`);
      await engine.person({ type: "decide", ...answer(gate, gates.length) });
    }
  }
}
