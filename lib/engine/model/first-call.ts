import { byteLength } from "@/lib/core/bytes";
import { tokensOfBytes, worstCase } from "@/lib/core/cost";
import { getOwn } from "@/lib/core/own";
import { declaredAgent, isBuiltInAgent } from "@/lib/core/plan/agents";
import { storedBytes } from "@/lib/core/plan/store";
import type { StoredAgent } from "@/lib/core/plan/stored";
import type { Clock, WorkspaceSetup } from "@/lib/core/ports";
import type { FirstCall } from "@/lib/core/run/events/engine";
import { peopleWords } from "@/lib/core/run/people-words";
import type { RunState, TaskState } from "@/lib/core/run/state";
import type { WantedEffect } from "../actor/schedule";
import { modelOf, servingModel } from "./fallbacks";
import { outputBound } from "./reservations";

/** What the prompt of an agent has around its work: the role, its rules, and the names of its blocks. */
const FRAME_BYTES = 8_000;
/** In a request words stand in JSON, where quotes and line breaks take two bytes. */
const ESCAPED = 1.25;
/** A result may stand in the input, by a placeholder, and among the results before it. */
const RESULT_PLACES = 2;

/**
 * What the first call of an agent's attempt may take, as the state of its run alone shows it, so that it is reserved with the
 * start of the attempt (docs/engine.md, "Budgets"). Undefined where more would have to be read, or where the attempt has
 * a budget of its own: then the call asks for itself.
 */
export function firstCallOf(
  { setup, clock }: { setup: WorkspaceSetup; clock: Clock },
  run: Readonly<RunState>,
  { key, kind, taskId = "" }: WantedEffect,
): FirstCall | undefined {
  const task = getOwn(run.tasks, taskId);
  if (kind !== "run_attempt" || !task || run.attachments || isUnderWay(task)) return;
  const agent = declaredAgent(run, task.spec.agent);
  if ((!agent && !isBuiltInAgent(task.spec.agent)) || agent?.costBudgetUsd !== undefined) return;
  const context = { ...setup, clock, state: () => run };
  const modelId = modelOf(servingModel(context, "agent", { agentModelId: agent?.model }));
  const inputTokens = tokensOfBytes(FRAME_BYTES + ESCAPED * bytesOfWork(setup, run, task, agent));
  const price = setup.model.list().find(({ id }) => id === modelId)?.price;
  return { key, ...worstCase(inputTokens, outputBound(context, modelId, "agent"), price) };
}

/** Another worker has left turns of the attempt, whose words are not in the state. */
const isUnderWay = ({ attempts, attempt }: TaskState): boolean => {
  const last = attempts.at(-1);
  return last?.attempt === attempt && last.outcome === undefined && last.steps > 0;
};

/** The bytes of what the prompt tells of the work. */
function bytesOfWork(
  { tools }: WorkspaceSetup,
  run: Readonly<RunState>,
  { id, spec, attempts, detailed }: TaskState,
  agent: StoredAgent | undefined,
): number {
  const names = agent ? agent.tools : spec.agent === "supervisor" ? tools.list().map(({ name }) => name) : [];
  const specs = names
    .map((name) => tools.find(name))
    .map((tool) => [tool?.name, tool?.description, tool?.inputSchema]);
  const { output, diagnosis } = attempts.at(-1) ?? {};
  const said = [run.mission, detailed?.details, output?.preview, diagnosis, peopleWords(run, id), specs];
  const sources = [...new Set([...spec.dependsOn, ...spec.uses])];
  const results = sources.reduce((sum, source) => sum + resultBytes(getOwn(run.tasks, source)), 0);
  return byteLength(JSON.stringify(said)) + storedBytes(spec) + (agent ? storedBytes(agent) : 0) + results;
}

const resultBytes = (source: TaskState | undefined): number => RESULT_PLACES * (source?.result?.bytes ?? 0);
