import type { Frame } from "./analyze/node";
import type { Compiled } from "./compile";
import { DEFAULT_LIMITS, type Limits } from "./limits";
import { errorOf, type PlacedError } from "./position";
import { type CallTool, ReturnSignal, Run } from "./run";
import type { JsonMap, Value } from "./values";

/** The data of a program: `data/<name>` for each (docs/predicates.md, "Data"). Used as it is, never copied or changed. */
export type Data = { readonly [name: string]: Value | undefined };

export type Outcome<T> = { ok: true; value: T } | { ok: false; error: PlacedError };

/** Evaluates a program once; `finish` makes of its value what is wanted, within the same limits. */
export function execute<T>(
  compiled: Compiled,
  data: Data,
  limits: Partial<Limits>,
  finish: (value: Value, run: Run) => T,
  callTool?: CallTool,
): Outcome<T> {
  const run = new Run(
    data as JsonMap,
    compiled.analyzed.globals,
    { ...DEFAULT_LIMITS, ...limits },
    { callTool },
  );
  try {
    return { ok: true, value: finish(valueIn(run, compiled), run) };
  } catch (thrown) {
    return { ok: false, error: errorOf(thrown, compiled.source) };
  }
}

/** The value of a program in this run. Throws its fault. */
export function valueIn(run: Run, { analyzed }: Compiled): Value {
  const frame: Frame = { run, slots: new Array(analyzed.slots), captured: [] };
  try {
    return analyzed.node(frame);
  } catch (thrown) {
    if (thrown instanceof ReturnSignal) return thrown.value;
    throw thrown;
  }
}
