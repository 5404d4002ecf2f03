import { describe, expect, it } from "vitest";
import { commentView, questionView } from "@/lib/testing/comment-view";
import { commentsAt, lastRound } from "./past";
import type { CommentAnswer, CommentView } from "./view";

const by = { kind: "person", id: "ann", name: "Ann" } as const;
const change = { fields: [], added: 0, removed: false };
const declined: CommentAnswer = { outcome: "declined", note: "No", change, emptyClaim: false, version: 3 };
const reply = (text: string, since: number) => ({ replyId: text, text, by, own: false, at: 0, since });

/** Made before event 5, edited before 8, sent as round 1 with 10, declined with 20, resolved before 31. */
const made = commentView({ text: "Too long" });
const sent = { round: 1, sentVersion: 2, sentAt: 7 };
const facts = (part: Partial<CommentView>, until: number) => {
  const { label, text, editedAt, round, sentVersion, sentAt, answer, resolvedBy } = { ...made, ...part };
  const { status = "open" } = part;
  return {
    label,
    text,
    editedAt,
    round,
    sentVersion,
    sentAt,
    answer,
    resolvedBy,
    status,
    until,
  } as NonNullable<CommentView["past"]>[number];
};
const comment = (part: Partial<CommentView> = {}): CommentView => ({
  ...made,
  since: 5,
  text: "Shorter",
  editedAt: 6,
  status: "resolved",
  ...sent,
  answer: declined,
  resolvedBy: by,
  past: [
    facts({}, 8),
    facts({ text: "Shorter", editedAt: 6 }, 10),
    facts({ text: "Shorter", editedAt: 6, status: "sent", ...sent }, 20),
    facts({ text: "Shorter", editedAt: 6, status: "declined", ...sent, answer: declined }, 31),
  ],
  replies: [reply("Agreed", 6), reply("Done", 9)],
  ...part,
});
const viewAt = (seq: number, ...items: CommentView[]) =>
  commentsAt(
    { items, planVersion: 3, round: null, sending: { by: "replan" }, wishes: { used: 1, limit: 10 } },
    seq,
  );
const then = (seq: number, part: Partial<CommentView> = {}) => viewAt(seq, comment(part)).items[0];

describe("commentsAt", () => {
  it("has what had been made by then, and takes nothing more", () => {
    expect(viewAt(4, comment()).items).toEqual([]);
    expect(viewAt(5, comment())).toMatchObject({ items: [{ replies: [] }], sending: null });
    expect(then(8)?.replies.map(({ text }) => text)).toEqual(["Agreed"]);
    expect(then(9)?.replies).toHaveLength(2);
  });

  it("has the words of then, and marks them as edited from then on", () => {
    expect(then(7)).toMatchObject({ text: "Too long", editedAt: null, status: "open", round: null });
    expect(then(8)).toMatchObject({ text: "Shorter", editedAt: 6, status: "open", round: null });
  });

  it("has what had become of each by the order of events alone", () => {
    expect([9, 10, 19, 20, 30, 31].map((seq) => then(seq)?.status)).toEqual([
      "open",
      "sent",
      "sent",
      "declined",
      "declined",
      "resolved",
    ]);
    expect(then(19)).toMatchObject({ round: 1, answer: null, resolvedBy: null });
    expect(then(30)).toMatchObject({ answer: { note: "No" }, resolvedBy: null });
    expect(then(31)).toMatchObject({ answer: { note: "No" }, resolvedBy: by });
  });

  it("has the round that had been sent by then", () => {
    expect([9, 10, 20].map((seq) => viewAt(seq, comment()).round)).toEqual([
      null,
      { number: 1, comments: 1, sentVersion: 2, sentAt: 7, answeredVersion: null },
      { number: 1, comments: 1, sentVersion: 2, sentAt: 7, answeredVersion: 3 },
    ]);
  });

  it("shows open ones as stale where they have no place in the version that is shown", () => {
    expect([8, 10, 20].map((seq) => then(seq, { at: null })?.status)).toEqual(["stale", "sent", "declined"]);
    const now: Partial<CommentView> = { past: [], status: "stale" };
    expect([then(9, now)?.status, then(9, { ...now, at: null })?.status]).toEqual(["open", "stale"]);
  });

  it("shows a question as asked until it had its answer, or was known to have none", () => {
    const answer = { text: "Bob", model: "m", costUsd: 0, latencyMs: 1, at: 8 };
    const ended = questionView({ since: 6, status: "answered", answer, endedSince: 18, planVersion: 3 });
    const asked = (seq: number, past: (typeof ended)["past"] = []) =>
      then(seq, { questions: [{ ...ended, past }] })?.questions[0];
    expect(asked(5)).toBeUndefined();
    expect(asked(17)).toMatchObject({ status: "asking", answer: null, planVersion: 3 });
    expect(asked(18)).toMatchObject({ status: "answered", answer: { text: "Bob" } });
    const failed = [{ until: 15, failure: "timeout" as const, planVersion: 2, endedSince: 12 }];
    expect(asked(11, failed)).toMatchObject({ status: "asking", failure: null, planVersion: 2 });
    expect(asked(12, failed)).toMatchObject({
      status: "failed",
      failure: "timeout",
      answer: null,
      planVersion: 2,
    });
    expect(asked(15, failed)).toMatchObject({ status: "asking", failure: null, planVersion: 3 });
    const { past: _, ...open } = questionView({ since: 6 });
    expect(then(9, { questions: [open] })?.questions).toMatchObject([{ status: "asking" }]);
  });
});

describe("lastRound", () => {
  it("is the one with the highest number, and the version that answers any of it", () => {
    const items = [
      commentView({ ...sent, answer: declined }),
      commentView({ round: 2, sentVersion: 3, sentAt: 9 }),
      commentView({ round: 2, sentVersion: 3, sentAt: 9, answer: { ...declined, version: 4 } }),
      commentView(),
    ];
    expect(lastRound(items)).toEqual({
      number: 2,
      comments: 2,
      sentVersion: 3,
      sentAt: 9,
      answeredVersion: 4,
    });
    expect(lastRound([])).toBeNull();
  });
});
