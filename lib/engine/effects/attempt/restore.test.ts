import { expect, test } from "vitest";
import type { Json } from "@/lib/core/json";
import { type Branch, next, startTrajectory, withModelTurn } from "@/lib/core/trajectory";
import { done, toolCall, turn } from "@/lib/testing/tools/model-turns";
import type { EffectContext } from "../effect";
import type { Attempt } from "./attempt";
import { restoreAttempt } from "./restore";

const join = toolCall("j", "merge", { parts: "$results" });
const constraints = { tools: ["search", "merge"] };
const open = withModelTurn(
  startTrajectory({ query: "Find it", constraints }),
  turn("", [toolCall("a"), toolCall("b")], { join }),
);
const ended = (branch: Branch, args: Json, more: object = {}) => ({
  callId: branch.callId,
  tool: branch.tool,
  step: 1,
  status: "finished",
  ok: true,
  args,
  output: branch.ok ? branch.output : null,
  ...more,
});

/** The open step as a worker finds it that takes it over, with the rows of the calls that have ended. */
async function restored(rows: object[], blobs: Record<string, Json> = {}, start?: Json) {
  const context = {
    runId: "r",
    taskId: "t",
    attempt: 1,
    state: () => ({ workspaceId: "w", approvals: {}, tasks: { t: { attempts: [{ open: true }] } } }),
    reads: {
      attempt: async () => ({
        steps: [{ body: open.steps[0], verbatim: [], ...(start !== undefined && { start }) }],
        toolCalls: rows,
      }),
      values: async () => new Map(Object.entries(blobs)),
    },
  } as unknown as EffectContext;
  const now = { ...constraints, maxTurns: 3, toolCalling: "json" as const };
  const fresh = { system: "now", trajectory: startTrajectory({ query: "Found now", constraints: now }) };
  return restoreAttempt(context, fresh as Attempt);
}

const found = [ended(done("a", 1), { q: "x" }), ended(done("b", 2), { q: "x" })];

test("a join continues from the results of its set", async () => {
  expect(next((await restored(found)).trajectory)).toMatchObject({
    do: "run_join",
    call: { args: { parts: [1, 2] } },
  });
  expect(next((await restored(found.slice(0, 1))).trajectory)).toMatchObject({
    do: "run_calls",
    calls: [{ callId: "b" }],
  });
});

test("a join that has ended is none that a person changed, unless they did", async () => {
  const merged = done("j", "all", "merge");
  const { trajectory: asPut } = await restored([...found, ended(merged, { parts: [1, 2] })]);
  expect(asPut.steps[0]).toMatchObject({ observation: { join: merged } });
  expect(asPut.steps[0]).not.toHaveProperty("edited");
  const { trajectory: edited } = await restored([...found, ended(merged, { parts: [] })]);
  expect(edited.steps[0]).toMatchObject({ edited: { j: { parts: [] } }, observation: { join: merged } });
});

test("results that were kept apart are put into a join whole", async () => {
  const large = "z".repeat(60_000);
  const kept = [ended(done("a", large), { q: "x" }, { artifact: "digest-a" }), ...found.slice(1)];
  const whole = ended(done("j", "all", "merge"), { parts: [large, 2] });
  const { trajectory } = await restored([...kept, whole], { "digest-a": large });
  expect(trajectory.steps[0]).toMatchObject({ observation: { join: { ok: true } } });
  expect(trajectory.steps[0]).not.toHaveProperty("edited");
});

test("a restored trajectory continues its requests as they began, within the limits of now", async () => {
  const start = { query: "Find it", context: { agent: "w" }, constraints: { tools: ["x"] }, system: "then" };
  const { system, trajectory } = await restored(found, {}, start);
  expect(system).toBe("then");
  expect(trajectory).toMatchObject({ query: "Find it", context: { agent: "w" } });
  expect(trajectory.constraints).toEqual({ ...constraints, maxTurns: 3 });
  const inJson = { ...start, constraints: { tools: [], toolCalling: "json" } };
  expect((await restored(found, {}, inJson)).trajectory.constraints.toolCalling).toBe("json");
  const { system: _system, ...apart } = { ...start, preamble: "digest-p" };
  const kept = { "digest-p": { system: "then, kept apart", tools: [] } };
  expect((await restored(found, kept, apart)).system).toBe("then, kept apart");
  const older = await restored(found);
  expect(older).toMatchObject({ system: "now", trajectory: { query: "Found now" } });
});
