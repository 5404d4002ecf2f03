import { canonicalJson, type Json, type JsonObject } from "../json";
import { markedJson, markedText } from "../legible/marked";
import type { ModelMessage, NeutralTurn } from "../ports";
import { writeBlock } from "../prompt-blocks";
import { branchesOf, callsOf, editedArgs, joinOf, leftOutOf, saidOf } from "./step-calls";
import type { Call, Step, Summary, Trajectory } from "./types";

type ToolMessage = Extract<ModelMessage, { role: "tool" }>;

/**
 * The messages of the next request: the query, the summary of the first steps if there is one, then for each step after
 * those the provider's own messages (`verbatim`, one list a step) and what the agent was told of it, and what people say
 * now (`steering`). Equal trajectories give equal messages, so a request after a crash is the one that was lost.
 */
export function messagesOf(
  trajectory: Trajectory,
  verbatim: readonly Json[][],
  steering: readonly string[] = [],
): ModelMessage[] {
  const turnOf = (_step: Step, index: number): ModelMessage => ({
    role: "assistant",
    verbatim: verbatim[index] ?? [],
  });
  return conversation(trajectory, turnOf, steering);
}

/** The same with the turns of the model in no provider's form, so that any model can be asked what it would do next. */
export function neutralMessagesOf(trajectory: Trajectory, steering: readonly string[] = []): ModelMessage[] {
  const inJson = trajectory.constraints.toolCalling === "json";
  const turnOf = (step: Step): ModelMessage => ({
    role: "assistant",
    turn: inJson ? { text: canonicalJson(actionAsJson(step)), toolCalls: [] } : nativeTurn(step),
  });
  return conversation(trajectory, turnOf, steering);
}

function nativeTurn(step: Step): NeutralTurn {
  const { thought, action } = step;
  if (action.type !== "finish") return { text: thought, toolCalls: callsOf(step) };
  const { answer } = action;
  const said = typeof answer === "string" ? answer : canonicalJson(answer);
  return { text: said === "" ? thought : said, toolCalls: [] };
}

/** An action in the words in which a model without tool calls of its own writes it. */
function actionAsJson(step: Step): JsonObject {
  const { thought, action } = step;
  const written = ({ tool: node, args }: Call): JsonObject => ({ node, args });
  const nothing = { thought, next_node: null, args: {}, plan: null, join: null };
  if (action.type === "finish") return { ...nothing, args: { answer: action.answer } };
  if (action.type === "tool") return { ...nothing, next_node: action.tool, args: action.args };
  return { ...nothing, plan: action.calls.map(written), join: action.join ? written(action.join) : null };
}

function conversation(
  trajectory: Trajectory,
  turnOf: (step: Step, index: number) => ModelMessage,
  steering: readonly string[],
): ModelMessage[] {
  const { query, summary, steps } = trajectory;
  const from = summary?.upToStep ?? 0;
  const turns = steps
    .slice(from)
    .flatMap((step, index): ModelMessage[] => [
      ...steeringMessages(step.steering),
      turnOf(step, from + index),
      ...(trajectory.constraints.toolCalling === "json" ? observationMessages(step) : resultMessages(step)),
      ...revisionMessages(step),
    ]);
  return [
    { role: "user", text: query },
    ...(summary ? summaryMessages(summary, steps.slice(0, from)) : []),
    ...(steps.length === from ? revisionMessages(steps.at(-1)) : []),
    ...turns,
    ...steeringMessages(steering),
  ];
}

/** What stands for the first steps. What people said in them is theirs, and is not put into other words. */
function summaryMessages({ by: _by, ...summary }: Summary, steps: readonly Step[]): ModelMessage[] {
  // Sorted keys: a store may give them back in another order.
  const text = `${SUMMED_UP}\n\n${writeBlock("summary", canonicalJson(summary))}`;
  return [
    { role: "user", text },
    ...steps.flatMap((step) => [...steeringMessages(step.steering), ...commentMessages(step)]),
  ];
}

const SUMMED_UP =
  '"summary" stands for your first steps, which no longer fit. Take what it says as found out and done, and go on from there.';

/** What people said of calls whose results the summary stands for. */
const commentMessages = ({ said = {} }: Step): ModelMessage[] =>
  Object.values(said).map((words) => ({ role: "user", text: writeBlock("people_said", words) }));

/** A word of a person is a message of its own, so that it is not taken for what tools say. */
function steeringMessages(steering: readonly string[] = []): ModelMessage[] {
  return steering.map((message) => ({ role: "user", text: writeBlock("steering", message) }));
}

/** What is to be fixed in an answer, where a critic wants that. */
function revisionMessages({ critique }: Pick<Step, "critique"> = {}): ModelMessage[] {
  if (!critique?.revise) return [];
  const { revise: _revise, ...said } = critique;
  return [{ role: "user", text: `${CRITICIZED}\n\n${writeBlock("critique", canonicalJson(said))}` }];
}

const CRITICIZED =
  'Your answer was judged and is not good enough yet. Fix what "critique" names, with your tools where something has to be found out, and give the whole answer again. Where it is mistaken, keep what your material shows.';

function resultMessages(step: Step): ModelMessage[] {
  const results = resultsOf(step);
  if (results.length > 0) return [{ role: "tool", results }];
  return step.error === undefined ? [] : [{ role: "user", text: markedText(step.error) }];
}

/** What a model that writes its actions as JSON sees of one. */
function observationMessages(step: Step): ModelMessage[] {
  const reported = observationOf(step);
  return reported === undefined ? [] : [{ role: "user", text: writeBlock("observation", reported) }];
}

/** What came of a step, as JSON; undefined for one that called nothing and was not refused. */
export function observationOf(step: Step): Json | undefined {
  const results = resultsOf(step);
  return results.length === 0 || step.invalid ? errorOf(step) : observationBody(step, results);
}

const errorOf = ({ error }: Step): Json | undefined => (error === undefined ? undefined : { error });

function observationBody(step: Step, results: ToolMessage["results"]): Json | undefined {
  const [only] = results;
  if (step.action.type !== "parallel") return only && (only.isError ? { error: only.output } : only.output);
  const said = results.map(({ callId, tool: node, output, isError }) => ({
    callId,
    reported: (isError ? { node, error: output } : { node, observation: output }) as JsonObject,
    ok: !isError,
  }));
  const set = said.filter(({ callId }) => callId !== joinOf(step)?.callId);
  const success = set.filter(({ ok }) => ok).length;
  const join = said.find((one) => !set.includes(one));
  return {
    branches: set.map(({ reported }) => reported),
    success,
    failed: set.length - success,
    ...(join && { join: join.reported }),
  };
}

function resultsOf(step: Step): ToolMessage["results"] {
  const branches = new Map(branchesOf(step).map((branch) => [branch.callId, branch]));
  return callsOf(step).flatMap(({ callId, tool }) => {
    const result = branches.get(callId);
    if (result?.ok) return { callId, tool, output: reported(result.output, step, callId), isError: false };
    const error = result?.error ?? step.error;
    return error === undefined ? [] : { callId, tool, output: reported(error, step, callId), isError: true };
  });
}

/**
 * What a call gave, nothing unseen in it; an agent has to know that it was not the call it had asked for, and what people said
 * when they were asked about it. Their words stand beside the result, which is the tool's alone.
 */
function reported(given: Json, step: Step, callId: string): Json {
  const output = markedJson(given);
  const edited = editedArgs(step, callId);
  const said = saidOf(step, callId);
  if (edited === undefined)
    return said === undefined ? output : { note: COMMENTED, people_said: said, result: output };
  const leftOut = leftOutOf(step, callId);
  return {
    note: "A person changed the arguments of this call.",
    ...(said && { people_said: said }),
    ...(leftOut && { leftOut }),
    arguments: edited,
    result: output,
  };
}

const COMMENTED = "People were asked about this call. What they said of it is theirs, not the tool's.";
