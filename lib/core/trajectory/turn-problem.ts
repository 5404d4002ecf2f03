import type { Json } from "../json";
import type { ModelResponse, ModelToolCall } from "../ports";
import { cutText } from "../text";
import { hintProblems } from "./hints";
import type { Trajectory } from "./types";

/** What a turn of the model brought, and what the caller found out about its calls. */
export type TurnFacts = Pick<ModelResponse, "text" | "toolCalls" | "finishReason" | "usage"> & {
  /**
   * For each tool call, in order, why its arguments do not fit the tool (with a suggestion), or undefined. Whether
   * the tool is known and the arguments are JSON is found out here.
   */
  argumentProblems: (string | undefined)[];
  /** A call on the results of the others; only an action in JSON has one. Its arguments are checked when they are whole. */
  join?: ModelToolCall;
  /** An answer that is no text. */
  answer?: Json;
  /** Why no action could be read in the text. */
  unreadable?: string;
  /** What people had told the agent before this turn and after the one before. */
  steering?: string[];
  startedAtMs: number;
  latencyMs: number;
};

/** Why nothing of a turn may run, as its agent is told (docs/agents.md, "Trajectories"); undefined for one in order. */
export const turnProblem = (turn: TurnFacts, trajectory: Trajectory): string | undefined =>
  turn.toolCalls.length === 0 ? answerProblem(turn) : callProblems(turn, trajectory);

function answerProblem({ text, answer = text, finishReason, unreadable }: TurnFacts): string | undefined {
  if (finishReason === "length") return "The answer was cut off at the output limit. Give a shorter one.";
  if (finishReason === "content_filter") return "The provider withheld the answer. Say it in another way.";
  if (unreadable !== undefined) return unreadable;
  if (typeof answer === "string" && answer.trim() === "")
    return "The answer was empty. Call a tool, or give the answer.";
  return undefined;
}

function callProblems(turn: TurnFacts, { constraints, steps }: Trajectory): string | undefined {
  const { tools, hints } = constraints;
  const calls = [...turn.toolCalls, ...(turn.join ? [turn.join] : [])];
  const ofCalls = calls.flatMap(({ tool, args, rawArgs }, index) => {
    if (!tools.includes(tool)) return `There is no tool "${tool}" here. ${allowedTools(tools)}`;
    if (args === undefined) return `The arguments of "${tool}" are not JSON: ${cutText(rawArgs, 200)}`;
    const problem = turn.argumentProblems[index];
    return problem === undefined ? [] : `Invalid arguments for "${tool}": ${problem}`;
  });
  const names = turn.toolCalls.map(({ tool }) => tool);
  const ids = new Set(calls.map(({ callId }) => callId));
  const problems = [
    ...ofCalls,
    // Results, edits and people's consent go by the id.
    ...(ids.size < calls.length ? ["Two of the calls have the same id. Make one call at a time."] : []),
    ...(hints ? hintProblems(hints, { steps, tools, names, join: turn.join?.tool }) : []),
  ];
  if (problems.length === 0) return undefined;
  return calls.length === 1 ? problems.join("\n") : [...problems, "None of the calls was run."].join("\n");
}

function allowedTools(tools: readonly string[]): string {
  return tools.length === 0 ? "No tools are allowed: give the answer." : `Allowed: ${tools.join(", ")}.`;
}
