import { describe, expect, it } from "vitest";
import { answer, reserve, startedWorld } from "@/lib/testing/runs/budget-world";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../stored-value";
import { transact } from "..";

const LATER_MS = 60_000;

function atGate(timeoutSeconds?: number): RunWorld {
  const gate = timeoutSeconds === undefined ? {} : { timeoutSeconds };
  const world = new RunWorld({ plan: planOf({ id: "g", type: "human_review", gate }) });
  world.start();
  const { stored: shown } = storeValue("x");
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "?", ...world.keyOf("g") });
  return world;
}

describe("a fork of a run that waits at a gate", () => {
  it("has no deadline where the gate has none", () => {
    const fork = atGate().fork(atGate().state.seq, LATER_MS);
    expect(fork.state.approvals["apr_2-2"]).toMatchObject({ status: "open" });
    expect(fork.state.approvals["apr_2-2"]).not.toHaveProperty("deadlineAt");
    expect(fork.last("approval_superseded").payload).toMatchObject({ reason: { code: "asked_in_fork" } });
  });

  it("gives the time that the gate was opened with, or that it had when that is not known", () => {
    const world = atGate(10);
    const opened = world.last("approval_opened");
    const now = world.now + LATER_MS;
    expect(world.fork(world.state.seq, LATER_MS).state.approvals["apr_2-2"]?.deadlineAt).toBe(now + 10_000);
    delete opened.payload.timeoutMs;
    expect(world.fork(world.state.seq, LATER_MS).state.approvals["apr_2-2"]?.deadlineAt).toBe(now + 10_000);
  });

  it("does not ask again what its own budgets answer", () => {
    const world = startedWorld({ maxTokens: 10 });
    world.ask("b", { kind: "tool_approval" });
    reserve(world, "a", { tokens: 20 });
    const kinds = (one: RunWorld) =>
      Object.values(one.state.approvals).map(({ kind, status }) => [kind, status]);
    expect(kinds(world)).toEqual([
      ["tool_approval", "open"],
      ["budget", "open"],
    ]);
    const fork = world.fork(world.state.seq, LATER_MS);
    expect(kinds(fork)).toEqual([
      ["tool_approval", "superseded"],
      ["budget", "cancelled"],
      ["tool_approval", "open"],
    ]);
    const cleared = fork.events.filter((event) => event.type === "approval_cleared");
    expect(cleared.map(({ payload }) => payload)).toEqual([
      { approvalId: "apr_2-2", reason: { code: "budgets_reset" } },
    ]);
    expect(answer(world, "approve")).toMatchObject({ ok: true });
  });
});

describe("a fork", () => {
  it("of a run that has ended is refused, with what to do instead", () => {
    const world = atGate();
    world.send({ type: "cancel" }, ANNA);
    const fromSeq = world.state.seq;
    const command = { type: "fork", parentRunId: "run_0", fromSeq } as const;
    const { outcomes } = transact(world.state, [{ id: "f", actor: ANNA, command }], world.now);
    expect(outcomes[0]).toMatchObject({
      error: {
        code: "not_allowed_now",
        message: "The run had ended there: fork it from an earlier event.",
      },
    });
  });

  it("of a run with events of its own is refused", () => {
    const world = atGate();
    const command = { type: "fork", parentRunId: "run_0", fromSeq: 1 } as const;
    const { outcomes } = transact(world.state, [{ id: "f", actor: ANNA, command }], world.now);
    expect(outcomes[0]).toMatchObject({
      error: { code: "conflict", message: "This run has events of its own already." },
    });
  });
});
