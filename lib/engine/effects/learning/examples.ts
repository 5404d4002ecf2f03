import { toolsOfSteps } from "@/lib/core/examples/agent";
import type { AgentExample, PlannerExample } from "@/lib/core/examples/form";
import { shortenedExample } from "@/lib/core/examples/shorten";
import type { FoundExample } from "@/lib/core/examples/view";
import type { ExampleKind } from "@/lib/core/examples/words";
import { getOwn } from "@/lib/core/own";
import { readsOwnAlone } from "@/lib/core/run/controls/release/approved";
import { readEffectKey } from "@/lib/core/run/effects/keys";
import type { ExampleRef } from "@/lib/core/run/events/examples";
import { MAX_SEARCH_WORDS, searchWords } from "@/lib/core/search-words";
import { takeWithin } from "@/lib/core/take-within";
import { servesSimulated } from "../../model/fallbacks";
import type { EffectContext } from "../effect";
import { toolsForPlans } from "../tools/offered-tools";
import { inputText, taskIn, type Work } from "../work";

/** Examples that the best ones are chosen from: some are too long for the room that is left, also with their texts cut. */
const MAX_FOUND = 50;

type Shown = FoundExample | Pick<FoundExample, "example">;

type Wanted = {
  kind: ExampleKind;
  question: string;
  tools: string[];
  agentModelId?: string | undefined;
  /** Those of the plan, which are shown before any of the library. */
  own?: readonly AgentExample[];
};

/**
 * The examples that fit the run's mission, as its planner's prompt carries them; undefined where the run wants none or
 * none fits. What is shown is committed before it is returned. Throws `unavailable`.
 */
export async function plannerExamples(context: EffectContext): Promise<PlannerExample[] | undefined> {
  const { mission, examplesShown } = context.state();
  const tools = toolsForPlans(context).map(({ name }) => name);
  const wanted: Wanted = { kind: "planner", question: mission, tools };
  return (await examplesFor(context, wanted, getOwn(examplesShown, context.key))) as
    | PlannerExample[]
    | undefined;
}

/**
 * The same for an agent: its plan's own examples, and behind them those that fit what its task asks, chosen in the first
 * attempt; the next ones are shown what that one was.
 */
export async function agentExamples(
  context: EffectContext,
  { task, agent }: Work,
  tools: string[],
): Promise<AgentExample[] | undefined> {
  const question = `${task.title}\n${inputText(task.input)}`;
  const canFollow = (example: AgentExample) => toolsOfSteps(example).every((tool) => tools.includes(tool));
  const own = agent.examples?.filter(canFollow) ?? [];
  const wanted: Wanted = { kind: "agent", question, tools, agentModelId: agent.model, own };
  return (await examplesFor(context, wanted, shownBefore(context))) as AgentExample[] | undefined;
}

async function examplesFor(
  context: EffectContext,
  { kind, question, tools, agentModelId, own = [] }: Wanted,
  shown: readonly ExampleRef[] | undefined,
): Promise<FoundExample["example"][] | undefined> {
  const { settings, workspaceId } = context.state();
  const { use, max, maxTokens } = settings.examples;
  const reader = { workspaceId, kind, tools, demo: servesSimulated(context, kind, { agentModelId }) };
  const words = searchWords(question).slice(0, MAX_SEARCH_WORDS);
  const find = (): Promise<FoundExample[]> =>
    shown
      ? context.reads.shownExamples(reader, shown)
      : context.reads.examples({ ...reader, words, limit: MAX_FOUND });
  const found = use && max > 0 ? await find() : [];
  const ofPlan = own.map((example) => ({ example }));
  const chosen = takeWithin<Shown>(
    [...ofPlan, ...found],
    { max, maxTokens },
    ({ example }) => JSON.stringify(example),
    (one, left) => {
      const example = shortenedExample(one.example, left);
      return example && { ...one, example };
    },
  );
  if (chosen.length === 0) return;
  const examples = chosen.flatMap((one) => ("id" in one ? [{ id: one.id, version: one.version }] : []));
  const ownCount = chosen.length - examples.length;
  const told = { key: context.key, role: kind, ...(ownCount > 0 && { own: ownCount }), examples };
  await context.commit([{ suffix: "examples", command: { type: "examples_shown", ...told } }]);
  return chosen.map(({ example }) => example);
}

/**
 * What an earlier try at the task was shown, if only nothing; undefined for its first attempt. Of the library, work that people let
 * act is shown nothing: it changes at any time, and what is written in it would instruct that work.
 */
function shownBefore(context: EffectContext): readonly ExampleRef[] | undefined {
  const state = context.state();
  const { taskId, attempt, key } = context;
  const { examplesShown = {} } = state;
  const own = getOwn(examplesShown, key);
  if (own) return own;
  if (state.settings.examples.use && readsOwnAlone(state, taskId)) return [];
  const [first] = taskIn(state, taskId).attempts;
  if (!first || first.attempt === attempt) return;
  const before = Object.entries(examplesShown).find(([other]) => {
    const of = readEffectKey(state.runId, other);
    return of.taskId === taskId && of.kind === "run_attempt";
  });
  return before?.[1] ?? [];
}
