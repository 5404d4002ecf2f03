import fc from "fast-check";
import { expect, test } from "vitest";
import { commentsAt } from "@/lib/core/comments/past";
import type { CommentView } from "@/lib/core/comments/view";
import { commentView } from "@/lib/testing/comment-view";
import { databaseOfFile } from "@/lib/testing/database/file-database";
import { editComment, insertComment, moveComment, readComments, readPastComments } from "../comments";
import { holdNextEvent } from "../next-event";
import { answerComments, returnComments, sendComments, withdrawAnswers } from "./write-comments";

const database = databaseOfFile(2);

const IDS = ["a", "b"];
const by = { kind: "person", id: "ada", name: "Ada" } as const;
const change = { fields: ["input"], added: 0, removed: false };
const workspaceId = "local";

const idArb = fc.constantFrom(...IDS);
const versionArb = fc.integer({ min: 2, max: 3 });
const outcomeArb = fc.constantFrom("addressed" as const, "declined" as const);
const actArb = fc.oneof(
  fc.record({
    does: fc.constant("sends" as const),
    ids: fc.uniqueArray(idArb, { minLength: 1 }),
    wasEdited: fc.boolean(),
  }),
  fc.record({
    does: fc.constant("answers" as const),
    ids: fc.uniqueArray(idArb, { minLength: 1 }),
    version: versionArb,
    outcome: outcomeArb,
  }),
  fc.record({ does: fc.constant("returns" as const) }),
  fc.record({ does: fc.constant("declines" as const), version: versionArb, again: fc.boolean() }),
  fc.record({ does: fc.constant("passes" as const) }),
  fc.record({
    does: fc.constant("moves" as const),
    id: idArb,
    to: fc.constantFrom("resolved" as const, "open" as const),
  }),
  fc.record({ does: fc.constant("edits" as const), id: idArb, text: fc.constantFrom("x", "y", "z") }),
);
type Act = typeof actArb extends fc.Arbitrary<infer T> ? T : never;

let runs = 0;

/** A run of one event with two comments, and what acts do to these. */
async function commentedRun() {
  runs += 1;
  const runId = `run_${runs}`;
  const of = { workspaceId, runId };
  const { sql, orm, transact } = database();
  await sql`insert into runs (id, workspace_id, status, phase, seq) values (${runId}, 'local', 'planning', 'new', 1)`;
  const anchor = { kind: "plan", version: 1, digest: "d", excerpt: "" } as const;
  const ofId = (id: string) => `${runId}_${id}`;
  for (const id of IDS)
    await insertComment(orm, { id: ofId(id), ...of, personId: "ada", by, anchor, label: null, text: "x" });
  const now = () => readComments(orm, of);

  async function writeOf(act: Act, seq: number): Promise<unknown> {
    if (act.does === "sends") {
      const rows = (await now()).filter(({ id }) => act.ids.some((one) => ofId(one) === id));
      const comments = rows.map(({ id, text, label }) => ({
        id,
        text: act.wasEdited ? `${text}!` : text,
        label,
      }));
      return sendComments(sql, runId, seq, { round: seq, version: 1, at: seq, comments });
    }
    if (act.does === "answers") {
      const { version, outcome, ids } = act;
      const answers = ids.map((id) => ({ id: ofId(id), outcome, note: null, change, status: outcome }));
      return answerComments(sql, runId, seq, { version, answers });
    }
    if (act.does === "returns") return returnComments(sql, runId, seq);
    return act.does === "declines" && withdrawAnswers(sql, runId, seq, act);
  }

  return {
    now,
    past: () => readPastComments(orm, of),
    /** Does it; the event that it was, or undefined for what a person did. */
    async play(act: Act): Promise<number | undefined> {
      if (act.does === "moves" || act.does === "edits") {
        const comment = { workspaceId, commentId: ofId(act.id) };
        await transact(async (tx) => {
          const next = (await holdNextEvent(tx, of)) as number;
          return act.does === "moves"
            ? moveComment(tx, comment, act.to, by, next)
            : editComment(tx, comment, { text: act.text, label: null }, next);
        });
        return;
      }
      const [row] = await sql<
        { seq: number }[]
      >`update runs set seq = seq + 1 where id = ${runId} returning seq`;
      const seq = row?.seq ?? 0;
      await writeOf(act, seq);
      return seq;
    },
  };
}

/** A row as pages see it, and what is said of it here. */
type Row = Awaited<ReturnType<Awaited<ReturnType<typeof commentedRun>>["now"]>>[number];
const factsOf = ({ text, status, round, sentVersion, resolvedBy, ...row }: Row) => {
  const { outcome, answeredVersion, editedAt, sentAt } = row;
  const times = { editedAt: editedAt?.getTime() ?? null, sentAt: sentAt?.getTime() ?? null };
  return { text, status, round, sentVersion, resolvedBy, outcome, answeredVersion, ...times };
};

test("a past moment shows of each comment what the run showed after that event, whatever people did in between", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(actArb, { minLength: 1, maxLength: 14 }), async (acts) => {
      const run = await commentedRun();
      const shown = new Map<number, object[]>();
      for (const act of acts) {
        const seq = await run.play(act);
        if (seq !== undefined) shown.set(seq, (await run.now()).map(factsOf));
      }
      const past = await run.past();
      const items = (await run.now()).map((row) =>
        commentView({
          ...(factsOf(row) as Partial<CommentView>),
          since: row.since,
          past: past.get(row.id) as never,
        }),
      );
      const view = { items, planVersion: 1, round: null, sending: null, wishes: { used: 0, limit: 1 } };
      for (const [seq, rows] of shown) expect(commentsAt(view, seq).items).toMatchObject(rows);
      for (const one of past.values()) expect(new Set(one.map(({ until }) => until)).size).toBe(one.length);
    }),
    { numRuns: 60 },
  );
});

test("a comment that was edited while its round was on its way is not taken along, and not answered", async () => {
  const run = await commentedRun();
  await run.play({ does: "sends", ids: ["a"], wasEdited: true });
  await run.play({ does: "answers", ids: ["a"], version: 2, outcome: "addressed" });
  expect((await run.now()).map(factsOf)).toMatchObject([{ status: "open", round: null, outcome: null }, {}]);
});

test("a comment that says something else by now gets no answer of the round that it went out with", async () => {
  const run = await commentedRun();
  const statuses = async () =>
    (await run.now()).map(({ status, answeredVersion }) => [status, answeredVersion]);
  await run.play({ does: "sends", ids: IDS, wasEdited: false });
  for (const id of IDS) {
    await run.play({ does: "moves", id, to: "resolved" });
    await run.play({ does: "moves", id, to: "open" });
  }
  await run.play({ does: "edits", id: "a", text: "y" });
  await run.play({ does: "answers", ids: IDS, version: 2, outcome: "addressed" });
  expect(await statuses()).toEqual([
    ["open", null],
    ["addressed", 2],
  ]);
});

test("what a version answered is sent while that is written again, unless it says something else by now", async () => {
  const run = await commentedRun();
  const statuses = async () => (await run.now()).map(({ status, outcome }) => [status, outcome]);
  await run.play({ does: "sends", ids: IDS, wasEdited: false });
  await run.play({ does: "answers", ids: IDS, version: 2, outcome: "declined" });
  await run.play({ does: "moves", id: "a", to: "open" });
  await run.play({ does: "edits", id: "a", text: "y" });
  await run.play({ does: "declines", version: 2, again: true });
  expect(await statuses()).toEqual([
    ["open", null],
    ["sent", null],
  ]);
  await run.play({ does: "answers", ids: IDS, version: 2, outcome: "addressed" });
  expect(await statuses()).toEqual([
    ["open", null],
    ["addressed", "addressed"],
  ]);
  await run.play({ does: "declines", version: 2, again: false });
  expect(await statuses()).toEqual(Array(2).fill(["open", null]));
});
