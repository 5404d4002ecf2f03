import { describe, expect, it } from "vitest";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storePlan } from "../../../plan/store";
import { storeValue } from "../../../stored-value";
import { decide, needsWorker, reduce, statusOf } from "../..";
import { peopleWords } from "../../people-words";
import { statedReason } from "../../reasons";

const gatePlan = (gate: Partial<TaskDraft> = {}) =>
  planOf({ id: "g", type: "human_review", maxRetries: 0, ...gate }, { id: "b", dependsOn: ["g"] });

function asking(gate: Partial<TaskDraft> = {}, settings = {}) {
  const world = new RunWorld({ plan: gatePlan(gate), settings });
  world.start();
  show(world);
  return world;
}

function show(world: RunWorld) {
  const { stored } = storeValue({ release: "v2" });
  return world.send({
    type: "gate_shown",
    shown: stored,
    digest: "d1",
    prompt: "Release?",
    ...world.keyOf("g"),
  });
}

function answer(world: RunWorld, verb: GateVerb, more: { comment?: string; digest?: string } = {}) {
  const { approvalId } = world.last("approval_opened").payload;
  return world.send({ type: "decide_approval", approvalId, verb, provenance: "person", ...more }, ANNA);
}

describe("human gates", () => {
  it("wait for a person with what is shown, and hold no worker", () => {
    const world = asking();
    expect(world.last("approval_opened").payload).toMatchObject({
      approvalId: "apr_1-1",
      kind: "human_review",
      taskId: "g",
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      verbs: ["approve", "edit", "reject", "request_changes", "ask"],
      planVersion: 1,
    });
    expect(statusOf(world.state)).toBe("waiting");
    expect(needsWorker(world.state)).toBe(false);
  });

  it("approve succeeds with the shown value", () => {
    const world = asking();
    expect(answer(world, "approve", { digest: world.last("approval_opened").payload.digest })).toMatchObject({
      ok: true,
    });
    expect(world.state.tasks.g?.result).toMatchObject({ inline: { release: "v2" } });
    expect(world.state.approvals["apr_1-1"]?.decided).toMatchObject({
      by: ANNA,
      verb: "approve",
      provenance: "person",
    });
    expect(world.start()).toEqual(["b"]);
  });

  it("reject fails with the comment as diagnosis, then onFailure", () => {
    const world = asking();
    answer(world, "reject", { comment: "not on a Friday" });
    expect(world.last("task_failed").payload).toMatchObject({
      code: "rejected",
      diagnosis: statedReason("not on a Friday"),
    });
    expect(world.last("replan_started").payload.cause.diagnosis).toEqual(statedReason("not on a Friday"));
    const silent = asking({ onFailure: "skip" });
    answer(silent, "reject");
    expect(silent.last("task_skipped").payload.diagnosis).toEqual({ code: "rejected" });
  });

  it("edit succeeds with the person's value, and needs one", () => {
    const edited = asking();
    expect(answer(edited, "edit")).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    const { approvalId } = edited.last("approval_opened").payload;
    const value = storeValue({ release: "v3" }).stored;
    edited.send({ type: "decide_approval", approvalId, verb: "edit", value, provenance: "person" }, ANNA);
    expect(edited.state.tasks.g?.result).toMatchObject({ inline: { release: "v3" } });
  });

  it("take no words of one's own for an answer: respond lets an approval pass in no way", () => {
    const world = asking();
    const { approvalId } = world.last("approval_opened").payload;
    const value = storeValue("Please wait.").stored;
    const said = {
      type: "decide_approval",
      approvalId,
      verb: "respond",
      value,
      provenance: "person",
    } as const;
    expect(world.send(said, ANNA)).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    expect(world.status("g")).toBe("waiting");
  });

  it("of earlier runs offer to ask where they offered to respond, unless they have a form", () => {
    const reopened = (gate: Partial<TaskDraft>) => {
      const world = asking(gate);
      const opened = world.last("approval_opened");
      const verbs: GateVerb[] = ["approve", "edit", "respond", "reject", "request_changes"];
      const payload = { ...opened.payload, verbs, approvalId: "apr_1-9" };
      return reduce(world.state, { ...opened, seq: world.state.seq + 1, payload }).approvals["apr_1-9"]
        ?.verbs;
    };
    expect(reopened({})).toEqual(["approve", "edit", "ask", "reject", "request_changes"]);
    const form = { type: "object" };
    const gate = { prompt: "", assignees: [], quorum: 1, onTimeout: "reject" as const, form };
    expect(reopened({ gate })).toContain("respond");
  });

  it("request_changes replans with the comment, and needs one", () => {
    const world = asking();
    expect(answer(world, "request_changes", { comment: " " })).toMatchObject({
      ok: false,
      error: { code: "invalid_input" },
    });
    answer(world, "request_changes", { comment: "ship to Europe first" });
    expect(world.status("g")).toBe("failed");
    expect(world.last("replan_started").payload.cause).toMatchObject({
      trigger: "person",
      taskId: "g",
      reason: statedReason("ship to Europe first"),
    });
  });

  it("reject with retry asks again", () => {
    const world = asking({ onFailure: "retry", maxRetries: 1 }, { retryDelayMs: 0 });
    answer(world, "reject");
    expect(world.start()).toEqual(["g"]);
    show(world);
    expect(world.last("approval_opened").payload.approvalId).toBe("apr_1-2");
  });

  it("one decision, one effect: the second is told who was first", () => {
    const world = asking();
    answer(world, "approve", { comment: "fine" });
    expect(answer(world, "reject")).toMatchObject({
      ok: false,
      error: { code: "already_decided", details: { by: "Anna", verb: "approve", comment: "fine" } },
    });
    expect(world.types().filter((type) => type === "approval_decided")).toHaveLength(1);
  });

  it("tells who decided when it was not a person", () => {
    const world = asking();
    const approvalId = "apr_1-1";
    world.send(
      { type: "decide_approval", approvalId, verb: "approve", provenance: "session_rule" },
      { kind: "system" },
    );
    expect(answer(world, "approve")).toMatchObject({
      ok: false,
      error: { details: { by: "system", comment: null } },
    });
  });

  it("refuses unknown gates, unknown verbs and stale views", () => {
    const world = asking();
    const unknown = world.send(
      { type: "decide_approval", approvalId: "apr_1-9", verb: "approve", provenance: "person" },
      ANNA,
    );
    expect(unknown).toMatchObject({ ok: false, error: { code: "not_found" } });
    expect(answer(world, "retry")).toMatchObject({ ok: false, error: { code: "invalid_input" } });
    expect(answer(world, "approve", { digest: "old" })).toMatchObject({
      ok: false,
      error: { code: "superseded" },
    });
    expect(world.status("g")).toBe("waiting");
  });

  it("a deadline rejects, never approves silently, and refuses a decision that comes too late", () => {
    const gate = {
      gate: { prompt: "", assignees: ["anna"], quorum: 1, timeoutSeconds: 10, onTimeout: "reject" as const },
    };
    const world = asking({ ...gate, onFailure: "skip" });
    expect(world.last("approval_opened").payload).toMatchObject({
      assignees: ["anna"],
      deadlineAt: world.now + 10_000,
    });
    world.now += 10_000;
    expect(answer(world, "approve")).toMatchObject({ ok: false, error: { code: "expired" } });
    world.tick(0);
    expect(world.last("approval_expired").payload).toEqual({
      approvalId: "apr_1-1",
      verb: "reject",
      provenance: "timeout",
    });
    expect(world.last("task_skipped").payload.diagnosis).toEqual({ code: "unanswered", escalations: 0 });
    expect(answer(world, "approve")).toMatchObject({ ok: false, error: { code: "superseded" } });
  });

  it("an explicitly configured approval by timeout is allowed; deadlines run on during a pause, earliest first", () => {
    const gate = (id: string, timeoutSeconds: number): TaskDraft => ({
      id,
      type: "human_review",
      gate: { prompt: "", assignees: [], quorum: 1, timeoutSeconds, onTimeout: "approve" },
    });
    const world = new RunWorld({ plan: planOf(gate("late", 20), gate("soon", 10)) });
    world.start();
    for (const id of ["late", "soon"]) {
      const { stored } = storeValue(id);
      world.send({ type: "gate_shown", shown: stored, digest: id, prompt: id, ...world.keyOf(id) });
    }
    world.send({ type: "pause" }, ANNA);
    world.tick(60_000);
    const expired = world.events.filter((event) => event.type === "approval_expired");
    expect(expired.map((event) => event.payload.approvalId)).toEqual(["apr_1-2", "apr_1-1"]);
    expect(world.status("soon")).toBe("succeeded");
  });

  it("parallel gates are independent", () => {
    const plan = planOf(
      { id: "g", type: "human_review", onFailure: "skip" },
      { id: "h", type: "human_review" },
    );
    const world = new RunWorld({ plan });
    world.start();
    show(world);
    answer(world, "reject");
    expect(world.status("h")).toBe("running");
  });

  it("an ended run cancels its open gates", () => {
    const world = asking();
    world.send({ type: "cancel", reason: "wrong mission" }, ANNA);
    expect(world.last("approval_cancelled").payload.approvalId).toBe("apr_1-1");
    expect(world.state.finished).toMatchObject({
      reason: "cancelled",
      because: [statedReason("wrong mission")],
    });
    expect(answer(world, "approve")).toMatchObject({ ok: false, error: { code: "superseded" } });
    expect(show(world)).toMatchObject({ ok: true });
    expect(world.last("late_result").payload.kind).toBe("gate_shown");
  });

  it("a replan clears the gate of a dropped task and retains the others", () => {
    const plan = planOf(
      { id: "bad", onFailure: "replan" },
      { id: "g", type: "human_review" },
      { id: "h", type: "human_review" },
    );
    const world = new RunWorld({ plan });
    world.start();
    for (const id of ["g", "h"]) {
      const { stored } = storeValue(id);
      world.send({ type: "gate_shown", shown: stored, digest: id, prompt: id, ...world.keyOf(id) });
    }
    world.fail("bad");
    world.start();
    const next = offer(
      planOf({ id: "bad", onFailure: "replan" }, { id: "h", type: "human_review" }),
      storePlan(plan).plan,
    );
    world.send({
      type: "replan_written",
      key: world.keyOfKind("replan"),
      plan: next,
      fromVersion: 1,
      renamed: [],
    });
    expect(world.last("approval_cleared").payload.approvalId).toBe("apr_1-1");
    expect(world.last("approval_retained").payload).toEqual({ approvalId: "apr_1-2", planVersion: 2 });
    expect([world.status("g"), world.status("h")]).toEqual(["superseded", "waiting"]);
  });

  it("a gate that a newer plan took away says so", () => {
    const world = asking();
    const state = reduce(world.state, {
      ...world.last("task_waiting"),
      seq: world.state.seq + 1,
      type: "approval_superseded",
      payload: { approvalId: "apr_1-1", by: "apr_1-2" },
    });
    const again = decide(
      state,
      { type: "decide_approval", approvalId: "apr_1-1", verb: "approve", provenance: "person" },
      0,
    );
    expect(again).toMatchObject({ code: "superseded", details: { status: "superseded" } });
    expect(world.state.approvals["apr_1-1"]?.status).toBe("open");
  });
});

describe("a question at a gate", () => {
  const voter = (id: string) => ({ id, name: id, roles: [], mayReview: true });
  const ask = (world: RunWorld, by: string, comment?: string) =>
    world.send(
      {
        type: "decide_approval",
        approvalId: "apr_1-1",
        verb: "ask",
        provenance: "person",
        by: voter(by),
        digest: world.state.approvals["apr_1-1"]?.digest ?? "",
        ...(comment !== undefined && { comment }),
      } as const,
      { kind: "person", id: by, name: by },
    );

  it("leaves it open as it is, with who asked what, in their order", () => {
    const gate = {
      prompt: "",
      assignees: ["anna"],
      quorum: 1,
      timeoutSeconds: 10,
      onTimeout: "reject" as const,
    };
    const world = asking({ gate });
    const before = world.state.approvals["apr_1-1"];
    expect(ask(world, "bob", " Who wrote it? ")).toMatchObject({ ok: true });
    expect(ask(world, "author", "I did.")).toMatchObject({ ok: true });
    expect(world.state.approvals["apr_1-1"]).toEqual({
      ...before,
      asked: [
        { by: { kind: "person", id: "bob", name: "bob" }, at: world.now, words: "Who wrote it?" },
        { by: { kind: "person", id: "author", name: "author" }, at: world.now, words: "I did." },
      ],
    });
    expect(world.status("g")).toBe("waiting");
    expect(world.types()).not.toContain("approval_decided");
    // Anybody may ask: what they say is no word of those who let the work pass.
    expect(peopleWords(world.state, "b")).toEqual([]);
    world.tick(10_000);
    expect(ask(world, "bob", "too late?")).toMatchObject({ ok: false });
  });

  it("needs words, and there are no more than fifty of them", () => {
    const world = asking();
    expect(ask(world, "bob", "  ")).toMatchObject({ ok: false, error: { message: "Say what you ask." } });
    for (let n = 0; n < 50; n++) ask(world, "bob", `question ${n}`);
    expect(ask(world, "bob", "one more")).toMatchObject({ ok: false, error: { code: "not_allowed_now" } });
    expect(answer(world, "approve")).toMatchObject({ ok: true });
  });

  it("is not asked at a gate with a form, which is a question itself", () => {
    const form = { type: "object" };
    const world = asking({ gate: { prompt: "", assignees: [], quorum: 1, onTimeout: "reject", form } });
    expect(ask(world, "bob", "Why?")).toMatchObject({ ok: false, error: { code: "invalid_input" } });
  });
});
