import { describe, expect, it } from "vitest";
import { answer, reserve, startedWorld } from "@/lib/testing/runs/budget-world";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../stored-value";
import { transact } from "..";
import { reduce } from "../apply";
import { authorsOf } from "../gates/rules";
import type { TaskState } from "../state";
import { beganHere } from "../state/began-here";

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

  it("counts what it waits there from the fork on, and what had ended before as it was", () => {
    const fork = atGate().fork(atGate().state.seq, LATER_MS).state;
    const gate = fork.tasks.g as TaskState;
    expect(beganHere(fork, gate)).toBe(fork.parent?.at);
    expect(gate.startedAt).toBe((fork.parent?.at ?? 0) - LATER_MS);
    const ended = { startedAt: gate.startedAt as number, endedAt: (gate.startedAt ?? 0) + 5 };
    expect(beganHere(fork, ended)).toBe(ended.startedAt);
    expect(beganHere({}, gate)).toBe(gate.startedAt);
    expect(beganHere(fork, {})).toBeUndefined();
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

describe("a fork that takes a second person where its parent took none", () => {
  const BOB = { kind: "person", id: "bob", name: "Bob" } as const;

  /** Bob's run, which waits at a gate that would pass in silence; Anna gives its fork constraints. */
  function forked(constraints: string) {
    const gate = { timeoutSeconds: 10, onTimeout: "approve" as const };
    const world = new RunWorld({ plan: planOf({ id: "g", type: "human_review", gate }), by: BOB });
    world.start();
    const { stored: shown } = storeValue("x");
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "?", ...world.keyOf("g") });
    return world.fork(world.state.seq, 1, {
      settings: { ...world.state.settings, fourEyes: true, constraints },
    });
  }

  const approve = (fork: RunWorld, { id, name }: typeof ANNA | typeof BOB | { id: string; name: string }) => {
    const by = { id, name, roles: [], mayReview: true };
    const approvalId = Object.keys(fork.state.openApprovals)[0] ?? "";
    const answer = { type: "decide_approval", approvalId, verb: "approve", provenance: "person" } as const;
    return fork.send({ ...answer, by }, { kind: "person", id, name });
  };

  it("asks again under four eyes: neither who made it with words of their own lets pass, nor the author, nor silence", () => {
    const fork = forked("Be quick");
    expect(fork.last("approval_opened").payload).toMatchObject({ fourEyes: true, onTimeout: "reject" });
    for (const author of [ANNA, BOB])
      expect(approve(fork, author)).toMatchObject({ ok: false, error: { code: "forbidden" } });
    expect(approve(fork, { id: "cy", name: "Cy" })).toMatchObject({ ok: true });
    const silent = forked("Be quick").tick(60_000);
    expect(silent.status("g")).toBe("failed");
  });

  it("is let pass by its maker who wrote nothing of it", () => {
    expect(approve(forked(""), ANNA)).toMatchObject({ ok: true });
  });

  it("keeps who wrote its parent's constraints among its authors", () => {
    const first = forked("Be quick");
    const event = first.last("run_forked");
    const { settings } = first.state;
    const written = { ...event, actor: { kind: "person" as const, id: "cy", name: "Cy" } };
    const payload = { ...event.payload, settings: { ...settings, constraints: "Be quick, and careful" } };
    const authors = authorsOf(reduce(first.state, { ...written, payload, seq: first.state.seq + 1 }));
    expect(authors.map(({ id }) => id)).toEqual(["bob", ANNA.id, "cy"]);
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
