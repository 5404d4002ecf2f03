import { describe, expect, it } from "vitest";
import type { Json } from "../json";
import { next, startTrajectory, type Trajectory, withModelTurn, withObservation } from ".";

const FORBIDDEN = "read failed: 403 Forbidden";
const AWAY = "read failed: 503 Service Unavailable";

type Said = [tool: string, args: Json, error?: string];

/** A turn that makes these calls, with what came of them where they ran. */
function turn(before: Trajectory, said: Said[], steering: string[] = []): Trajectory {
  const step = before.steps.length + 1;
  const calls = said.map(([tool, args], n) => ({ callId: `${step}.${n}`, tool, args, rawArgs: "{}" }));
  const after = withModelTurn(before, {
    text: "",
    toolCalls: calls,
    finishReason: "tool_calls" as const,
    usage: {},
    argumentProblems: [],
    readsOnly: true,
    steering,
    startedAtMs: 0,
    latencyMs: 0,
  });
  const results = said.map(([tool, , error], n) => {
    const of = { callId: `${step}.${n}`, tool };
    return error === undefined
      ? { ...of, ok: true as const, output: n }
      : { ...of, ok: false as const, error };
  });
  return withObservation(after, results);
}

const start = startTrajectory({
  query: "Find it",
  constraints: { tools: ["read", "write", "look"], maxTurns: 9 },
});
const played = (...turns: Said[][]): Trajectory => turns.reduce((so, said) => turn(so, said), start);
const lastOf = ({ steps }: Trajectory) => steps.at(-1);
const a: Json = { path: "a" };

describe("a call that has failed with the same arguments", () => {
  it("is not made again where it fails for good: three such turns end the attempt", () => {
    const once = played([["read", a, FORBIDDEN]], [["read", { path: "a" }]]);
    expect(lastOf(once)).toMatchObject({ invalid: true, error: expect.stringContaining(FORBIDDEN) });
    expect(next(turn(once, [["read", a]]))).toMatchObject({ do: "call_model" });
    expect(next(turn(turn(once, [["read", a]]), [["read", a]]))).toMatchObject({
      do: "finish",
      outcome: { reason: "invalid_actions", last: expect.stringContaining(FORBIDDEN) },
    });
  });

  it("may be made once more where that may pass", () => {
    const twice = played([["read", a, AWAY]], [["read", a, AWAY]]);
    expect(lastOf(twice)).not.toHaveProperty("invalid");
    expect(lastOf(turn(twice, [["read", a]]))).toMatchObject({ invalid: true });
  });

  it("is made again with other arguments, after another result, and after the words of a person", () => {
    const failed = played([["read", a, FORBIDDEN]]);
    expect(lastOf(turn(failed, [["read", { path: "b" }]]))).not.toHaveProperty("invalid");
    const written = turn(failed, [["write", a]]);
    expect(lastOf(turn(written, [["read", a]]))).not.toHaveProperty("invalid");
    expect(lastOf(turn(failed, [["read", a]], ["You may read it now."]))).not.toHaveProperty("invalid");
    const heard = turn(turn(failed, [["look", a]], ["You may read it now."]), [["read", a, FORBIDDEN]]);
    expect(lastOf(turn(heard, [["read", a]]))).toMatchObject({ invalid: true });
  });

  it("is not made again for a result that there was before", () => {
    const looked = played([["look", a]], [["read", a, FORBIDDEN]], [["look", a]], [["read", a]]);
    expect(lastOf(looked)).toMatchObject({ invalid: true });
  });

  it("fails alone in a set that only looks", () => {
    const set = turn(played([["read", a, FORBIDDEN]]), [
      ["read", a],
      ["look", { path: "b" }],
    ]);
    expect(lastOf(set)).toMatchObject({ refused: ["2.0"], observation: { success: 1, failed: 1 } });
  });
});
