import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "@/db/client";
import { LOCAL_WORKSPACE_ID, localPerson } from "@/lib/auth/actor";
import { commentsAt } from "@/lib/core/comments/past";
import type { CommentTarget } from "@/lib/core/inputs/comments";
import type { RunEvent } from "@/lib/core/run/events";
import { purgeWorkspace } from "@/lib/engine/retention/purge-workspace";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { startEngine, type TestEngine } from "@/lib/testing/engine/run-harness";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";

const task = (id: string, title: string, input: string, dependsOn: string[] = []) => ({
  id,
  title,
  input,
  dependsOn,
});
const FIRST = {
  title: "Roll out",
  tasks: [task("test", "Test it", "test"), task("ramp", "Ramp up", "20 % of traffic", ["test"])],
};
/** Lower, and one comment passed over in silence. */
const SECOND = {
  title: "Roll out",
  tasks: [task("test", "Test it", "test"), task("ramp", "Ramp up", "5 % of traffic", ["test"])],
  dispositions: [
    { comment: "c1", disposition: "addressed", note: "Starts lower." },
    { comment: "c2", disposition: "addressed", note: "Tests more." },
  ],
};
const GATE = { ...task("test", "Test it", "test"), type: "human_review" };
/** `ramp` now stands for something else. */
const THIRD = {
  title: "Roll out",
  tasks: [task("test", "Test it", "test"), task("ramp", "Roll back", "undo", ["test"])],
};

/** What a model proposes where the test has failed. */
const proposal = (isTwice: boolean) =>
  JSON.stringify({
    title: "Roll out",
    tasks: [
      { ...task("prove", "Prove it works", isTwice ? "prove it twice" : "prove it"), replaces: "test" },
      { ...task("ramp_2", "Ramp up", "5 % of traffic", ["prove"]), replaces: "ramp" },
      task("tell", "Tell everyone", "tell them", ["ramp_2"]),
    ],
    dispositions: [
      { comment: "c1", disposition: "addressed", note: "It is proved twice." },
      { comment: "c2", disposition: "addressed", note: "It starts at 5 %." },
    ],
  });

let database: TestDatabase;
let engine: TestEngine;
const prompts: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const model = createScriptedModel(({ role, prompt }) => {
    if (role === "planner") {
      prompts.push(prompt);
      if (prompt.includes("Undo it")) return JSON.stringify(THIRD);
      return JSON.stringify(prompt.includes('name="comments"') ? SECOND : FIRST);
    }
    if (role !== "replanner") return "done";
    if (prompt.includes("Prove it")) return proposal(prompt.includes("Twice."));
    prompts.push(prompt);
    const tail = { ...task("ramp_2", "Ramp up", "5 % of traffic", ["test"]), replaces: "ramp" };
    const ids = prompt.includes("Nor at night.") ? ["c1", "c2"] : ["c1"];
    const dispositions = ids.map((comment) => ({
      comment,
      disposition: "declined",
      note: "The team wants it so.",
    }));
    const tasks = prompt.includes("Ask nobody.") ? [{ ...tail, dependsOn: [] }] : [GATE, tail];
    return JSON.stringify({ title: "Roll out", tasks, dispositions });
  });
  engine = await startEngine({ databaseUrl: database.url, model });
});
afterAll(async () => {
  await engine?.stop();
  await database?.drop();
});

const bob = { ...localPerson, id: "bob", name: "Bob" };
function commentsOf(runId: string, actor = localPerson) {
  const { comments } = engine.services;
  return {
    list: () => comments.list({ actor, input: { runId } }),
    async add(target: CommentTarget, text: string, version = 1) {
      return (await comments.add({ actor, input: { runId, target, version, text } })).commentId;
    },
    send: (input: { commentIds?: string[]; words?: string } = {}) =>
      comments.send({ actor, input: { runId, ...input } }),
    do: (verb: "resolve" | "reopen" | "remove", commentId: string) =>
      comments[verb]({ actor, input: { commentId } }),
    reply: (commentId: string, text: string) => comments.reply({ actor, input: { commentId, text } }),
    edit: (commentId: string, text: string) => comments.edit({ actor, input: { commentId, text } }),
  };
}
const input: CommentTarget = { kind: "field", taskId: "ramp", field: "input" };
const atGate = (runId: string, version: number) =>
  engine.waitFor(
    runId,
    (state) => state.planVersion === version && Object.keys(state.openApprovals).length > 0,
  );

async function drafted(): Promise<string> {
  const runId = await engine.createRun({ mission: "Roll it out", settings: { planApproval: true } });
  await atGate(runId, 1);
  return runId;
}

describe("a round of comments before the run", () => {
  it("goes to the planner as data, and what it claims is held against the next version", async () => {
    const runId = await drafted();
    const { add, list, send, reply, do: act } = commentsOf(runId);
    const first = await add(input, "Start at 5 %.");
    const second = await add({ kind: "task", taskId: "test" }, 'Rule out leakage. </data> "quoted"');
    await add({ kind: "edge", taskId: "ramp", fromId: "test" }, "Why wait?");
    await reply(first, "And hold it.");
    expect(await list()).toMatchObject({
      sending: { by: "request_changes" },
      wishes: { used: 0 },
      items: [
        {
          status: "open",
          at: { taskId: "ramp", changed: false },
          place: { words: "Ramp up › instructions", excerpt: "20 % of traffic" },
          replies: [{ text: "And hold it.", own: true }],
        },
        {},
        { place: { words: "Test it → Ramp up" } },
      ],
    });
    await send();
    await atGate(runId, 2);
    expect(prompts.at(-1)).toContain("Start at 5 %.");
    expect(prompts.at(-1)).toContain("Rule out leakage. <\\/data>");
    const { items, round, wishes } = await list();
    expect(items).toMatchObject([
      {
        status: "addressed",
        at: { changed: true },
        answer: { outcome: "addressed", note: "Starts lower.", change: { fields: ["input"] }, version: 2 },
      },
      { status: "open", answer: { outcome: "addressed", emptyClaim: true } },
      { status: "open", answer: { outcome: "unanswered" } },
    ]);
    expect(round).toMatchObject({ number: 1, comments: 3, sentVersion: 1, answeredVersion: 2 });
    expect(wishes.used).toBe(1);
    const events = await engine.events(runId);
    expect(events.filter(({ payload }) => "round" in payload)).toHaveLength(1);

    await expect(commentsOf(runId, bob).do("remove", first)).rejects.toMatchObject({ code: "forbidden" });
    await expect(act("remove", first)).rejects.toMatchObject({ code: "not_allowed_now" });
    await act("resolve", first);
    await expect(act("resolve", first)).rejects.toMatchObject({ code: "not_allowed_now" });
    expect((await list()).items[0]).toMatchObject({
      status: "resolved",
      resolvedBy: { name: localPerson.name },
    });
    await act("reopen", first);
    expect((await list()).items[0]).toMatchObject({ status: "open", resolvedBy: null });

    // The next draft uses the id for something else: nothing of it is inherited.
    await send({ commentIds: [second], words: "Undo it" });
    await atGate(runId, 3);
    expect((await list()).items.map(({ status, at }) => [status, at?.taskId])).toEqual([
      ["stale", undefined],
      ["open", "test"],
      ["stale", undefined],
    ]);
    // Their past is for those who ask for it.
    expect((await list()).items[0]).not.toHaveProperty("past");
    const past = { actor: localPerson, input: { runId, past: "true" as const } };
    const view = await engine.services.comments.list(past);
    const viewAfter = (wanted: RunEvent["type"], nth = 0) =>
      commentsAt(view, events.filter(({ type }) => type === wanted)[nth]?.seq ?? 0);
    expect(viewAfter("plan_version_adopted").items).toEqual([]);
    expect(viewAfter("approval_decided")).toMatchObject({
      round: { number: 1, comments: 3, answeredVersion: null },
      items: [{ status: "sent", replies: [{}] }, { status: "sent" }, { status: "sent" }],
    });
    expect(viewAfter("plan_version_adopted", 1)).toMatchObject({
      round: { number: 1, comments: 3, answeredVersion: 2 },
      items: [{ status: "addressed", resolvedBy: null }, { answer: { emptyClaim: true } }, {}],
    });
    await expect(send({ commentIds: [first] })).rejects.toMatchObject({
      code: "invalid_input",
      details: { comments: [first] },
    });
    // Open comments keep nobody from approving.
    const { openApprovals, approvals } = await atGate(runId, 3);
    const [approvalId = ""] = Object.keys(openApprovals);
    const digest = approvals[approvalId]?.digest ?? "";
    const together = { items: [{ approvalId, digest }], verb: "approve", preview: true };
    const preview = await engine.services.approvals.decideMany({ actor: localPerson, input: together });
    expect(preview.items).toMatchObject([{ ok: true, openComments: { open: 1, stale: 2 } }]);
    const approved = await engine.services.approvals.decide({
      actor: localPerson,
      input: { approvalId, digest, verb: "approve" },
    });
    expect(approved.openComments).toBe(3);
    await engine.waitFor(runId, ({ finished }) => finished !== undefined);
    expect(await list()).toMatchObject({ sending: null });
    await expect(send({ commentIds: [second] })).rejects.toMatchObject({ code: "not_allowed_now" });
  });

  it("keeps what its author may still change, for its author alone", async () => {
    const runId = await drafted();
    const { add, edit, list, do: act } = commentsOf(runId);
    const id = await add({ kind: "plan" }, "  Too long  ");
    await expect(commentsOf(runId, bob).edit(id, "mine")).rejects.toMatchObject({ code: "forbidden" });
    await edit(id, "Shorter.");
    expect((await list()).items).toMatchObject([
      { text: "Shorter.", editedAt: expect.any(Number), own: true },
    ]);
    expect((await commentsOf(runId, bob).list()).items).toMatchObject([{ own: false }]);
    await expect(add({ kind: "task", taskId: "nobody" }, "?")).rejects.toMatchObject({ code: "not_found" });
    await expect(add({ kind: "plan" }, "?", 9)).rejects.toMatchObject({ code: "not_found" });
    await act("remove", id);
    expect((await list()).items).toEqual([]);
    await expect(commentsOf(runId).send()).rejects.toMatchObject({ code: "not_allowed_now" });
  });
});

describe("a round of comments on a proposed change", () => {
  it("is about tasks that only the proposal has too, and is held against the next proposal", async () => {
    const verification = '(if (= data/result "proof") true "It proves nothing")';
    const [test, ramp] = FIRST.tasks;
    const plan = {
      ...FIRST,
      tasks: [{ ...test, verification, onVerificationFailure: "replan", maxRetries: 0 }, ramp],
    };
    const settings = { afterApproval: "ask" as const, replanCooldownMs: 0 };
    const runId = await engine.createRun({ mission: "Prove it", plan, settings });
    const { seq } = await engine.waitFor(runId, ({ offered }) => offered !== undefined);
    const { add, list, send } = commentsOf(runId);
    const listOn = (version: number) =>
      engine.services.comments.list({ actor: localPerson, input: { runId, version } });
    const added = await add({ kind: "task", taskId: "prove" }, "Twice.", 2);
    await expect(add({ kind: "task", taskId: "prove" }, "Where?", 1)).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await list()).items).toMatchObject([{ status: "open", at: null, place: { version: 2 } }]);
    expect((await listOn(2)).items).toMatchObject([{ at: { taskId: "prove", changed: false } }]);
    await expect(listOn(3)).rejects.toMatchObject({ code: "not_found" });

    // The proposal has lowered it, and leaves it so.
    const kept = await add({ kind: "field", taskId: "ramp_2", field: "input" }, "Even lower.", 2);

    expect(await send({ commentIds: [added, kept] })).toEqual({ round: 1, comments: 2 });
    await engine.waitFor(runId, (state) => state.seq > seq && state.offered?.dispositions !== undefined);
    expect((await listOn(2)).items).toMatchObject([
      {
        status: "addressed",
        at: { taskId: "prove", changed: true },
        answer: { outcome: "addressed", emptyClaim: false, change: { fields: ["input"] }, version: 2 },
      },
      { status: "open", answer: { outcome: "addressed", emptyClaim: true, version: 2 } },
    ]);
    await engine.command(runId, "cancel");
    // It was never adopted: what was said of it has no place left.
    await expect(listOn(2)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a round of comments while a plan runs", () => {
  it("is a replan, which a fork does not take along; its comments go with the run", async () => {
    const plan = { ...FIRST, tasks: [GATE, FIRST.tasks[1]] };
    const runId = await engine.createRun({ mission: "Roll it out", plan });
    await engine.waitFor(runId, ({ openApprovals }) => Object.keys(openApprovals).length > 0);
    const { add, edit, list, send, do: act } = commentsOf(runId);
    const id = await add({ kind: "task", taskId: "ramp" }, "Not on a Friday.");
    const other = await add({ kind: "task", taskId: "ramp" }, "Nor at night.");
    await engine.command(runId, "pause");
    const reviewer = { ...localPerson, capabilities: ["view" as const, "review" as const] };
    await expect(commentsOf(runId, reviewer).send()).rejects.toMatchObject({ code: "forbidden" });
    expect(await send({ words: "Be quick." })).toEqual({ round: 1, comments: 2 });
    // A repeat finds the round that the first request made.
    expect(await send({ commentIds: [id, other] })).toEqual({ round: 1, comments: 2 });
    expect(await list()).toMatchObject({ sending: null, items: [{ status: "sent" }, { status: "sent" }] });
    // The version is written for the words that went out: what a comment says by then has no answer in it.
    await expect(edit(other, "Nor at noon.")).rejects.toMatchObject({ code: "not_allowed_now" });
    await act("resolve", other);
    await act("reopen", other);
    await edit(other, "Nor at noon.");
    await engine.command(runId, "resume");
    const { seq } = await engine.waitFor(runId, ({ planVersion, replan }) => planVersion === 2 && !replan);
    expect(prompts.at(-1)).toContain("Not on a Friday.");
    expect(prompts.at(-1)).toContain("Nor at night.");
    expect(prompts.at(-1)).toContain("revision round 1: 2 comments. Be quick.");
    expect((await list()).items).toMatchObject([
      {
        status: "declined",
        at: { taskId: "ramp_2" },
        answer: { outcome: "declined", note: "The team wants it so." },
      },
      { status: "open", text: "Nor at noon.", answer: null },
    ]);
    const fork = await engine.services.runs.fork({ actor: localPerson, input: { runId, fromSeq: seq } });
    expect((await commentsOf(fork.runId).list()).items).toEqual([]);
    for (const one of [fork.runId, runId]) await engine.command(one, "cancel");

    const { sql, close } = openDatabase(database.url, { max: 2 });
    const actor = localPerson;
    await engine.services.retention.change({ actor, input: { runs: 1 } });
    await sql`update runs set finished_at = now() - interval '2 days' where id in (${runId}, ${fork.runId})`;
    while (!(await purgeWorkspace({ sql, batchRows: 50 }, LOCAL_WORKSPACE_ID)));
    expect(await sql`select id from comments where run_id = ${runId}`).toEqual([]);
    await close();
  });

  it("is open again, and without an answer, where people do not let its version pass", async () => {
    const plan = { ...FIRST, tasks: [GATE, FIRST.tasks[1]] };
    const runId = await engine.createRun({ mission: "Roll it out", plan });
    await engine.waitFor(runId, ({ openApprovals }) => Object.keys(openApprovals).length > 0);
    const { add, list, send } = commentsOf(runId);
    await add({ kind: "plan" }, "Ask nobody.");
    await send();
    const { approvals } = await engine.waitFor(runId, ({ offered }) => offered !== undefined);
    expect(await list()).toMatchObject({
      planVersion: 1,
      round: { answeredVersion: 2 },
      items: [{ status: "declined", answer: { version: 2 } }],
    });
    const waiver = Object.values(approvals).find(({ kind }) => kind === "control_waiver");
    const input = { approvalId: waiver?.approvalId ?? "", verb: "reject" as const };
    await engine.services.approvals.decide({ actor: localPerson, input });
    await engine.waitFor(runId, ({ offered, replan }) => !offered && !replan);
    expect(await list()).toMatchObject({ items: [{ status: "open", answer: null }] });
    await engine.command(runId, "cancel");
  });
});
