import { expect, it } from "vitest";
import { ANNA, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../../stored-value";
import { peopleWords } from "../../people-words";

const GATE: TaskDraft = { id: "g", type: "human_review" };
const SEND: TaskDraft = { id: "send", type: "direct", input: '(tool/mail {:to "board"})', dependsOn: ["g"] };
const NOTE: TaskDraft = { id: "note", input: "note it", dependsOn: ["g"] };
const by = { id: "anna", name: "Anna", roles: [], mayReview: true };

it("what people asked at a question stands at the one that takes its place, and reaches those who do the work behind it", () => {
  const world = new RunWorld({
    plan: planOf(GATE, SEND, NOTE),
    tools: [{ name: "mail", sideEffects: "external" }],
    by: ANNA,
  });
  const show = () => {
    world.tick(1).start();
    const { stored: shown } = storeValue("Mail?");
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "Mail?", ...world.keyOf("g") });
    return world.last("approval_opened").payload.approvalId;
  };
  const answer = (approvalId: string, verb: "ask" | "approve", comment: string) =>
    world
      .tick(1)
      .send({ type: "decide_approval", approvalId, verb, comment, provenance: "person", by }, ANNA);
  const first = show();
  answer(first, "ask", "Which day?");
  const all = '(tool/mail {:to "all"})';
  expect(world.edit(planOf(GATE, { ...SEND, input: all }, NOTE), "so", { by })).toMatchObject({ ok: true });
  expect(world.state.approvals[first]?.status).toBe("superseded");
  const second = show();
  expect(world.state.approvals[second]).toMatchObject({
    supersedes: first,
    asked: [{ words: "Which day?" }],
  });
  answer(second, "approve", "Monday");
  expect(peopleWords(world.state, "note").map(({ verb, words }) => [verb, words])).toEqual([
    ["ask", "Which day?"],
    ["approve", "Monday"],
  ]);
});

it("what people asked at a gate that was skipped stands at it when it is asked again, and silence lets it not pass", () => {
  const gate = {
    ...GATE,
    gate: { prompt: "", assignees: [], quorum: 1, timeoutSeconds: 60, onTimeout: "approve" },
  };
  const world = new RunWorld({ plan: planOf(gate as TaskDraft, SEND, { id: "other", input: "look" }) });
  world.tick(1).start();
  const { stored: shown } = storeValue("Mail?");
  const show = () =>
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "Mail?", ...world.keyOf("g") });
  show();
  const [first] = Object.keys(world.state.openApprovals);
  world.send(
    {
      type: "decide_approval",
      verb: "ask",
      provenance: "person",
      by,
      approvalId: first as string,
      comment: "To all?",
    },
    ANNA,
  );
  expect(world.send({ type: "skip_task", taskId: "g", reason: "so", by } as never, ANNA)).toMatchObject({
    ok: true,
  });
  expect(world.send({ type: "retry_task", taskId: "g", by } as never, ANNA)).toMatchObject({ ok: true });
  world.start();
  show();
  const opened = world.last("approval_opened").payload.approvalId;
  expect(opened).not.toBe(first);
  expect(world.state.approvals[opened]).toMatchObject({ asked: [{ words: "To all?" }], onTimeout: "reject" });
});

it("a question that acting work will hear has the gate read again, without its votes; who may not answer by then is not heard", () => {
  const world = new RunWorld({
    plan: planOf(GATE, NOTE, { ...SEND, dependsOn: ["note"] }),
    tools: [{ name: "mail", sideEffects: "external" }],
  });
  world.tick(1).start();
  const { stored: shown } = storeValue("Mail?");
  world.send({ type: "gate_shown", shown, digest: "d", prompt: "Mail?", ...world.keyOf("g") });
  const { approvalId, digest } = world.last("approval_opened").payload;
  const say = (verb: "ask" | "approve", more: object) =>
    world
      .tick(1)
      .send({ type: "decide_approval", approvalId, verb, provenance: "person", by, ...more }, ANNA);
  say("ask", { comment: "To all?" });
  expect(say("approve", { digest })).toMatchObject({ ok: false, error: { code: "superseded" } });
  const now = world.state.approvals[approvalId]?.digest;
  const people = [{ id: "ben", name: "Ben", roles: [], capabilities: ["review"] }];
  expect(say("approve", { digest: now, people })).toMatchObject({ ok: true });
  expect(world.last("approval_decided").payload).toMatchObject({ unheard: ["anna"] });
  expect(peopleWords(world.state, "note")).toEqual([]);
});

it("silence lets nothing pass that somebody has asked about, nor the question that takes its place", () => {
  const gate = {
    ...GATE,
    gate: { prompt: "", assignees: [], quorum: 1, timeoutSeconds: 60, onTimeout: "approve" },
  };
  const world = new RunWorld({
    plan: planOf(gate as TaskDraft, SEND),
    tools: [{ name: "mail", sideEffects: "external" }],
    by: ANNA,
  });
  const show = () => {
    world.tick(1).start();
    const { stored: shown } = storeValue("Mail?");
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "Mail?", ...world.keyOf("g") });
    return world.last("approval_opened").payload.approvalId;
  };
  const [first, ask] = [show(), { type: "decide_approval", verb: "ask", provenance: "person", by } as const];
  expect(world.state.approvals[first]).toMatchObject({ onTimeout: "approve" });
  world.send({ ...ask, approvalId: first, comment: "To all?" }, ANNA);
  expect(world.state.approvals[first]).toMatchObject({ onTimeout: "reject" });
  const all = '(tool/mail {:to "all"})';
  expect(world.edit(planOf(gate as TaskDraft, { ...SEND, input: all }), "so", { by })).toMatchObject({
    ok: true,
  });
  show();
  world.tick(60_001);
  expect(world.last("approval_expired").payload).toMatchObject({ verb: "reject", provenance: "timeout" });
});
