import { describe, expect, test } from "vitest";
import type { Json } from "@/lib/core/json";
import type { TypedVerb } from "@/lib/core/run/gates/table";
import { readDecideArguments } from "./run";
import { type Answer, answerFields, answersTo, seenAnswers } from "./verdicts";

describe("an answer on the command line", () => {
  test.each<[string[], object]>([
    [["apr_1-1", "approve"], { approvalId: "apr_1-1", verb: "approve", json: false }],
    [["apr_1-1", "happened", "--value", '{"at": "here"}'], { value: { at: "here" } }],
    [["apr_1-1", "happened", "--value", "it is there"], { value: "it is there" }],
    [["apr_1-1", "reject", "--reason", "too early"], { verb: "reject", reason: "too early" }],
    [
      ["apr_1-1", "hand_on", "--to", "Ann", "--to", "role:ops", "--reason", "Ben left"],
      { approvalId: "apr_1-1", to: ["Ann", "role:ops"], reason: "Ben left", json: false },
    ],
    [
      ["apr_1-1", "approve", "--digest", "01".repeat(32), "--digest", ` ${"fe".repeat(16)} `],
      { verb: "approve", digests: ["01".repeat(32), "fe".repeat(16)] },
    ],
    [["apr_1-1", "edit", "--value", "false", "--json"], { value: false, json: true }],
    [["apr_1-1", "respond", "--agree", ` ${"fe".repeat(16)} `], { verb: "respond", agree: "fe".repeat(16) }],
    [
      ["apr_1-1", "approve", "--reject", "2: too: high", "--reject", " 3 :no"],
      {
        rejected: [
          { number: 2, reason: "too: high" },
          { number: 3, reason: "no" },
        ],
      },
    ],
  ])("%j", (argv, value) => {
    expect(readDecideArguments(argv)).toMatchObject({ ok: true, value });
  });

  test.each([
    [["apr_1-1"]],
    [["apr_1-1", "hand_on", "--to", "Ann"]],
    [["apr_1-1", "hand_on", "--reason", "Ben left"]],
    [["apr_1-1", "approve", "because", "of"]],
    [["apr_1-1", "approve", "--what"]],
    [["apr_1-1", "approve", "--reject", "too high"]],
    [["apr_1-1", "approve", "--digest", "01234567"]],
    [["apr_1-1", "approve", "--digest", "0".repeat(31)]],
    [["apr_1-1", "respond", "--agree", "0".repeat(31)]],
    [["apr_1-1", "approve", "--digest", "0".repeat(32), "--digest", ""]],
  ])("is not understood from %j", (argv) => {
    expect(readDecideArguments(argv)).toMatchObject({
      ok: false,
      message: expect.stringContaining("Usage"),
    });
  });

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

describe("verdicts on the command line", () => {
  const gateOf = (id: string, more: object = {}) => ({
    id,
    runId: "run_1",
    taskId: "t",
    kind: "tool_approval",
    verbs: ["approve", "edit", "reject"],
    status: "open",
    digest: `of ${id}`,
    shown: null,
    ...more,
  });
  const servicesWith = (gates: ReturnType<typeof gateOf>[], shown: Json = null) =>
    ({
      approvals: {
        get: async () => gates[0],
        list: async () => ({ items: gates, nextCursor: null }),
        context: async () => ({ shown }),
      },
    }) as unknown as Parameters<typeof answersTo>[0];
  const asked = { approvalId: "apr_1-1", verb: "approve" as TypedVerb, json: false };
  const inputsOf = async (...args: Parameters<typeof answersTo>) =>
    (await answersTo(...args)).map(({ input }) => input);
  const calls = [gateOf("apr_1-1"), gateOf("apr_1-2"), gateOf("apr_1-9", { taskId: "other" })];

  test("on calls that wait together are an answer to each of them", async () => {
    const rejected = [{ number: 2, reason: "Not on a Friday" }];
    expect(await inputsOf(servicesWith(calls), { ...asked, rejected })).toEqual([
      { approvalId: "apr_1-1", verb: "approve" },
      { approvalId: "apr_1-2", verb: "reject", comment: "Not on a Friday" },
    ]);
  });

  test("are counted as the calls were asked, whatever the order of a list", async () => {
    const tenth = [gateOf("apr_1-10"), gateOf("apr_1-9")];
    const rejected = [{ number: 2, reason: "Not this one" }];
    expect(await inputsOf(servicesWith(tenth), { ...asked, rejected })).toMatchObject([
      { approvalId: "apr_1-9", verb: "approve" },
      { approvalId: "apr_1-10", verb: "reject" },
    ]);
  });

  test("on the items of a list are one answer, with a verdict for each", async () => {
    const list = [
      gateOf("apr_1-1", { kind: "human_review", verbs: ["approve", "edit", "reject", "request_changes"] }),
    ];
    const request = {
      ...asked,
      verb: "request_changes" as TypedVerb,
      rejected: [{ number: 1, reason: "Too high" }],
    };
    expect(await inputsOf(servicesWith(list, ["a", "b"]), request)).toEqual([
      {
        approvalId: "apr_1-1",
        verb: "request_changes",
        items: [{ verdict: "reject", reason: "Too high" }, { verdict: "accept" }],
      },
    ]);
    const edit = { ...request, verb: "edit" as TypedVerb, reason: "One is enough" };
    const [without] = await inputsOf(servicesWith(list, ["a", "b"]), edit);
    expect(without).toMatchObject({ verb: "edit", comment: "One is enough" });
    expect(without).not.toHaveProperty("value");
    await expect(
      answersTo(servicesWith(list, ["a", "b"]), { ...request, verb: "approve" }),
    ).rejects.toMatchObject({
      message: expect.stringContaining("edit to continue without them"),
    });
  });

  test("on the items of one call’s list go with edit or reject, and are of that call alone", async () => {
    const args = { shop: "webshop", prices: [{ sku: "K-101" }, { sku: "K-102" }] };
    const rejected = [{ number: 2, reason: "Sold out" }];
    const request = { ...asked, verb: "edit" as TypedVerb, rejected };
    const items = [{ verdict: "accept" }, { verdict: "reject", reason: "Sold out" }];
    expect(await inputsOf(servicesWith(calls, args), request)).toEqual([
      { approvalId: "apr_1-1", verb: "edit", items },
    ]);
  });

  test("agree with what others propose by the beginning of its digest, and bring nothing else", async () => {
    const proposals = [{ verb: "respond", digest: "fedcba9876", value: "eu", by: [], needed: 2 }];
    const services = servicesWith([gateOf("apr_1-1", { proposals })]);
    const agreeing = { ...asked, verb: "respond" as TypedVerb, agree: "fedcba98" };
    expect(await inputsOf(services, { ...agreeing, reason: "Near us" })).toEqual([
      { approvalId: "apr_1-1", verb: "respond", agree: "fedcba9876", comment: "Near us" },
    ]);
    const refused = [
      { ...agreeing, agree: "00000000" },
      { ...agreeing, value: "us" },
    ];
    for (const request of refused)
      await expect(answersTo(services, request)).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("that fit nothing are refused before anything is decided", async () => {
    const beyond = answersTo(servicesWith(calls), { ...asked, rejected: [{ number: 3, reason: "no" }] });
    await expect(beyond).rejects.toMatchObject({
      code: "invalid_input",
      message: "There is no number 3: there are 2.",
    });
    const wrong = { ...asked, verb: "reject" as TypedVerb, rejected: [{ number: 1, reason: "no" }] };
    await expect(answersTo(servicesWith(calls), wrong)).rejects.toMatchObject({ code: "invalid_input" });
    const none = answersTo(servicesWith([gateOf("apr_1-1", { kind: "human_review" })], "text"), {
      ...asked,
      rejected: [{ number: 1, reason: "no" }],
    });
    await expect(none).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("what an answer names as shown", () => {
  const DIGEST = "a1".repeat(32);
  const OTHER = "b2".repeat(32);
  const VERBS = [
    "approve",
    "edit",
    "CONTINUE",
    "run",
    "happened",
    "reject",
    "request_changes",
    "ask",
    "abort",
  ];
  const answerOf = (verb: string, more: object = {}) =>
    ({
      gate: { id: "apr_1-1", digest: DIGEST, status: "open", verbs: VERBS, ...more },
      input: { approvalId: "apr_1-1", verb },
    }) as unknown as Answer;

  test.each(["approve", "edit", "continue", "run", "happened"])(
    "has to be said where %s lets something pass",
    (verb) => {
      expect(seenAnswers([answerOf(verb)])).toBeUndefined();
      expect(seenAnswers([answerOf(verb)], [])).toBeUndefined();
      expect(seenAnswers([answerOf(verb)], [DIGEST.slice(0, 32)])).toEqual([
        { approvalId: "apr_1-1", verb, digest: DIGEST },
      ]);
      expect(() => seenAnswers([answerOf(verb)], [OTHER.slice(0, 32)])).toThrow(/something else than/);
      expect(() => seenAnswers([answerOf(verb)], [`${DIGEST}0`])).toThrow(/something else than/);
    },
  );

  test.each(["reject", "request_changes", "ask", "abort"])("may be left out with %s", (verb) => {
    expect(seenAnswers([answerOf(verb)])).toMatchObject([{ verb, digest: DIGEST }]);
    expect(() => seenAnswers([answerOf(verb)], [OTHER])).toThrow(/something else than/);
  });

  test("is refused with the gate to look at", () => {
    const refused = () => seenAnswers([answerOf("approve")], [OTHER]);
    expect(refused).toThrow(
      expect.objectContaining({ code: "superseded", details: { now: { approvalId: "apr_1-1" } } }),
    );
  });

  test("covers each call that is let pass, and none that is rejected", () => {
    const second = { id: "apr_1-2", digest: OTHER };
    const both = [answerOf("approve"), answerOf("approve", second)];
    expect(seenAnswers(both)).toBeUndefined();
    expect(() => seenAnswers(both, [DIGEST])).toThrow(/Gate apr_1-2 shows something else/);
    expect(seenAnswers(both, [OTHER.slice(0, 32), DIGEST.slice(0, 32)])).toHaveLength(2);
    const one = [answerOf("approve"), answerOf("reject", second)];
    expect(seenAnswers(one)).toBeUndefined();
    expect(seenAnswers(one, [DIGEST])).toMatchObject([{ digest: DIGEST }, { digest: OTHER }]);
  });

  test("does not matter where nothing can pass: the gate's refusal says why", () => {
    expect(seenAnswers([answerOf("approve", { status: "decided" })])).toHaveLength(1);
    expect(seenAnswers([answerOf("approve", { status: "superseded" })], [OTHER])).toHaveLength(1);
    expect(seenAnswers([answerOf("approve", { verbs: ["retry", "abort"] })])).toHaveLength(1);
  });
});
