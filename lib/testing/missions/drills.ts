import { isDeepStrictEqual } from "node:util";
import type { ItemOf } from "@/lib/core/evaluation";
import { isJsonObject, type Json } from "@/lib/core/json";
import type { Model, ModelMessage, ModelResponse } from "@/lib/core/ports";
import { readRole } from "@/lib/core/prompt-blocks";
import type { TaskState } from "@/lib/core/run/state";
import { isSelfChecked, isVerified } from "@/lib/core/run/state/verified";
import { SCENARIOS, sampleSettings } from "@/lib/core/scenarios";
import { openSimulatedModel, SIMULATED_MODEL_ID } from "../models/simulated-model";
import type { MadeCall, ToolFault } from "./faults";
import { type PlayedMission, playMission } from "./play";

type Mission = ItemOf<"missions">;

/** Far more than any sample takes. */
const NO_LIMITS = { calls: 1_000, inputTokens: 10_000_000, gates: 100, replans: 100 };

/** The samples as missions; each ends somehow. */
export const sampleMissions = (): Mission[] =>
  SCENARIOS.map(({ name, title, mission }) => ({
    id: name,
    about: title,
    mission,
    settings: { reviewMode: "auto", ...sampleSettings(name) },
    attachments: [],
    simulatedTools: true,
    keys: [],
    people: [],
    most: NO_LIMITS,
    ends: [{ says: "it has ended", check: "true" }],
  })) as unknown as Mission[];

/** Times that a plain model makes a call again that has failed. */
const REPEATS = 4;
const AGAIN = "+";

/**
 * A model that reads the failure of a tool as a plain one does: it makes the same call again, and again. The model behind it
 * sees what came of the last.
 */
function insisting(model: Model): Model {
  return {
    list: () => model.list(),
    call(request, context) {
      if (readRole(request.system) !== "agent") return model.call(request, context);
      const messages = withoutRepeats(request.messages);
      const repeated = repeatedTurn(messages, request.messages);
      return repeated ? Promise.resolve(repeated) : model.call({ ...request, messages }, context);
    },
  };
}

type ToolMessage = Extract<ModelMessage, { role: "tool" }>;
const rootOf = (callId: string): string => callId.replaceAll(AGAIN, "");

/** The conversation as if each call had been made once, and had come to what the last of its kind came to. */
function withoutRepeats(messages: readonly ModelMessage[]): ModelMessage[] {
  const results = messages.flatMap((message) => (message.role === "tool" ? message.results : []));
  const latest = new Map(results.map((result) => [rootOf(result.callId), result]));
  return messages.flatMap((message): ModelMessage[] => {
    if (callsIn(message).some(({ callId }) => callId.includes(AGAIN))) return [];
    if (message.role !== "tool") return [message];
    if (message.results.some(({ callId }) => callId.includes(AGAIN))) return [];
    const come = message.results.map((result) => ({
      ...(latest.get(result.callId) ?? result),
      callId: result.callId,
    }));
    return [{ ...message, results: come } as ToolMessage];
  });
}

function repeatedTurn(
  seen: readonly ModelMessage[],
  messages: readonly ModelMessage[],
): ModelResponse | undefined {
  const last = seen.at(-1);
  const rounds = messages.filter((message) => message.role === "tool").length;
  const turns = seen.filter((message) => message.role === "tool").length;
  if (last?.role !== "tool" || rounds - turns >= REPEATS) return;
  const failed = new Set(last.results.filter(({ isError }) => isError).map(({ callId }) => callId));
  const asked = seen.findLast((message) => message.role === "assistant");
  const calls = (asked ? callsIn(asked) : []).filter(({ callId }) => failed.has(callId));
  if (calls.length === 0) return;
  const suffix = AGAIN.repeat(rounds - turns + 1);
  const toolCalls = calls.map(({ callId, tool, args }) => ({
    callId: callId + suffix,
    tool,
    args,
    rawArgs: JSON.stringify(args),
  }));
  const content = toolCalls.map(({ callId, tool, args }) => ({
    type: "tool-call",
    toolCallId: callId,
    toolName: tool,
    input: args,
  }));
  return {
    text: "",
    toolCalls,
    verbatim: [{ role: "assistant", content }],
    finishReason: "tool_calls",
    usage: { inputTokens: 100, outputTokens: 10 },
    latencyMs: 0,
  } as ModelResponse;
}

function callsIn(message: ModelMessage): { callId: string; tool: string; args: Json }[] {
  if (message.role !== "assistant" || !("verbatim" in message)) return [];
  return message.verbatim.flatMap((said) => {
    const content =
      isJsonObject(said) && Array.isArray(said.content) ? said.content.filter(isJsonObject) : [];
    return content.flatMap(({ type, toolCallId, toolName, input = null }) =>
      type === "tool-call" ? [{ callId: String(toolCallId), tool: String(toolName), args: input }] : [],
    );
  });
}

/** Outcome of a mission with a fault. */
export type Drill = {
  id: string;
  fault: ToolFault;
  /** The most calls with the same arguments that failed or gave something wrong. */
  callsAlike: number;
  retried: boolean;
  replanned: boolean;
  /** A check or a review saw it that lets the mission pass without it, or the run did not complete. */
  found: boolean;
  /** The run completed on what the fault gave, and its end says that no check has passed that, or none but of form and limits. */
  told: boolean;
  /** It completed on that, and tells it as verified, or says nothing. */
  wrong: boolean;
  /** The checks that passed it. */
  passedBy: string[];
  /** Of a recorded mission: all came as without the fault. */
  reached: boolean;
};

type OpenModel = (mission: Mission, fault: ToolFault | undefined) => Parameters<typeof playMission>[1];

/**
 * Plays a mission without a fault, and then with each of these that it can meet: one of each kind in each tool that it calls,
 * unless `kinds` says which. A fault that no call came to, or that left everything as right as ever, is left out.
 */
export async function playDrills(
  mission: Mission,
  openModel: OpenModel,
  { from, kinds = KINDS, signal }: { from: URL; kinds?: readonly FaultKind[]; signal?: AbortSignal },
): Promise<Drill[]> {
  const options = { from, ...(signal && { signal }) };
  const base = await playMission(mission, openModel(mission, undefined), options);
  // By name: tasks at work side by side call in no order.
  const tools = [...new Set(base.made.map(({ tool }) => tool))].sort();
  const drills: Drill[] = [];
  for (const tool of tools)
    for (const kind of kinds) {
      if (signal?.aborted) return drills;
      const fault = { tool, ...kind };
      const played = await playMission(mission, openModel(mission, fault), { ...options, fault });
      if (played.made.some(({ came }) => came !== "as it is")) drills.push(judgeDrill(played, fault, base));
    }
  return drills;
}

export type FaultKind = Pick<ToolFault, "kind" | "lasts">;
export const KINDS: readonly FaultKind[] = [
  { kind: "explicit", lasts: false },
  { kind: "explicit", lasts: true },
  { kind: "silent", lasts: false },
  { kind: "silent", lasts: true },
];

/** A fault that passes meets a model that gives up at once, one that lasts a model that does not give up. */
export const openSample: OpenModel = (_mission, fault) => async () => {
  const model = openSimulatedModel();
  const isInsisting = fault?.kind === "explicit" && fault.lasts;
  return { model: isInsisting ? insisting(model) : model, defaultModelOf: () => SIMULATED_MODEL_ID };
};

function judgeDrill(played: PlayedMission, fault: ToolFault, base: PlayedMission): Drill {
  const { made, run, end } = played;
  const hit = made.filter(({ came }) => came !== "as it is");
  const alike = Map.groupBy(hit, ({ tool, args }) => `${tool} ${args}`);
  const rests = Object.values(run.state.tasks).filter(
    ({ id, status, spec }) =>
      run.state.order.includes(id) &&
      status === "succeeded" &&
      hit.some((call) => call.lineage === spec.lineage && isLastWord(call, made)),
  );
  const completed = end.status === "completed";
  const isDoubtful = (task: TaskState) => !isVerified(task) || isSelfChecked(task);
  const told = completed && rests.some(isDoubtful) && UNVERIFIED.test(end.told);
  const { untrue, needless, lacks } = played;
  return {
    id: played.id,
    fault,
    callsAlike: Math.max(...[...alike.values()].map((calls) => calls.length)),
    retried: hit.some((call) => made.filter((one) => isAlike(one, call)).length > 1),
    replanned: end.replans > base.end.replans,
    found:
      refusals(played) > refusals(base) || end.replans > base.end.replans || end.status !== base.end.status,
    told,
    wrong: completed && rests.some((task) => !isDoubtful(task) || !told),
    passedBy: [...new Set(rests.flatMap(layersPassed))],
    reached: isDeepStrictEqual([untrue, needless, lacks], [base.untrue, base.needless, base.lacks]),
  };
}

const UNVERIFIED =
  /^(?:▲ No check has passed .* unverified|▲ .* checked for form and limits alone: .*|◈ Not held to a check: .*)\.$/m;

const isAlike = (one: MadeCall, other: MadeCall): boolean =>
  one.tool === other.tool && one.args === other.args;

/** True for a call that nobody made again with another end. */
const isLastWord = (call: MadeCall, made: readonly MadeCall[]): boolean =>
  made.findLast((one) => isAlike(one, call)) === call;

const layersPassed = ({ attempts }: TaskState): string[] =>
  (attempts.at(-1)?.checks ?? []).map(({ layer }) => layer);

const refusals = ({ run }: PlayedMission): number =>
  run.events.filter(({ type }) => /^(?:verification_(?:failed|error)|quality_gate_failed)$/.test(type))
    .length;
