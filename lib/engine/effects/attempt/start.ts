import { type AgentInput, agent as agentRole } from "@/lib/agents/agent";
import { SIMULATED_TAG, type ToolFacts } from "@/lib/core/ports";
import { toldBy } from "@/lib/core/run/controls/release/told";
import { startTrajectory } from "@/lib/core/trajectory";
import { modelOfAttempt } from "../../model/choose-model";
import { modelOf, type Serving, servingAgain, servingModel } from "../../model/fallbacks";
import { maySimulate } from "../../simulated-tools";
import { markShown, shownFiles } from "../attachments";
import type { EffectContext, Report } from "../effect";
import { givenTo } from "../given";
import { agentExamples } from "../learning/examples";
import { withSimulatedNote } from "../run-facts";
import { filteredTools, offeredTools } from "../tools/offered-tools";
import { detailsOf, inputText, taskIn, type Work } from "../work";
import type { Attempt } from "./attempt";
import { attemptLimits } from "./budgets";
import { restoreAttempt } from "./restore";

/**
 * A new attempt, or one that another worker left, as its committed rows tell it. `follower` is the model that follows
 * those that could not be reached.
 */
export async function beginAttempt(context: EffectContext, work: Work, follower?: Serving): Promise<Attempt> {
  const state = context.state();
  const task = taskIn(state, context.taskId);
  const { lineage } = task.spec;
  const { mission, settings } = state;
  const { steps = 0 } = task.attempts.at(-1) ?? {};
  const given = await givenTo(context, work);
  const begunWith = modelOfAttempt(context, steps + 1);
  const asked = { agentModelId: work.agent.model };
  const serving =
    begunWith === undefined
      ? (follower ?? servingModel(context, "agent", asked))
      : servingAgain(context, "agent", begunWith, asked);
  const modelId = modelOf(serving);
  const facts = allowedTools(context, work).filter(
    ({ tags }) => !tags.includes(SIMULATED_TAG) || maySimulate(context, modelId),
  );
  const info = context.model.list().find(({ id }) => id === modelId);
  const actions = info?.toolCalling === "json" && { toolCalling: "json" as const };
  const calls = actions ? "json" : "native";
  const { hints } = work.agent;
  const files = await shownFiles(context, info);
  const attachments = given.attachments && markShown(given.attachments, files);
  const toolNames = facts.map((tool) => tool.name);
  // An attempt that has begun has its system text stored.
  const examples = steps > 0 ? undefined : await agentExamples(context, work, toolNames);
  const input: AgentInput = {
    mission,
    ...given,
    ...(attachments && { attachments }),
    task: {
      id: work.task.id,
      title: work.task.title,
      details: detailsOf(work),
      input: inputText(work.input),
    },
    agent: { name: work.task.agent, prompt: work.agent.prompt },
    ...(hints && { hints }),
    ...(examples && { examples }),
    ...(facts.length > 0 && { calls }),
  };
  const { system, messages } = agentRole.buildPrompt(input);
  const [first] = messages.map((message) => withSimulatedNote(message, state, context.taskId));
  const trajectory = startTrajectory({
    query: first?.role === "user" ? first.text : "",
    context: { task: work.task.id, attempt: context.attempt, agent: work.task.agent, model: modelId },
    constraints: {
      tools: toolNames,
      ...attemptLimits(work.agent, settings),
      ...(hints && { hints }),
      ...actions,
    },
  });
  const tools = facts.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const fresh = {
    work,
    lineage,
    modelId,
    serving,
    files,
    system,
    tools,
    told: toldBy(facts),
    policyReport: policyReport(context, work, toolNames),
    trajectory,
    verbatim: [],
    unfinished: new Map(),
  };
  return steps > 0 ? await restoreAttempt(context, fresh) : fresh;
}

/** An event holds no more names than this, and no more reasons. */
const MAX_NAMES = 100;
const MAX_FILTERED = 25;

/** What policies took from the agent of a task, as the report that goes with its first step; undefined where nothing. */
export function policyReport(
  context: EffectContext,
  { agent }: Work,
  available: readonly string[],
): Report | undefined {
  const withheld = new Set([...available, ...(agent.hints?.disallowed ?? [])]);
  const missing = agent.tools.filter((name) => !withheld.has(name));
  const filtered = missing.length === 0 ? [] : filteredTools(context, missing);
  if (filtered.length === 0) return undefined;
  const { key, taskId, attempt } = context;
  const names = { original: agent.tools.slice(0, MAX_NAMES), available: available.slice(0, MAX_NAMES) };
  const cut = filtered.slice(0, MAX_FILTERED);
  return {
    suffix: "policies",
    command: { type: "policy_applied", key, taskId, attempt, ...names, filtered: cut },
  };
}

/** The tools of the task's agent that no policy denies, without those that its hints keep from it. */
export function allowedTools(context: EffectContext, { agent }: Work): ToolFacts[] {
  const offered = new Map(offeredTools(context).map((tool) => [tool.name, tool]));
  const withheld = new Set(agent.hints?.disallowed);
  return agent.tools.flatMap((name) => (withheld.has(name) ? [] : (offered.get(name) ?? [])));
}
