import type { LlmCall } from "@/lib/core/run/events/engine";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { ledgerOf } from "@/lib/core/run/ledger/budgets";
import type { RunSettings } from "@/lib/core/run/settings";
import type { Amounts, Budget } from "@/lib/core/run/state/ledger";
import { storeValue } from "@/lib/core/stored-value";
import { ANNA, planOf, RunWorld } from "./run-world";

/** Words for the tests of budgets: what effects reserve, what calls took, and what people answer. */

export const three = planOf({ id: "a" }, { id: "b" }, { id: "c" });

/** Three tasks at work side by side. */
export function startedWorld(settings: Partial<RunSettings>, plan = three): RunWorld {
  const world = new RunWorld({ plan, settings });
  world.start();
  return world;
}

export function reserve(world: RunWorld, taskId: string, amounts: Amounts, id = `${taskId}1`): boolean {
  const { key } = world.keyOf(taskId);
  const model = amounts.hops === undefined ? { role: "agent", model: "m" } : {};
  world.send({ type: "reserve", key, reservationId: id, ...model, ...amounts });
  return world.state.ledger.reservations[id] !== undefined;
}

export function recordCall(world: RunWorld, reservationId: string, usage: Partial<LlmCall>): void {
  const call = { callId: reservationId, role: "agent", model: "m", latencyMs: 1, reservationId };
  world.send({ type: "record_calls", calls: [{ ...call, ...usage }] });
}

export const ledgerLine = (world: RunWorld, counter: Budget) =>
  ledgerOf(world.state, world.now).find((one) => one.counter === counter);
export const gateOf = (world: RunWorld) => {
  const [id = ""] = Object.keys(world.state.openApprovals);
  return world.state.approvals[id];
};
export const answer = (world: RunWorld, verb: GateVerb, value?: number) =>
  world.send(
    {
      type: "decide_approval",
      approvalId: gateOf(world)?.approvalId ?? "",
      verb,
      provenance: "person",
      ...(value !== undefined && { value: storeValue(value).stored }),
    },
    ANNA,
  );
