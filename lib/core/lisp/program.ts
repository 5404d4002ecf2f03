import type { Json, JsonObject } from "../json";
import { compileSource } from "./compile";
import { isEqual } from "./equality";
import { raise } from "./errors";
import { type Data, execute } from "./execute";
import { isMap, kindOf } from "./kinds";
import type { Limits } from "./limits";
import type { PlacedError } from "./position";
import type { CallTool } from "./run";
import { toJson } from "./to-json";
import type { Machine } from "./values";

/** A call of a tool that was made before, and what it gave. */
export type RecordedCall = { name: string; args: JsonObject; result: Json };

/** A call that is to be made; `index` counts the calls of the program from 0. */
export type ToolCall = { name: string; args: JsonObject; index: number };

export type ProgramOutcome =
  | { ok: true; value: Json }
  | { ok: false; error: PlacedError }
  | { call: ToolCall };

/** Ends an evaluation at a call that has not been made yet. */
class Stop {
  readonly call: ToolCall;

  constructor(call: ToolCall) {
    this.call = call;
  }
}

/**
 * Evaluates a direct program (docs/predicates.md, "Programs"). It stops at the first call of a tool that is not recorded:
 * the one who makes that call adds it to `recorded`, in order, and evaluates again from the start.
 */
export function evaluateProgram(
  source: string,
  data: Data,
  {
    tools,
    recorded = [],
    limits = {},
  }: {
    tools: Iterable<string>;
    recorded?: readonly RecordedCall[];
    limits?: Partial<Limits>;
  },
): ProgramOutcome {
  const read = compileSource(source, { tools, sourceBytes: limits.sourceBytes });
  if (!read.ok) return { ok: false, error: read.errors[0] };
  try {
    return execute(read.compiled, data, limits, toJson, replay(recorded));
  } catch (thrown) {
    if (thrown instanceof Stop) return { call: thrown.call };
    throw thrown;
  }
}

/** Answers calls from the record; the same program makes the same calls, so any other call is a fault. */
function replay(recorded: readonly RecordedCall[]): CallTool {
  let calls = 0;
  return (name, given, machine) => {
    const call = { name, args: argsOf(name, given, machine), index: calls };
    const known = recorded[calls];
    if (!known) throw new Stop(call);
    calls += 1;
    if (known.name === name && isEqual(known.args, call.args, machine)) return known.result;
    raise(
      "failed",
      `Call ${call.index + 1} was recorded as tool/${known.name}, with other arguments or another name.`,
    );
  };
}

function argsOf(name: string, given: Parameters<CallTool>[1], machine: Machine): JsonObject {
  if (!isMap(given)) raise("type_error", `tool/${name} takes a map of arguments, not ${kindOf(given)}.`);
  return toJson(given, machine) as JsonObject;
}
