import fc from "fast-check";
import type { EffectKind } from "@/lib/core/run";
import type { PauseFacts } from "@/lib/core/run/events/call-asks";
import { limitOf } from "@/lib/core/run/ledger/budgets";
import { storeValue } from "@/lib/core/stored-value";
import { PAUSE_REASONS } from "@/lib/core/tool-pause";
import { lookBack } from "./random-reflection";
import type { RunWorld } from "./run-world";

/** Limits so low that random runs come up against them; most runs have none. */
export const budgetsArb = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .record({
        maxTokens: fc.constantFrom(undefined, 250, 1_500),
        maxCostMicroUsd: fc.constantFrom(undefined, undefined, 2_000),
        maxHops: fc.constantFrom(undefined, 0, 2),
        maxDurationMs: fc.constantFrom(undefined, undefined, 30_000),
      })
      .map((limits) => Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined))),
  },
);

const WITHOUT_MODEL: ReadonlySet<EffectKind> = new Set(["run_direct", "show_gate"]);

/**
 * The calls that an effect makes before it ends, each with its reservation; the number says what they take, and
 * whether one is still under way (false), so that the effect's end comes another time, or never.
 */
export function makeCalls(world: RunWorld, key: string, n: number): boolean {
  const flight = world.state.inFlight[key];
  if (!flight) return true;
  if (!WITHOUT_MODEL.has(flight.kind) && !callModel(world, key, n)) return false;
  const wantsTool = n % 7 === 3 && (flight.kind === "run_attempt" || flight.kind === "run_direct");
  return !wantsTool || callTool(world, key, n);
}

function callModel(world: RunWorld, key: string, n: number): boolean {
  const open = reservationOf(world, key);
  if (open !== undefined) return settle(world, open, n);
  const reservationId = `r${world.events.length}`;
  const model = n % 5 === 0 ? "free:unpriced" : "priced";
  const cost = model === "priced" ? { costMicroUsd: 300 + (n % 200) } : {};
  world.send({ type: "reserve", key, reservationId, role: "agent", model, tokens: 100 + (n % 150), ...cost });
  if (!world.state.ledger.reservations[reservationId]) return endWithoutCall(world, key);
  return n % 4 === 1 ? false : settle(world, reservationId, n);
}

/** What the first call of an attempt may take, by the state alone. */
export const firstCall = ({ kind, attempt = 1 }: { kind: EffectKind; attempt?: number }) =>
  kind === "run_attempt" ? { tokens: 120 + 40 * attempt, costMicroUsd: 350 } : undefined;

/** What the call came to: less than reserved, unknown, or nothing since it was refused. */
function settle(world: RunWorld, reservationId: string, n: number): boolean {
  const { tokens = 0, costMicroUsd } = world.state.ledger.reservations[reservationId]?.amounts ?? {};
  const call = {
    callId: `c${world.events.length}`,
    role: "agent",
    model: "priced",
    latencyMs: 1,
    reservationId,
  };
  const half = Math.floor(tokens / 2);
  const cost = costMicroUsd === undefined ? {} : { costMicroUsd: Math.floor(costMicroUsd / 2) };
  const usage =
    n % 6 === 5
      ? { failure: "rate_limited" as const }
      : n % 6 === 4
        ? {}
        : { inputTokens: half, outputTokens: 0, ...cost };
  world.send({ type: "record_calls", calls: [{ ...call, ...usage }] });
  return true;
}

/** There was no room: the effect has ended, unless the run is closing; then its answer, or its look back, is made by rule. */
function endWithoutCall(world: RunWorld, key: string): boolean {
  const flight = world.state.inFlight[key];
  if (!flight) return false;
  if (flight.kind === "retrospect") {
    lookBack(world, key, 8);
    return false;
  }
  const value = { digest: "d", bytes: 4, preview: "done", inline: "done" } as const;
  const facts = { type: "string", empty: false, chars: 4 } as const;
  world.send({ type: "answer_ready", key, value: { ...value, facts }, byRule: true });
  return false;
}

function callTool(world: RunWorld, key: string, n: number): boolean {
  const { taskId = "", attempt = 1 } = world.state.inFlight[key] ?? {};
  const reservationId = `h${world.events.length}`;
  const limited = limitOf(world.state, "maxHops") !== undefined;
  if (limited) world.send({ type: "reserve", key, reservationId, hops: 1 });
  if (limited && !world.state.ledger.reservations[reservationId]) return false;
  if (n % 2 === 0) return false;
  const call = { key, taskId, attempt, step: 1, callId: `t${n}`, tool: "now" };
  const reserved = limited ? { reservationId } : {};
  world.send({ type: "tool_started", ...call, sideEffects: "none", ...reserved });
  world.send({ type: "tool_finished", ...call, ok: true, latencyMs: 1 });
  return true;
}

const reservationOf = ({ state }: RunWorld, key: string): string | undefined =>
  Object.entries(state.ledger.reservations).find(
    ([, open]) => open.key === key && open.amounts.hops === undefined,
  )?.[0];

/** One or two calls of a step, each asking in its own way; now and then the end of one is reported late. */
export function askAboutCalls(world: RunWorld, taskId: string, n: number): void {
  const type = world.state.tasks[taskId]?.spec.type;
  // A late report may come under the name of a task that calls no tools.
  if (type !== "task" && type !== "direct") return;
  const kinds = ["unknown_outcome", "tool_approval", "tool_input"] as const;
  const asks = [n, Math.floor(n / 2)].map((one, index) =>
    world.askOf({
      kind: kinds[one % 3] ?? "tool_approval",
      callId: `call${n}-${index}`,
      ...(one % 3 > 0 && { pause: pauseOf(one) }),
    }),
  );
  const { key, attempt } = world.keyOf(taskId);
  const lateReport = { key, taskId, attempt, step: 1, callId: `call${n}-0`, value: storeValue({ n }).stored };
  if (n % 3 === 0) world.send({ type: "call_ended_late", ...lateReport });
  if (n % 4 === 2 && limitOf(world.state, "maxHops") === undefined) {
    const call = { key, taskId, attempt, step: 1, callId: `call${n}-0` };
    world.send({ type: "tool_started", ...call, tool: "deploy", sideEffects: "write" });
    world.send({ type: "call_not_begun", ...call, epoch: world.state.epoch });
  }
  const wanted = asks.slice(0, 1 + (n % 2));
  for (const ask of wanted.filter(({ pause }) => pause)) {
    const { callId, tool } = ask;
    world.send({ type: "tool_paused", ...world.keyOf(taskId), step: 1, callId, tool, ask });
  }
  world.ask(taskId, ...wanted);
  if (n % 3 === 1) world.send({ type: "call_ended_late", ...lateReport });
}

function pauseOf(n: number): PauseFacts {
  const reason = PAUSE_REASONS[n % 4] ?? "await_input";
  return { reason, ...(n % 5 === 0 && { timeoutSeconds: 60 }) };
}
