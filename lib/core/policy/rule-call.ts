import type { Json } from "../json";
import type { SideEffects } from "../ports";
import type { CallReason, ChangeSinceRelease, EarlierCall, ModelOtherwise } from "../run/events/call-reasons";
import { countedItems, hasRejected, type ItemVerdict } from "../run/gates/items";
import type { GateVerb } from "../run/gates/table";
import { evaluatePolicies, type ToolTraits } from "./evaluate";
import type { ToolPolicy } from "./schema";

/** What ruling on a call looks at in its tool. */
export type CalledTool = ToolTraits & {
  sideEffects: SideEffects;
  idempotent: boolean;
  /** An equal call later in the run is wanted. */
  repeatable: boolean;
  /** Names what holds of it; absent of our own tools. */
  definition?: string;
  /** Names that with what its server shows instead, and nobody has accepted; absent where it shows nothing else. */
  callDefinition?: string;
  /** What differs in that. */
  changedParts?: readonly string[];
};

/**
 * What a person, or a worker's late report, said of one call; `value` are edited arguments, or what it gave. `silent`:
 * nobody said anything in time.
 */
export type CallVerdict = {
  verb: GateVerb;
  comment?: string;
  value?: Json;
  silent?: boolean;
  /** Nothing of the call was sent: `run` is no leave then, and anything else what had let it begin. */
  notBegun?: boolean;
  /** The tool's definition when the person was asked. */
  definition?: string;
  /** On the items of the list in its arguments. */
  items?: readonly ItemVerdict[];
};

/** A call of a step, and everything that is known of it before anything runs. */
export type CallFacts = {
  name: string;
  args: Json;
  /** Absent when no tool has this name any more. */
  tool: CalledTool | undefined;
  policies: readonly ToolPolicy[];
  /** With what it was started, which tool that was, and what was said instead of its end, if anything was. */
  started?: { args: Json; sideEffects: SideEffects; tool?: BegunTool | undefined; said?: string };
  /** The arguments with which its tool was called that asks now, and whether it asks for a value. */
  paused?: { args: Json; wantsValue: boolean };
  /** What controls hold back of it that nobody has let run: obligations by id, and the controls' titles. */
  held?: {
    obligations: string[];
    controls: string[];
    since?: ChangeSinceRelease;
    told?: string[];
    models?: ModelOtherwise[];
  };
  /**
   * The obligations over a call that may be made another time, since it was started or an equal one was made, as far as their
   * people have not let just that happen. What they let pass before is no leave for it.
   */
  over?: readonly string[];
  /** What an equal call came to before it; absent of the first of its kind. */
  earlier?: EarlierCall;
  /** An equal call was started after the question by whose answer it may run: who answered was not told of it. */
  isUntold?: boolean;
  /** Who let it run does not count as one who may any more. */
  isWithdrawn?: boolean;
  verdict?: CallVerdict;
  /** The tool's definition in a question about the call that was taken away before anybody answered it. */
  askedAbout?: string;
  /** Why arguments do not fit the tool, or undefined. */
  problemOf(args: Json): string | undefined;
};

export type CallRuling =
  | { do: "run"; args: Json }
  /** It has happened, and gave this. */
  | { do: "settle"; args: Json; output: Json }
  | { do: "deny"; reason: CallReason }
  /** Its tool has asked already, and nobody has answered yet. */
  | { do: "keep_asking" }
  | {
      do: "ask";
      about: "tool_approval" | "unknown_outcome";
      args: Json;
      reasons: CallReason[];
      obligations?: string[];
    };

/** Does the tool change anything outside? */
export const changesOutside = ({ sideEffects }: { sideEffects: string }): boolean =>
  sideEffects === "write" || sideEffects === "external";

/**
 * Names a tool as a call of it goes out: by what holds of it, and by what its server shows of it now. Questions about a call,
 * and what was begun, are held to both.
 */
export const definitionOfCall = ({
  definition,
  callDefinition = definition,
}: Partial<Pick<CalledTool, "definition" | "callDefinition">>): string | undefined => callDefinition;

/** The tool of a call as it was when the call began. */
export type BegunTool = { definition?: string | undefined; idempotent?: boolean | undefined };

/**
 * Whether what was begun with one tool may be sent to another time without a question: only where it is the same tool, which
 * could be called twice then and can now. What a tool has come to say of itself since says nothing of what was begun.
 */
export const mayRepeat = (
  begun: BegunTool | undefined,
  tool: Pick<CalledTool, "definition" | "callDefinition" | "idempotent">,
): boolean => tool.idempotent && begun?.idempotent === true && begun.definition === definitionOfCall(tool);

/**
 * The one place that says what becomes of a call: it runs, it is denied, or a person is asked (docs/engine.md, "Tool
 * calls"). What a person edited is held against schema and policies like the agent's own arguments.
 */
export function ruleCall(facts: CallFacts): CallRuling {
  const { name, tool, started, paused, verdict } = facts;
  const args = started?.args ?? paused?.args ?? facts.args;
  if (verdict?.verb === "happened" || verdict?.verb === "respond")
    return { do: "settle", args, output: verdict.value ?? null };
  if (!tool) return deny({ code: "tool_gone", tool: name });
  if (started && !verdict?.notBegun) return ruleStarted(facts, tool, args);
  if (verdict?.verb === "reject") return deny(refusal(facts));
  if (paused && !isLetRun(facts)) return { do: "keep_asking" };
  const isUnasked = verdict?.notBegun === true && verdict.verb === "run";
  const { verdict: _word, ...unasked } = facts;
  return ruleFresh({ ...(isUnasked ? unasked : facts), args }, tool);
}

/**
 * What changed nothing and changes nothing, or may be done twice, runs again, unless a policy denies it now or a control
 * holds it back; of anything else only a person knows whether it has happened, and to let it run again is not theirs where it
 * is denied, or where others have to.
 */
function ruleStarted(facts: CallFacts, tool: CalledTool, args: Json): CallRuling {
  const { name, policies, verdict, held, over = [] } = facts;
  const started = facts.started as NonNullable<CallFacts["started"]>;
  const { decision, reason: policy } = evaluatePolicies(policies, tool, args);
  const untold = facts.isUntold ? repeatOf(facts, tool) : [];
  const hasActed = changesOutside(started);
  const isSafe = hasActed || changesOutside(tool) ? mayRepeat(started.tool, tool) : true;
  const isHarmless = !hasChanged(tool) && !held && isSafe;
  const isMeant = verdict?.definition === undefined || verdict.definition === definitionOfCall(tool);
  const isLet = isLetRun(facts) && verdict?.verb === "run" && isMeant && over.length + untold.length === 0;
  const mayRun = isLet || isHarmless;
  if (mayRun)
    return decision === "deny" ? deny({ code: "call_denied", tool: name, again: true, policy }) : run(args);
  const denied = decision === "deny" && { denied: policy };
  const isOther = hasActed && started.tool?.definition !== definitionOfCall(tool);
  const { said } = started;
  const reasons: CallReason[] = [
    {
      code: "outcome_unknown",
      ...denied,
      ...(isOther && { toolChanged: true as const }),
      ...(said !== undefined && { said }),
    },
    ...untold,
    ...(held && !isOther ? [unmetReason(name, held)] : []),
  ];
  return {
    do: "ask",
    about: "unknown_outcome",
    args,
    reasons,
    ...(over.length > 0 && { obligations: [...over] }),
  };
}

function ruleFresh(facts: CallFacts, tool: CalledTool): CallRuling {
  const { name, args: own, policies, verdict, held, over = [], problemOf } = facts;
  const edited = verdict?.verb === "edit" ? verdict.value : undefined;
  const args = edited ?? own;
  const problem = edited === undefined ? undefined : problemOf(edited);
  if (problem !== undefined) return deny({ code: "arguments_invalid", tool: name, problem });
  const { decision, reason: policy } = evaluatePolicies(policies, tool, args);
  if (decision === "deny") return deny({ code: "call_denied", tool: name, again: false, policy });
  const repeat = repeatOf(facts, tool);
  const parts = [...(tool.changedParts ?? [])];
  const isOutdated = verdict ? isOfOtherTool(verdict, tool) : isAskedAboutOther(facts, tool);
  const isChanged = isOutdated || parts.length > 0;
  const reasons: CallReason[] = [
    ...(decision === "ask" ? [{ code: "policy" as const, policy }] : []),
    ...repeat,
    ...(isChanged ? [{ code: "tool_changed" as const, tool: name, parts, since: isOutdated }] : []),
    ...(held ? [unmetReason(name, held)] : []),
  ];
  const again = repeat.length > 0 ? over : [];
  const isUntold = repeat.length > 0 && facts.isUntold === true;
  const isLet = isLetRun(facts) && !held && again.length === 0 && !isOutdated && !isUntold;
  if (isLet || reasons.length === 0) return run(args);
  const obligations = held?.obligations ?? again;
  return {
    do: "ask",
    about: "tool_approval",
    args,
    reasons,
    ...(obligations.length > 0 && { obligations: [...obligations] }),
  };
}

const isLetRun = ({ verdict, isWithdrawn = false }: CallFacts): boolean =>
  verdict !== undefined && !isWithdrawn;

/** What makes the call one more of its kind, as a reason to ask; none of what may be made any number of times. */
const repeatOf = ({ name, earlier }: CallFacts, tool: CalledTool): CallReason[] =>
  earlier !== undefined && changesOutside(tool) && !tool.repeatable
    ? [{ code: "call_repeated", tool: name, earlier }]
    : [];

const unmetReason = (
  tool: string,
  { controls, since, told, models }: NonNullable<CallFacts["held"]>,
): CallReason => ({
  code: "control_unmet",
  tool,
  controls,
  ...(since && { since }),
  ...(told && { told }),
  ...(models && { models }),
});

/** Who let the call run meant the tool as it was shown then. */
function isOfOtherTool({ definition }: CallVerdict, tool: CalledTool): boolean {
  return definition === undefined ? hasChanged(tool) : definition !== definitionOfCall(tool);
}

/** Who was asked whether it may run was asked about another tool. */
const isAskedAboutOther = ({ askedAbout }: CallFacts, tool: CalledTool): boolean =>
  askedAbout !== undefined && askedAbout !== definitionOfCall(tool);

const hasChanged = ({ changedParts = [] }: CalledTool): boolean => changedParts.length > 0;

const run = (args: Json): CallRuling => ({ do: "run", args });
const deny = (reason: CallReason): CallRuling => ({ do: "deny", reason });

function refusal({ name: tool, verdict, earlier, paused }: CallFacts): CallReason {
  const asked = paused?.wantsValue ? "answer" : "run";
  if (verdict?.silent) return { code: "call_unanswered", tool, asked };
  const comment = verdict?.comment?.trim();
  const items = hasRejected(verdict?.items) ? countedItems(verdict?.items ?? []) : undefined;
  return {
    code: "call_refused",
    tool,
    asked,
    ...(comment && { comment }),
    ...(items && { items }),
    ...(earlier && { earlier }),
  };
}
