import { describe, expect, test } from "vitest";
import { readBlock } from "@/lib/core/prompt-blocks";
import type { EventType, Payload } from "@/lib/core/run/events";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";

/** No data makes it right: `sum-by` wants a function. */
const FAULTY = '(= 30 (apply + (map "amount" (get data/result "rows"))))';
const SOUND = '(= 30 (sum-by :amount (get data/result "rows")))';
/** Reads a key that the result does not have. */
const MISREADING = '(> (count (get data/result "items")) (get data/result "least"))';
const RESULT = '{"rows": [{"amount": 10}, {"amount": 20}]}';

const planOf = (verification: string, more: object = {}) => ({
  title: "Sum",
  tasks: [{ id: "sum", title: "Sum the rows", input: "Sum them", verification, ...more }],
});

type Options = {
  verification?: string;
  more?: object;
  result?: string;
  settings?: object;
  given?: boolean;
  /** The replanner's tail, where it writes one. */
  tail?: object;
};

/** A plan of the planner, of one task, with this check; `repair` is what the planner says when its check is asked about. */
async function checked(repair: string | undefined, options: Options = {}) {
  const { verification = FAULTY, more = {}, result = RESULT, settings = {}, given = false, tail } = options;
  const plan = planOf(verification, more);
  const questions: string[] = [];
  const roles: string[] = [];
  const model = createScriptedModel(({ role = "", prompt }) => {
    roles.push(role);
    if (role === "agent") return result;
    if (role !== "planner") return JSON.stringify(tail ?? { missionImpossible: "No way." });
    if (readBlock(prompt, "criteria") === undefined) return JSON.stringify(plan);
    questions.push(prompt);
    return repair ?? "";
  });
  const engine = createMemoryEngine({ model });
  const quick = { summarizer: "off", critic: { mode: "off" }, retryDelayMs: 0, replanCooldownMs: 0 };
  await engine.create("Sum it", given ? plan : undefined, { ...quick, ...settings });
  const run = async () => {
    await (await engine.lease()).ended;
  };
  await run();
  const payloads = <T extends EventType>(type: T) =>
    engine.store.events(RUN_ID).flatMap((one) => (one.type === type ? [one.payload as Payload<T>] : []));
  return { engine, run, questions, roles, payloads, state: () => engine.store.state(RUN_ID) };
}

const written = (verification: string | null) => JSON.stringify({ verification });

describe("a check that could not be evaluated", () => {
  test("is written again by its author in one question, and the result is kept", async () => {
    const { state, questions, roles, payloads } = await checked(written(SOUND));
    expect(state().tasks.sum).toMatchObject({ status: "succeeded", attempt: 1 });
    expect(state().finished?.reason).toBe("answer_complete");
    expect(questions).toHaveLength(1);
    expect(roles.filter((role) => role === "agent")).toHaveLength(1);
    expect(roles).not.toContain("replanner");
    expect(payloads("check_repaired")).toEqual([{ taskId: "sum", attempt: 1, verification: SOUND }]);
    expect(state().tasks.sum?.attempts[0]?.checks).toMatchObject([
      { layer: "predicate", outcome: "error", shown: FAULTY },
      { layer: "predicate", outcome: "passed", shown: SOUND },
    ]);
    expect(state().planVersion).toBe(1);
  });

  test("stays in a tail that says nothing of it only where it has judged", async () => {
    const tail = { tasks: [{ id: "sum_v2", title: "Sum the rows", input: "Sum again", replaces: "sum" }] };
    const settings = { replanOnFailure: true };
    const unjudged = await checked(written(null), { tail, settings });
    expect(unjudged.state().tasks.sum_v2).toMatchObject({ status: "succeeded" });
    expect(unjudged.state().tasks.sum_v2?.spec.verification).toBeUndefined();
    const refused = await checked(written(SOUND.replace("30", "31")), { tail, settings });
    expect(refused.state().tasks.sum_v2?.spec.verification).toBe(SOUND.replace("30", "31"));
  });

  test("is asked about with the form of the result, and not its content", async () => {
    const { questions } = await checked(written(SOUND));
    expect(readBlock(questions[0] ?? "", "result")).toBe('{"rows":[{"amount":"number"}]}');
    expect(readBlock(questions[0] ?? "", "problem")).toContain("not_callable");
    expect(questions[0]).not.toContain("20}");
  });

  test("judges the next attempt as it was written again, and is not asked about twice", async () => {
    const high = '(= 31 (sum-by :amount (get data/result "rows")))';
    const { state, questions, payloads } = await checked(written(high), { more: { maxRetries: 1 } });
    expect(questions).toHaveLength(1);
    expect(state().tasks.sum?.attempts.map(({ checks }) => checks?.map(({ outcome }) => outcome))).toEqual([
      ["error", "failed"],
      ["failed"],
    ]);
    expect(payloads("check_repaired")).toHaveLength(1);
  });

  test.each<[string, string | undefined]>([
    ["where the author keeps it", written(null)],
    ["where no other can be read", "I would rather not."],
    ["where the other looks at no result", written("true")],
    ["where the other cannot be evaluated either", written('(= 30 (apply + (map "amount" data/result)))')],
  ])("fails the result as it ever did: %s", async (_, repair) => {
    const { state, payloads } = await checked(repair, { settings: { maxTotalReplans: 0 } });
    expect(state().tasks.sum).toMatchObject({ status: "failed", failureCode: "verification_error" });
    expect(payloads("check_repaired")).toHaveLength(1);
  });

  test.each<[string, Options]>([
    ["a person wrote", { given: true }],
    ["people approved with the plan", { settings: { planApproval: true } }],
  ])("is not changed by a model where it is one that %s", async (_, options) => {
    const { engine, run, state, questions } = await checked(written(SOUND), options);
    if (Object.keys(state().openApprovals).length > 0) {
      await engine.person({ type: "decide", verb: "approve" });
      await run();
    }
    expect(questions).toEqual([]);
    expect(state().tasks.sum).toMatchObject({ status: "failed", failureCode: "verification_error" });
  });
});

describe("data that a check does not find", () => {
  const misreading = { verification: MISREADING };

  test("is looked for by another attempt first, and then the check is written again", async () => {
    const { state, questions } = await checked(written('(= 2 (count (get data/result "rows")))'), misreading);
    expect(questions).toHaveLength(1);
    expect(state().tasks.sum).toMatchObject({ status: "succeeded", attempt: 2 });
  });

  test("is written again too where it reads keys of a text, and the text is kept", async () => {
    const { state, questions } = await checked(written('(includes? data/result "sent")'), {
      verification: '(get data/result "sent")',
      result: "Done. It was sent.",
      more: { maxRetries: 0 },
    });
    expect(readBlock(questions[0] ?? "", "problem")).toContain('which has no key "sent"');
    expect(state().tasks.sum).toMatchObject({ status: "succeeded", attempt: 1 });
  });

  test("fails the result where the author says that it lacks what was asked for", async () => {
    const { state, payloads } = await checked(written(null), {
      ...misreading,
      settings: { maxTotalReplans: 0 },
    });
    expect(state().tasks.sum).toMatchObject({ status: "failed", failureCode: "check_failed", attempt: 2 });
    expect(payloads("check_repaired")).toMatchObject([{ problem: { code: "check_kept" } }]);
  });
});
