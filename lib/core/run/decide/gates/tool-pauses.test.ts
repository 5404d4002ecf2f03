import { describe, expect, it, test } from "vitest";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { Json } from "../../../json";
import { storeValue } from "../../../stored-value";
import type { CallAsk } from "../../commands";
import { termsOf } from "../../gates/terms";

const CONSENT: Partial<CallAsk> = {
  kind: "tool_approval",
  callId: "a",
  pause: { reason: "approval_required" },
};
const QUESTION: Partial<CallAsk> = {
  kind: "tool_input",
  callId: "b",
  prompt: "Which colour?",
  pause: { reason: "await_input", options: ["red", "blue"], timeoutSeconds: 60 },
};

function started(maxHops?: number): RunWorld {
  const settings = maxHops === undefined ? {} : { maxHops };
  const world = new RunWorld({ plan: planOf({ id: "t" }), settings });
  world.start();
  return world;
}

function begin(world: RunWorld, callId: string): void {
  const call = { ...world.keyOf("t"), step: 1, callId, tool: "deploy" };
  world.send({ type: "tool_started", ...call, sideEffects: "write" });
}

/** A call starts and its tool asks. */
function pause(world: RunWorld, ask: Partial<CallAsk>): CallAsk {
  const filled = world.askOf(ask);
  const { callId, tool } = filled;
  begin(world, callId);
  world.send({ type: "tool_paused", ...world.keyOf("t"), step: 1, callId, tool, ask: filled });
  return filled;
}

function paused(...asks: Partial<CallAsk>[]): RunWorld {
  const world = started();
  world.ask("t", ...asks.map((ask) => pause(world, ask)));
  return world;
}

function answer(world: RunWorld, nth: number, verb: GateVerb, value?: Json) {
  const stored = value === undefined ? {} : { value: storeValue(value).stored };
  const approvalId = `apr_1-${nth}`;
  return world.send({ type: "decide_approval", approvalId, verb, provenance: "person", ...stored }, ANNA);
}

describe("a tool that asks", () => {
  it("has changed nothing: what it asks is kept, for a worker that comes after this one", () => {
    const world = started();
    const ask = pause(world, QUESTION);
    expect(world.state.tasks.t).toMatchObject({ status: "running", paused: { "1/b": ask } });
    expect(world.state.tasks.t).not.toHaveProperty("writing");
  });

  it("opens a gate that shows the question, bound to the call; its task waits and holds no place", () => {
    const world = paused(QUESTION);
    expect(world.status("t")).toBe("waiting");
    expect([world.state.active, world.state.inFlight]).toEqual([{}, {}]);
    expect(world.state.approvals["apr_1-1"]).toMatchObject({
      kind: "tool_input",
      prompt: "Which colour?",
      verbs: ["respond", "reject"],
      subject: { callId: "b", tool: "deploy", attempt: 1, step: 1, pause: "await_input" },
      pause: { reason: "await_input", options: ["red", "blue"] },
      timeoutMs: 60_000,
      onTimeout: "reject",
    });
  });

  it("that asks for consent is a question like that of a policy", () => {
    const world = paused(CONSENT);
    expect(world.state.approvals["apr_1-1"]).toMatchObject({ verbs: ["approve", "edit", "reject"] });
    expect(world.state.approvals["apr_1-1"]).not.toHaveProperty("deadlineAt");
  });

  it("gives the answer to its attempt, and takes none that is empty", () => {
    const world = paused(QUESTION);
    expect(answer(world, 1, "respond")).toMatchObject({
      error: { code: "invalid_input", message: '"respond" needs the answer.' },
    });
    answer(world, 1, "respond", "blue");
    expect(world.state.tasks.t).toMatchObject({
      status: "running",
      verdicts: { "1/b": { verb: "respond", value: { inline: "blue" } } },
    });
  });

  it("is answered by silence when its time is over", () => {
    const world = paused(QUESTION);
    world.tick(60_000);
    expect(world.state.approvals["apr_1-1"]?.status).toBe("expired");
    expect(world.state.tasks.t).toMatchObject({
      status: "running",
      verdicts: { "1/b": { verb: "reject", silent: true } },
    });
  });

  test.each(["approve", "edit"] as const)(
    "keeps the consent of a person who says %s until its call has ended",
    (verb) => {
      const world = paused(CONSENT);
      answer(world, 1, verb, verb === "edit" ? { version: "2" } : undefined);
      world.start();
      begin(world, "a");
      const consent = { approvalId: "apr_1-1", verb, by: ANNA };
      expect(world.state.tasks.t).toMatchObject({ verdicts: {}, paused: {}, granted: { "1/a": consent } });
      world.send({ type: "take_lease", workerId: "w2" });
      world.start();
      expect(world.state.tasks.t?.granted).toEqual({ "1/a": consent });
      const call = { ...world.keyOf("t"), step: 1, callId: "a", tool: "deploy" };
      world.send({ type: "tool_finished", ...call, ok: true, latencyMs: 1 });
      expect(world.state.tasks.t?.granted).toEqual({});
    },
  );

  it("has no consent to anything else: what it asks next is asked of people too", () => {
    const world = paused(CONSENT);
    answer(world, 1, "approve");
    world.start();
    world.ask("t", pause(world, { ...QUESTION, callId: "a" }));
    expect(world.state.tasks.t).toMatchObject({ status: "waiting", granted: {} });
  });

  it("rejected or approved by a policy's gate alone, has no consent", () => {
    const world = paused(CONSENT);
    answer(world, 1, "reject");
    expect(world.state.tasks.t).not.toHaveProperty("granted");
    const byPolicy = started();
    byPolicy.ask("t", { kind: "tool_approval", callId: "a" });
    answer(byPolicy, 1, "approve");
    expect(byPolicy.state.tasks.t).not.toHaveProperty("granted");
  });

  it("takes one hop of the run's budget, however often it asks", () => {
    const world = started(5);
    world.ask("t", pause(world, CONSENT));
    answer(world, 1, "approve");
    world.start();
    begin(world, "a");
    expect(world.state.ledger.used.hops).toBe(1);
    begin(world, "other");
    expect(world.state.ledger.used.hops).toBe(2);
  });

  it("is forgotten with its attempt", () => {
    const world = new RunWorld({ plan: planOf({ id: "t", onFailure: "retry", maxRetries: 1 }) });
    world.start();
    world.ask("t", pause(world, CONSENT), pause(world, QUESTION));
    answer(world, 1, "approve");
    answer(world, 2, "respond", "blue");
    world.start();
    world.fail("t");
    expect(world.state.tasks.t).toMatchObject({ attempt: 2, status: "running" });
    expect(world.state.tasks.t).not.toHaveProperty("paused");
    expect(world.state.tasks.t).not.toHaveProperty("granted");
  });
});

test("the form and the options of a question are told to the one who may answer it", () => {
  const form = { type: "string" };
  const world = paused({ ...QUESTION, pause: { reason: "await_input", form, options: ["a"] } }, CONSENT);
  const [question, consent] = Object.values(world.state.approvals);
  expect(question && termsOf(world.state, question)).toMatchObject({ form, options: ["a"] });
  expect(consent && termsOf(world.state, consent)).toMatchObject({ form: null, options: [] });
});
