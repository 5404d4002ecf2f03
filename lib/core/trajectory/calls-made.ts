import { canonicalJson, type Json } from "../json";
import { injectResults } from "./join";
import { callsOf, joinOf, setBranchesOf } from "./step-calls";
import type { Call, Step, Trajectory } from "./types";

/** The arguments that a person put in the place of a call's own; whatever its id, which a model has made. */
export const editedArgs = ({ edited = {} }: Step, callId: string): Json | undefined =>
  Object.hasOwn(edited, callId) ? edited[callId] : undefined;

/** The arguments with which a call runs: a person's, where they edited it; those of a join with the results in them. */
export function argsOf(step: Step, { callId, args }: Call): Json {
  const edited = editedArgs(step, callId);
  if (edited !== undefined || joinOf(step)?.callId !== callId) return edited ?? args;
  return injectResults(args, setBranchesOf(step));
}

/**
 * How many equal calls the attempt has made before this one of its step; turns that were refused have made none. The
 * same in every attempt that goes the same way, so that it can stand in an idempotency key.
 */
export function equalCallsBefore({ steps }: Pick<Trajectory, "steps">, step: number, call: Call): number {
  const wanted = canonicalJson(call.args);
  const before = steps
    .filter((one) => one.step <= step && !one.invalid)
    .flatMap((one) => {
      const calls = callsOf(one);
      const own = one.step === step ? calls.findIndex(({ callId }) => callId === call.callId) : -1;
      return (own < 0 ? calls : calls.slice(0, own)).map((other) => ({ one, other }));
    });
  return before.filter(
    ({ one, other }) => other.tool === call.tool && canonicalJson(argsOf(one, other)) === wanted,
  ).length;
}
