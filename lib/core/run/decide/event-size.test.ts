import { expect, test } from "vitest";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { initialState, transact } from "..";
import { EXCERPT_CHARS, MAX_GATE_ITEMS, MAX_ITEM_REASON_CHARS } from "../gates/items";
import { runSettings } from "../settings";

const LONG = "é".repeat(17_000);
const world = () => new RunWorld({ plan: planOf({ id: "a" }) });

test("a command that would write an event over the limit is refused, and the run continues as it was", () => {
  const run = world();
  const before = structuredClone(run.state);
  const outcome = run.send({ type: "pause", reason: LONG }, ANNA);
  expect(outcome).toMatchObject({ ok: false, error: { code: "limit_exceeded" } });
  expect(outcome).toMatchObject({ error: { details: { type: "run_paused", bytes: 34_038, limit: 32_768 } } });
  expect(run.state).toEqual(before);
});

test("the limit is of bytes, not of characters, and what just fits is written", () => {
  const run = world();
  expect(run.send({ type: "pause", reason: "x".repeat(32_000) }, ANNA).ok).toBe(true);
  expect(run.last("run_paused").payload.reason).toEqual({ code: "stated", text: "x".repeat(32_000) });
});

test("the last byte that fits is written, and the next is not", () => {
  const around = JSON.stringify({ reason: { code: "stated", text: "" } }).length;
  const most = 32_768 - around;
  expect(world().send({ type: "pause", reason: "x".repeat(most) }, ANNA)).toMatchObject({ ok: true });
  expect(world().send({ type: "pause", reason: "x".repeat(most + 1) }, ANNA)).toMatchObject({
    ok: false,
    error: {
      message:
        "This is too large for the log of a run: run_paused would take 32769 bytes, and 32768 are allowed.",
      details: { bytes: 32_769 },
    },
  });
});

test("a mission has 128 KiB and a plan a MiB, and no more", () => {
  const created = (chars: number) => {
    const run = new RunWorld();
    const settings = runSettings.parse({ constraints: "x".repeat(chars) });
    return transact(
      initialState("run_2"),
      [
        {
          id: "c",
          actor: ANNA,
          command: { type: "create", workspaceId: "local", mission: "Do it", settings, tags: [] },
        },
      ],
      run.now,
    ).outcomes[0];
  };
  expect(created(129_000)).toMatchObject({ ok: true });
  expect(created(131_072)).toMatchObject({
    ok: false,
    error: { details: { type: "run_created", limit: 131_072 } },
  });
});

test("verdicts on the longest list fit, with a reason for each item in any script", () => {
  const { state, gate } = waitingAtGate();
  const item = {
    verdict: "reject" as const,
    excerpt: "項".repeat(EXCERPT_CHARS),
    reason: "誤".repeat(MAX_ITEM_REASON_CHARS),
  };
  const command = {
    type: "decide_approval" as const,
    approvalId: gate.approvalId,
    verb: "reject" as const,
    provenance: "person" as const,
    items: Array.from({ length: MAX_GATE_ITEMS }, () => item),
  };
  const { outcomes } = transact(state, [{ id: "c", actor: ANNA, command }], state.createdAt);
  expect(outcomes[0]).toMatchObject({ ok: true });
});

test("a plan and a mission may be larger", () => {
  const run = new RunWorld({ plan: planOf({ id: "a", input: "x".repeat(3_900) }, { id: "b", input: LONG }) });
  expect(run.last("plan_version_adopted").payload.version).toBe(1);
});
