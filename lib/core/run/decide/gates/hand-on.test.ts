import { describe, expect, it } from "vitest";
import type { Answerer } from "@/lib/core/people";
import type { GateSpec } from "@/lib/core/plan/schema";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { voteOf } from "@/lib/testing/runs/votes";
import { storeValue } from "../../../stored-value";
import { decide } from "../..";
import { stuckGate } from "../../gates/passable";

const person = (name: string, roles: string[] = []): Answerer => ({
  id: name.toLowerCase(),
  name,
  roles,
  capabilities: ["view", "review"],
});
const [ANN, BEN, CLEO, DAN] = [person("Ann"), person("Ben"), person("Cleo", ["ops"]), person("Dan")];
const ref = ({ id, name }: Answerer) => ({ kind: "person" as const, id, name });
const voter = ({ capabilities: _, ...one }: Answerer) => ({ ...one, mayReview: true });

function asking(gate: Partial<GateSpec>) {
  const spec = { prompt: "", assignees: ["Ben"], quorum: 1, onTimeout: "reject" as const, ...gate };
  const world = new RunWorld({ plan: planOf({ id: "g", type: "human_review", gate: spec }) });
  world.start();
  world.send({
    type: "gate_shown",
    shown: storeValue("v2").stored,
    digest: "d",
    prompt: "Release?",
    ...world.keyOf("g"),
  });
  return world;
}

const gateOf = (world: RunWorld) => world.state.approvals["apr_1-1"] as NonNullable<unknown> as never;
const handOn = (world: RunWorld, by: Answerer, to: string[], people: Answerer[], reason = "Ben has left") =>
  world.send({ type: "hand_on", approvalId: "apr_1-1", to, reason, by: voter(by), people }, ref(by));
const answer = (world: RunWorld, by: Answerer, verb: "approve" | "reject" = "approve") =>
  world.send(
    { type: "decide_approval", approvalId: "apr_1-1", verb, provenance: "person", by: voter(by) },
    ref(by),
  );

describe("hand_on", () => {
  it("asks others as well once nobody is left, who and why are in the log, and the rest of the terms stays", () => {
    const world = asking({ timeoutSeconds: 60, requiresReason: true });
    world.tick(40_000);
    expect(handOn(world, ANN, ["Cleo"], [ANN, CLEO])).toMatchObject({ ok: true });
    expect(world.last("approval_escalated")).toMatchObject({
      actor: ref(ANN),
      payload: { to: ["Cleo"], reason: "Ben has left", deadlineAt: world.now + 60_000, byOutsider: true },
    });
    expect(gateOf(world)).toMatchObject({
      assignees: ["Ben", "Cleo"],
      requiresReason: true,
      deadlineAt: world.now + 60_000,
      handedOn: [{ by: { id: "ann", name: "Ann" }, to: ["Cleo"], reason: "Ben has left", outsider: true }],
    });
    expect(gateOf(world)).not.toHaveProperty("escalations");
    expect(answer(world, CLEO)).toMatchObject({ ok: true });
  });

  it("makes nobody an answerer by handing on, by a role neither", () => {
    const world = asking({});
    expect(handOn(world, CLEO, ["Cleo"], [ANN, CLEO])).toMatchObject({
      error: { code: "invalid_input", details: { choices: ["Ann"] } },
    });
    expect(handOn(world, CLEO, ["role:ops"], [CLEO, { ...DAN, roles: ["ops"] }])).toMatchObject({ ok: true });
    for (const verb of ["approve", "reject"] as const)
      expect(answer(world, CLEO, verb)).toMatchObject({
        ok: false,
        error: { code: "forbidden", message: expect.stringContaining("You handed this gate on") },
      });
    expect(answer(world, { ...DAN, roles: ["ops"] })).toMatchObject({ ok: true });
  });

  it("is for the parent alone: a fork asks those whom the gate asked", () => {
    const world = asking({ assignees: ["Ben"] });
    handOn(world, CLEO, ["role:ops"], [CLEO, { ...DAN, roles: ["ops"] }]);
    const { approvals } = world.fork(world.state.seq, 0).state;
    const open = Object.values(approvals).filter(({ status }) => status === "open");
    expect(open).toMatchObject([{ assignees: ["Ben"] }]);
    expect(open[0]).not.toHaveProperty("handedOn");
  });

  it("is refused while somebody is left, without a reason, to nobody new or known, and to too few", () => {
    const world = asking({ assignees: ["Ben", "Ann"], quorum: 2 });
    const both = [ANN, BEN, CLEO];
    expect(handOn(world, ANN, ["Cleo"], both)).toMatchObject({ error: { code: "not_allowed_now" } });
    expect(handOn(world, ANN, ["Cleo"], [ANN, CLEO], " ")).toMatchObject({
      error: { code: "invalid_input" },
    });
    expect(handOn(world, ANN, ["Ben"], [ANN, CLEO])).toMatchObject({ error: { code: "invalid_input" } });
    expect(handOn(world, ANN, ["Eve"], [ANN, CLEO])).toMatchObject({
      error: { code: "invalid_input", message: "Nobody here is Eve. There are Ann, Cleo, role:ops." },
    });
    const three = asking({ assignees: ["Ben", "Ann"], quorum: 3 });
    expect(handOn(three, ANN, ["Cleo"], [ANN, CLEO])).toMatchObject({
      error: { message: "Cleo would not be enough: it takes 3 more, and Ann, Cleo could let it pass." },
    });
    expect(handOn(world, ANN, ["Cleo"], [ANN, CLEO])).toMatchObject({ ok: true });
    expect(world.state.approvals["apr_1-1"]).toMatchObject({ quorum: 2 });
    expect(answer(world, ANN)).toMatchObject({ ok: true });
    expect(world.state.approvals["apr_1-1"]?.status).toBe("open");
    expect(answer(world, CLEO)).toMatchObject({ ok: true });
    expect(handOn(world, ANN, ["Dan"], [ANN, DAN])).toMatchObject({ error: { code: "already_decided" } });
  });

  it("keeps four eyes: an author who is named still may not let it pass", () => {
    const world = asking({ fourEyes: true, assignees: ["Ben"] });
    const command = {
      type: "hand_on" as const,
      approvalId: "apr_1-1",
      to: ["Dan"],
      reason: "Ben has left",
      by: voter(ANN),
      people: [ANN, DAN],
    };
    expect(decide({ ...world.state, author: ref(DAN) }, command, world.now)).toMatchObject({
      message: "Dan would not be enough: it takes 1 more, and nobody could let it pass.",
    });
  });

  it("finds a gate of everyone that nobody can pass, which is handed on to nobody", () => {
    const world = asking({ assignees: [], quorum: 2 });
    expect(handOn(world, ANN, ["Cleo"], [ANN])).toMatchObject({
      error: {
        code: "not_allowed_now",
        message: expect.stringContaining("Everyone who may review is asked"),
      },
    });
  });
});

describe("stuckGate", () => {
  it("counts approvals of those who may still answer, and hand-overs that are still to come", () => {
    const people = (...some: Answerer[]) => ({ people: some, authors: [] });
    const gate = { assignees: ["Ann", "Ben"], quorum: 2 };
    expect(stuckGate(gate, people(ANN, BEN))).toBeUndefined();
    expect(stuckGate(gate, people(ANN))).toMatchObject({ able: ["Ann"], quorum: 2 });
    const voted = { ...gate, votes: [voteOf("Ben")] };
    expect(stuckGate(voted, people(ANN, BEN))).toBeUndefined();
    expect(stuckGate(voted, people(ANN))).toMatchObject({ able: ["Ann"], quorum: 2 });
    expect(stuckGate(voted, people(ANN, { ...BEN, capabilities: ["view"] }))).toBeDefined();
    expect(stuckGate({ ...voted, fourEyes: true }, { people: [ANN, BEN], authors: ["ben"] })).toBeDefined();
    expect(stuckGate(voted, people(BEN))).toMatchObject({ able: [], quorum: 1 });
    const timed = { deadlineAt: 9, timeoutMs: 9, onTimeout: "escalate" as const, assignees: ["Ben"] };
    expect(stuckGate({ ...timed, escalateTo: ["Ann"] }, people(ANN))).toBeUndefined();
    expect(stuckGate({ ...timed, escalateTo: ["Ann"], escalations: 1 }, people(ANN))).toBeDefined();
    expect(stuckGate(timed, people(ANN))).toBeUndefined();
    expect(stuckGate({ ...timed, escalations: 1 }, people(ANN))).toBeDefined();
  });
});
