import { describe, expect, test } from "vitest";
import { answerFields, readDecideArguments } from "./run";

describe("an answer on the command line", () => {
  test.each<[string[], object]>([
    [["apr_1-1", "approve"], { approvalId: "apr_1-1", verb: "approve", json: false }],
    [["apr_1-1", "happened", "--value", '{"at": "here"}'], { value: { at: "here" } }],
    [["apr_1-1", "happened", "--value", "it is there"], { value: "it is there" }],
    [["apr_1-1", "reject", "--reason", "too early"], { verb: "reject", reason: "too early" }],
    [["apr_1-1", "edit", "--value", "false", "--json"], { value: false, json: true }],
  ])("%j", (argv, value) => {
    expect(readDecideArguments(argv)).toMatchObject({ ok: true, value });
  });

  test.each([[["apr_1-1"]], [["apr_1-1", "approve", "because", "of"]], [["apr_1-1", "approve", "--what"]]])(
    "is not understood from %j",
    (argv) => {
      expect(readDecideArguments(argv)).toMatchObject({
        ok: false,
        message: expect.stringContaining("Usage"),
      });
    },
  );

  test.each<[object, object]>([
    [{ verb: "approve", reason: "fine" }, { comment: "fine" }],
    [{ verb: "reject", reason: "too early" }, { comment: "too early" }],
    [
      { verb: "respond", reason: "fine" },
      { comment: "fine", value: "fine" },
    ],
    [
      { verb: "happened", reason: "seen", value: 0 },
      { comment: "seen", value: 0 },
    ],
    [{ verb: "abort" }, {}],
  ])("%j sends %j", (request, words) => {
    expect(answerFields(request as Parameters<typeof answerFields>[0])).toEqual(words);
  });
});
