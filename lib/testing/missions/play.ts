import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { estimatedInputTokens } from "@/lib/core/cost";
import { asDomainError } from "@/lib/core/errors";
import type { ItemOf } from "@/lib/core/evaluation";
import type { CreateRunInput } from "@/lib/core/inputs/create-run";
import type { Json, JsonObject } from "@/lib/core/json";
import { verify } from "@/lib/core/lisp";
import type { Model } from "@/lib/core/ports";
import { readRole } from "@/lib/core/prompt-blocks";
import type { RunEvent, RunState } from "@/lib/core/run";
import type { ModelCallRow } from "@/lib/engine/types";
import type { ToolDescriptor } from "@/lib/tools";
import { closingLines } from "@/scripts/mission/final-report";
import { decideAsShown } from "../decide-as-shown";
import { isShortQuestion } from "../models/short-question";
import { faultyTools, type MadeCall, type ToolFault } from "./faults";
import { createPeople } from "./people";
import { type Answering, type MissionWorld, openMissionWorld } from "./world";

type Mission = ItemOf<"missions">;

/** What a mission came to: `data/result` of its checks. */
type MissionEnd = {
  status: string;
  reason: string | null;
  answer: Json;
  /** All that its end says to the one who started it. */
  told: string;
  /** Calls that changed something outside, with their arguments as JSON text. */
  effects: { tool: string; args: string; outcome: string }[];
  /** What stands in its folder, by name. */
  files: Record<string, string>;
  /** What was asked, shown and answered, by each of those who had to; `expected` where people had something to say. */
  gates: {
    kind: string;
    title: string;
    prompt: string;
    shown: string;
    verbs: string[];
    expected: boolean;
  }[];
  replans: number;
  calls: number;
  /** Of all requests, by estimate. */
  inputTokens: number;
};

export type PlayedMission = {
  id: string;
  end: MissionEnd;
  /** What is not so of what has to be true at the end, with why. */
  untrue: string[];
  /** Of what more was done than is needed. */
  needless: (keyof Mission["most"])[];
  /** The gate at which it ended, as nobody had an answer that it takes. */
  stuck: string | undefined;
  /** Requests that nothing was recorded for. */
  lacks: string[];
  /** Recorded answers that are refused today, and why. */
  refused: string[];
  calls: readonly CountedCall[];
  /** The same as its database has them. */
  rows: readonly ModelCallRow[];
  /** What it cost; null where nobody knows. */
  usd: number | null;
  /** What its tools were asked, in order, and the run as it ended. */
  made: readonly MadeCall[];
  run: { state: Readonly<RunState>; events: readonly RunEvent[] };
};

/** More gates than any mission asks; one that goes round in circles ends here. */
const MAX_GATES = 20;

/** Who answers in a mission. */
export type MissionModel = Answering & {
  modelId?: string;
  /** Requests that nothing was recorded for. */
  unanswered?: readonly string[];
  /** Recorded answers that were refused and given again. */
  insisted?: readonly string[];
  close?(): Promise<void>;
};

/** Puts the real folder of the mission in the place of the one that it names. */
export type Place = <T extends Json>(value: T) => T;

/**
 * Plays a mission on the real engine to its end, with the files in `from`. `limits` are those of its run, which `signal`
 * cancels.
 */
export async function playMission(
  mission: Mission,
  openModel: (there: Place) => Promise<MissionModel>,
  {
    from,
    limits = {},
    signal,
    fault,
  }: { from: URL; limits?: JsonObject; signal?: AbortSignal; fault?: ToolFault | undefined },
): Promise<PlayedMission> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mission-")));
  const path = mission.folder?.path ?? folder;
  const there: Place = (value) => swap(value, path, folder);
  const back: Place = (value) => swap(value, folder, path);
  const answering = await openModel(there);
  const counted = countCalls(answering.model);
  const made: MadeCall[] = [];
  const withFault = (tools: ToolDescriptor[]) => faultyTools(tools, { fault, made });
  const options = { from, folder, withFault };
  const world = await openMissionWorld(mission, { ...answering, model: counted.model }, options);
  try {
    const { report, gates, stuck, ...run } = await runToEnd(
      mission,
      world,
      there,
      {
        ...(answering.modelId !== undefined && { models: { default: answering.modelId } }),
        ...limits,
      },
      signal,
    );
    const end = back<MissionEnd>({
      status: report.status,
      reason: report.finishReason,
      answer: report.answer,
      told: closingLines(report).join("\n"),
      effects: report.outside.items.map(({ tool, args, outcome }) => ({ tool, args, outcome })),
      files: world.files(),
      gates,
      replans: report.replans,
      calls: counted.calls.length,
      inputTokens: counted.calls.reduce((sum, call) => sum + call.inputTokens, 0),
    });
    return {
      id: mission.id,
      end,
      stuck,
      ...judgeMission(mission, end),
      lacks: [...new Set(answering.unanswered)],
      refused: [...(answering.insisted ?? [])],
      calls: counted.calls,
      rows: await world.modelCalls(),
      usd: report.cost.usd,
      made,
      run,
    };
  } finally {
    await world.close();
    await answering.close?.();
    rmSync(folder, { recursive: true });
  }
}

/** True where everything is so that has to be, by answers that were there. */
export const isReached = ({ untrue, lacks, stuck }: PlayedMission): boolean =>
  untrue.length + lacks.length === 0 && stuck === undefined;

/** Holds what a mission came to against what has to be true of it. */
function judgeMission(
  { ends, most }: Pick<Mission, "ends" | "most">,
  end: MissionEnd,
): Pick<PlayedMission, "untrue" | "needless"> {
  const untrue = ends.flatMap(({ says, check }) => {
    const verdict = verify(check, { result: end as unknown as JsonObject });
    if (verdict.outcome === "passed") return [];
    return [
      verdict.outcome === "error" ? `${says} (the check itself fails: ${verdict.error.message})` : says,
    ];
  });
  const counts = { ...end, gates: end.gates.length };
  const needless = MOST.filter((what) => counts[what] > most[what]);
  return { untrue, needless };
}

const MOST = ["calls", "inputTokens", "gates", "replans"] as const;

async function runToEnd(
  mission: Mission,
  world: MissionWorld,
  there: Place,
  settings: JsonObject,
  signal: AbortSignal | undefined,
) {
  const { engine, actor, attachments } = world;
  const { services } = engine;
  const input = {
    mission: there(mission.mission),
    ...(mission.plan && { plan: there(mission.plan) }),
    attachments,
    settings: {
      replanCooldownMs: 0,
      reviewHoldMs: 0,
      retryDelayMs: 0,
      modelRetryDelayMs: 10,
      ...mission.settings,
      ...settings,
    },
  } as CreateRunInput;
  const { runId } = await services.runs.create({ actor: actor(), input });
  // One that has ended by then needs no end.
  signal?.addEventListener("abort", () => void engine.command(runId, "cancel").catch(() => {}), {
    once: true,
  });
  const people = createPeople(mission.people);
  const gates = new Map<string, MissionEnd["gates"][number]>();
  const ended = async (stuck?: string) => {
    const report = await services.runs.report({ actor: actor(), input: { runId } });
    const state = await engine.waitFor(runId, () => true);
    return { report, gates: [...gates.values()], stuck, state, events: await engine.events(runId) };
  };
  for (let seq = 0; ; ) {
    const state = await engine.waitFor(
      runId,
      (now) => now.seq >= seq && (now.finished !== undefined || Object.keys(now.openApprovals).length > 0),
    );
    const [approvalId] = Object.keys(state.openApprovals);
    if (state.finished || approvalId === undefined) return ended();
    const view = await services.approvals.get({ actor: actor(), input: { approvalId } });
    const title = state.tasks[view.taskId ?? ""]?.spec.title ?? "";
    const prompt = view.prompt ?? "";
    const said = gates.size < MAX_GATES ? people.answer({ ...view, title }) : undefined;
    const shown = view.shown && "inline" in view.shown ? JSON.stringify(view.shown.inline) : "";
    const verbs = [...(gates.get(approvalId)?.verbs ?? []), ...(said ? [said.verb] : [])];
    gates.set(approvalId, {
      kind: view.kind,
      title,
      prompt,
      shown,
      verbs,
      expected: said?.expected ?? false,
    });
    if (!said) return ended(`nobody answers: ${prompt}`);
    const { by, verb, comment, value } = said;
    const answer = {
      approvalId,
      verb,
      ...(comment !== undefined && { comment }),
      ...(value !== undefined && { value: there(value) }),
    };
    // What nobody in particular is to say, the first says who is asked and has not said it yet.
    const voices = by !== undefined ? [by] : [undefined, ...mission.keys.map(({ name }) => name)];
    const decided = await firstAccepted(voices, (name) =>
      decideAsShown(services, { actor: actor(name), input: answer }),
    );
    if ("refusal" in decided) return ended(`${verb} was refused (${decided.refusal}): ${prompt}`);
    seq = decided.result.seq;
  }
}

/** The first of several ways that is not refused, or the refusal of the last. */
async function firstAccepted<Way, Result>(
  ways: readonly Way[],
  take: (way: Way) => Promise<Result>,
): Promise<{ result: Result } | { refusal: string }> {
  let refusal = "";
  for (const way of ways) {
    try {
      return { result: await take(way) };
    } catch (thrown) {
      const refused = asDomainError(thrown);
      if (!refused) throw thrown;
      refusal = refused.message;
    }
  }
  return { refusal };
}

const swap = <T extends Json>(value: T, from: string, to: string): T =>
  JSON.parse(JSON.stringify(value).replaceAll(from, to)) as T;

/** `isShort`: a replanner's, for edits alone. */
type CountedCall = { role: string; inputTokens: number; isShort: boolean };

/** The share that the short questions of replanners have, at most, of the first prompt of the planner; undefined without either. */
export function shortOfPlan(calls: readonly CountedCall[]): number | undefined {
  const short = calls.filter(({ isShort }) => isShort).map(({ inputTokens }) => inputTokens);
  const plan = calls.find(({ role }) => role === "planner")?.inputTokens;
  return short.length === 0 || plan === undefined ? undefined : Math.max(...short) / plan;
}

function countCalls(model: Model) {
  const calls: CountedCall[] = [];
  const counting: Model = {
    list: () => model.list(),
    call(request, context) {
      const role = readRole(request.system) ?? "";
      const [first] = request.messages;
      const isShort = role === "replanner" && first?.role === "user" && isShortQuestion(first.text);
      calls.push({ role, inputTokens: estimatedInputTokens(request), isShort });
      return model.call(request, context);
    },
  };
  return { model: counting, calls };
}
