import type { Json } from "../json";
import type { SideEffects } from "../ports";
import type { GateVerb } from "../run/gates/table";
import { evaluatePolicies, type ToolTraits } from "./evaluate";
import type { ToolPolicy } from "./schema";

/** What ruling on a call looks at in its tool. */
export type CalledTool = ToolTraits & {
  sideEffects: SideEffects;
  idempotent: boolean;
  /** An equal call later in the run is wanted. */
  repeatable: boolean;
};

/**
 * What a person, or a worker's late report, said of one call; `value` are edited arguments, or what it gave. `silent`:
 * nobody said anything in time.
 */
export type CallVerdict = { verb: GateVerb; comment?: string; value?: Json; silent?: boolean };

/** A call of a step, and everything that is known of it before anything runs. */
export type CallFacts = {
  name: string;
  args: Json;
  /** Absent when no tool has this name any more. */
  tool: CalledTool | undefined;
  policies: readonly ToolPolicy[];
  /** The arguments with which a lost worker started it; it told no end. */
  started?: { args: Json };
  /** The arguments with which its tool was called that asks now, and whether it asks for a value. */
  paused?: { args: Json; wantsValue: boolean };
  /** Why it is not the first of its kind: an equal call has ended, or stands before it in the same turn. */
  repeats?: string;
  verdict?: CallVerdict;
  /** Why arguments do not fit the tool, or undefined. */
  problemOf(args: Json): string | undefined;
};

export type CallRuling =
  | { do: "run"; args: Json }
  /** It has happened, and gave this. */
  | { do: "settle"; args: Json; output: Json }
  | { do: "deny"; reason: string }
  /** Its tool has asked already, and nobody has answered yet. */
  | { do: "keep_asking" }
  | { do: "ask"; about: "tool_approval" | "unknown_outcome"; args: Json; reason: string };

/** Does the tool change anything outside? */
export const changesOutside = ({ sideEffects }: { sideEffects: string }): boolean =>
  sideEffects === "write" || sideEffects === "external";

/**
 * The one place that says what becomes of a call: it runs, it is denied, or a person is asked (docs/engine.md, "Tool
 * calls"). What a person edited is held against schema and policies like the agent's own arguments.
 */
export function ruleCall(facts: CallFacts): CallRuling {
  const { name, tool, started, paused, verdict } = facts;
  const args = started?.args ?? paused?.args ?? facts.args;
  if (verdict?.verb === "happened" || verdict?.verb === "respond")
    return { do: "settle", args, output: verdict.value ?? null };
  if (!tool) return { do: "deny", reason: `There is no tool "${name}" any more.` };
  if (started) return ruleStarted(facts, tool, args);
  if (verdict?.verb === "reject") return { do: "deny", reason: rejection(facts) };
  if (paused && !verdict) return { do: "keep_asking" };
  return ruleFresh({ ...facts, args }, tool);
}

/**
 * What changes nothing, or may be done twice, runs again, unless a policy denies it by now; of anything else only a
 * person knows whether it has happened, and to let it run again is not theirs where it is denied.
 */
function ruleStarted({ name, policies, verdict }: CallFacts, tool: CalledTool, args: Json): CallRuling {
  const { decision, reason } = evaluatePolicies(policies, tool, args);
  const mayRun = verdict?.verb === "run" || !changesOutside(tool) || tool.idempotent;
  if (mayRun) return decision === "deny" ? deny(`"${name}" was not run again. ${reason}`) : run(args);
  const denied = decision === "deny" ? ` It may not run again. ${reason}` : "";
  const why = `It was started, and nobody told its end.${denied}`;
  return { do: "ask", about: "unknown_outcome", args, reason: why };
}

function ruleFresh(facts: CallFacts, tool: CalledTool): CallRuling {
  const { name, args: own, policies, repeats, verdict, problemOf } = facts;
  const edited = verdict?.verb === "edit" ? verdict.value : undefined;
  const args = edited ?? own;
  const problem = edited === undefined ? undefined : problemOf(edited);
  if (problem !== undefined) return deny(`Invalid arguments for "${name}": ${problem}`);
  const { decision, reason } = evaluatePolicies(policies, tool, args);
  if (decision === "deny") return deny(`"${name}" was not run. ${reason}`);
  const isRepeat = repeats !== undefined && changesOutside(tool) && !tool.repeatable;
  const why = [...(decision === "ask" ? [reason] : []), ...(isRepeat ? [repeats] : [])];
  if (verdict || why.length === 0) return run(args);
  return { do: "ask", about: "tool_approval", args, reason: why.join(" ") };
}

const run = (args: Json): CallRuling => ({ do: "run", args });
const deny = (reason: string): CallRuling => ({ do: "deny", reason });

function rejection({ name, verdict, repeats, paused }: CallFacts): string {
  const wantsValue = paused?.wantsValue;
  if (verdict?.silent)
    return wantsValue
      ? `Nobody answered "${name}" in time.`
      : `Nobody said in time whether "${name}" may run.`;
  const refused = wantsValue ? `answer "${name}"` : `let "${name}" run`;
  const why = verdict?.comment?.trim() ? `: ${verdict.comment.trim()}` : ".";
  return [`A person did not ${refused}${why}`, repeats].filter(Boolean).join(" ");
}
