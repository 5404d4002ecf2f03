import { afterEach, describe, expect, test, vi } from "vitest";
import { resultForm } from "@/lib/agents/strict-schema";
import { formatReason } from "@/lib/core/describe/reason";
import { readBlock, readJsonBlock } from "@/lib/core/prompt-blocks";
import { statedReason } from "@/lib/core/run/reasons";
import { createScriptedRun, playScriptedRun, testTool as tool } from "@/lib/testing/engine/scripted-run";
import type { Script } from "@/lib/testing/models/scripted-model";

const task = (more: object) => ({ id: "t", title: "Task", agent: "worker", input: "go", ...more });
const isRetry = (prompt: string) => readBlock(prompt, "feedback") !== undefined;

/** An agent that answers `first`, and `then` when it sees what was wrong. */
const mending =
  (first: string, then: string): Script =>
  ({ prompt }) =>
    isRetry(prompt) ? then : first;

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the layers of verification", () => {
  const layers = {
    outputSchema: "{accuracy :float}",
    verification: '(> (get data/result "accuracy") 97)',
    llmReview: "It names the data it was measured on.",
  };

  test("are asked in order, each recorded, and only what passed all of them is verified", async () => {
    const run = await playScriptedRun([task(layers)], {
      script: ({ role }) =>
        role === "verification"
          ? '{"passed": true, "reason": "It does.", "conditions": []}'
          : '{"accuracy": 98.1}',
    });
    const shown = { predicate: layers.verification, model: layers.llmReview };
    expect(run.payloads("verification_passed")).toEqual([
      { taskId: "t", attempt: 1, layer: "schema" },
      { taskId: "t", attempt: 1, layer: "predicate", shown: shown.predicate },
      { taskId: "t", attempt: 1, layer: "model", shown: shown.model },
    ]);
    expect(run.state().tasks.t?.attempts[0]?.checks?.map(({ outcome }) => outcome)).toEqual([
      "passed",
      "passed",
      "passed",
    ]);
    expect(readBlock(run.prompts("verification")[0] ?? "", "criteria")).toBe(layers.llmReview);
    expect(readBlock(run.prompts("verification")[0] ?? "", "result")).toBe('{"accuracy":98.1}');
  });

  test("end with the first that does not pass", async () => {
    const low = await playScriptedRun([task({ ...layers, onVerificationFailure: "skip" })], {
      script: () => '{"accuracy": 94.3}',
    });
    expect(low.payloads("verification_passed").map(({ layer }) => layer)).toEqual(["schema"]);
    expect(low.payloads("verification_failed")).toMatchObject([{ layer: "predicate" }]);
    expect(low.prompts("verification")).toEqual([]);
    const wrong = await playScriptedRun([task({ ...layers, onVerificationFailure: "skip" })]);
    expect(wrong.payloads("verification_passed")).toEqual([]);
    expect(wrong.payloads("verification_failed")).toMatchObject([{ layer: "schema" }]);
  });

  test.each([
    ["predicate", { verification: '(str "Too short: " data/result)' }, "Too short: done"],
    ["model", { llmReview: "polite" }, "It is rude."],
  ])("hand the %s's diagnosis and the output to the replanner", async (layer, check, diagnosis) => {
    const run = await createScriptedRun(
      [task({ ...check, onVerificationFailure: "replan", maxRetries: 0 })],
      {
        script: ({ role }) =>
          role === "verification" ? '{"passed": false, "reason": "It is rude."}' : "done",
        settings: { replanOnFailure: true },
      },
    );
    await run.lease();
    await run.engine.until((state) => state.replanFailed !== undefined);
    expect(run.payloads("verification_failed")).toMatchObject([{ layer }]);
    const [{ cause } = { cause: undefined }] = run.payloads("replan_started");
    expect(cause).toMatchObject({ trigger: "verification", taskId: "t", output: { inline: "done" } });
    expect(cause?.diagnosis && formatReason(cause.diagnosis)).toContain(diagnosis);
    const trigger = JSON.parse(readBlock(run.prompts("replanner")[0] ?? "", "trigger") ?? "");
    expect(trigger).toMatchObject({ kind: "verification", taskId: "t", output: "done" });
    expect(trigger.reason).toContain(diagnosis);
  });
});

describe("a result in another form than the schema's", () => {
  const asked = (rest: object = {}) => task({ outputSchema: "{ok :bool}", maxRetries: 1, ...rest });
  const wrong = { script: () => "done", settings: { replanOnFailure: true } };

  test("is asked for once more in each attempt, with what does not fit, then in another attempt, and never replanned", async () => {
    const run = await playScriptedRun([asked({ onVerificationFailure: "replan" })], wrong);
    expect(run.state().tasks.t).toMatchObject({
      status: "failed",
      attempt: 2,
      failureCode: "schema_mismatch",
    });
    expect(run.model.requests.map(({ messages }) => messages.length)).toEqual([1, 3, 1, 3]);
    expect(JSON.stringify(run.model.requests[1]?.messages.at(-1))).toContain("Give the whole result again");
    expect(run.payloads("replan_started")).toEqual([]);
    expect(run.state().finished?.reason).toBe("task_failed");
  });

  test("is skipped where the task is not critical", async () => {
    const run = await playScriptedRun([asked({ critical: false })], wrong);
    expect(run.state().tasks.t).toMatchObject({ status: "skipped", attempt: 2 });
    expect(run.payloads("replan_started")).toEqual([]);
  });

  test("stands after the second answer where that fits; what was coerced is noted", async () => {
    const run = await playScriptedRun([asked()], {
      script: ({ messages }) => (messages.length === 1 ? "done" : '{"ok": "yes"}'),
    });
    expect(run.state().tasks.t).toMatchObject({
      status: "succeeded",
      attempt: 1,
      result: { inline: { ok: true } },
    });
    expect(run.payloads("verification_passed")).toMatchObject([
      { layer: "schema", coerced: [expect.stringContaining("ok")] },
    ]);
  });

  test("is asked for in the provider's own way: at once without tools, beside tools with the second answer", async () => {
    const schema = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] };
    const outputs = async (tools: ReturnType<typeof tool>[]) => {
      const run = await playScriptedRun([asked({ outputSchema: schema, maxRetries: 0 })], {
        ...wrong,
        tools,
      });
      return run.model.requests.map(({ output }) => output?.schema);
    };
    const form = resultForm(schema).output?.schema;
    expect(await outputs([])).toEqual([form, form]);
    expect(await outputs([tool("look")])).toEqual([undefined, form]);
  });

  test("is read out of the form that a provider was asked for", async () => {
    const run = await playScriptedRun([asked({ outputSchema: { type: "object", properties: {} } })], {
      script: () => '{"result": {"ok": true}, "cannot": null}',
    });
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded", result: { inline: { ok: true } } });
  });

  test("is asked for once more of a synthesis gate as well", async () => {
    const gate = asked({
      id: "s",
      type: "synthesis_gate",
      dependsOn: ["t"],
      agent: "default",
      maxRetries: 0,
    });
    const play = (second: string) =>
      playScriptedRun([task({}), gate], {
        script: ({ role, messages }) =>
          role === "synthesis" && messages.length > 1 ? second : "A long answer.",
      });
    const asksOf = (run: Awaited<ReturnType<typeof play>>) => run.prompts("synthesis").length;
    const corrected = await play('It is:\n```json\n{"ok": "yes",}\n```');
    expect(corrected.state().tasks.s).toMatchObject({
      status: "succeeded",
      result: { inline: { ok: true } },
    });
    const wrong = await play("Another long answer.");
    expect(wrong.state().tasks.s).toMatchObject({ status: "failed", failureCode: "schema_mismatch" });
    expect([asksOf(corrected), asksOf(wrong)]).toEqual([2, 2]);
  });

  test("ends the attempt where no turn is left to ask in", async () => {
    const agents = { worker: { prompt: "Work.", tools: [], maxTurns: 1 } };
    const run = await playScriptedRun([asked({ maxRetries: 0 })], { ...wrong, agents });
    expect(run.model.requests).toHaveLength(1);
    expect(run.state().tasks.t).toMatchObject({ failureCode: "schema_mismatch" });
  });
});

describe("a retry", () => {
  test("sees what was wrong in blocks of their own, and its input as it was", async () => {
    const check = { verification: '(or (> data/result 97) "Accuracy must be above 97.")', maxRetries: 2 };
    const run = await playScriptedRun([task({ ...check, onVerificationFailure: "retry" })], {
      script: mending("94.3", "98.1"),
    });
    const [first = "", second = ""] = run.prompts("agent");
    expect(second.startsWith(first)).toBe(true);
    expect(readBlock(second, "input")).toBe("go");
    expect(readBlock(second, "feedback")).toBe("This is attempt 2 of 3.");
    expect(readBlock(second, "previous_output")).toBe("94.3");
    expect(readBlock(second, "diagnosis")).toBe("Accuracy must be above 97.");
    const { t } = run.state().tasks;
    expect(t).toMatchObject({ status: "succeeded", attempt: 2, result: { inline: 98.1 } });
    expect(t?.attempts.map(({ outcome }) => outcome)).toEqual(["failed", "succeeded"]);
  });

  test("of a synthesis gate sees it too", async () => {
    const gate = task({
      id: "s",
      type: "synthesis_gate",
      dependsOn: ["t"],
      verification: '(or (includes? data/result "98.1") "It loses the figure.")',
      onVerificationFailure: "retry",
    });
    const run = await playScriptedRun([task({}), gate], {
      script: mending("Accuracy is fine.", "Accuracy is 98.1."),
    });
    const [first = "", second = ""] = run.prompts("synthesis");
    expect(second.startsWith(first)).toBe(true);
    expect(readBlock(second, "previous_output")).toBe("Accuracy is fine.");
    expect(readBlock(second, "diagnosis")).toBe("It loses the figure.");
    expect(run.state().tasks.s?.result).toMatchObject({ inline: "Accuracy is 98.1." });
  });
});

describe("a predicate", () => {
  test.each([
    ['(= 1 (get data/depends "a"))', "succeeded", undefined],
    ['(not (get data/depends "b"))', "failed", "verification_error"],
  ])(
    "finds results by name, and lets nothing pass that names none: %s",
    async (verification, status, failureCode) => {
      const before = { id: "a_v2", title: "A", type: "direct", input: "1" };
      const run = await playScriptedRun(
        [before, task({ verification, onVerificationFailure: "stop", maxRetries: 0, dependsOn: ["a_v2"] })],
        { script: () => "done" },
      );
      expect(run.state().tasks.t).toMatchObject({ status, ...(failureCode && { failureCode }) });
    },
  );

  test("that says of each result that it is true holds none to anything", async () => {
    const direct = { id: "d", title: "D", type: "direct", input: "1", verification: "true" };
    const run = await playScriptedRun([task({ verification: "true" }), direct], { script: () => "done" });
    const { t, d } = run.state().tasks;
    expect([t?.status, d?.status]).toEqual(["succeeded", "succeeded"]);
    expect(run.payloads("verification_passed")).toEqual([]);
    expect(run.state().taskTotals).toMatchObject({ verified: 0, unverified: 2 });
  });

  test("is given the input, the results before it and the mission", async () => {
    const verification = `(and (= "Oslo" (get data/input "city"))
      (= "Weather in Oslo" (get data/input "title"))
      (= {"city" "Oslo"} (get data/depends "a"))
      (= 2 (count (get data/results "b")))
      (= "Report it" data/mission)
      (= "sunny" data/result))`;
    const input = {
      city: "{{results.a.city}}",
      title: "Weather in {{results.a.city}}",
      all: "{{results.b}}",
    };
    const answers: Record<string, string> = { a: '{"city": "Oslo"}', b: "[1, 2]", t: "sunny" };
    const run = await playScriptedRun(
      [
        { id: "a", title: "A", input: "go" },
        { id: "b", title: "B", input: "go", dependsOn: ["a"] },
        task({ input, dependsOn: ["a", "b"], verification, onVerificationFailure: "stop" }),
      ],
      {
        mission: "Report it",
        script: ({ prompt }) => answers[JSON.parse(readBlock(prompt, "task") ?? "{}").id] ?? "",
      },
    );
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded" });
    expect(run.payloads("verification_passed")).toHaveLength(1);
  });

  test("that cannot be evaluated says where, follows onFailure and is not tried again", async () => {
    const faulty = { verification: '(> (+ 1 "a") 5)', onVerificationFailure: "skip" };
    const run = await playScriptedRun([task({ ...faulty, onFailure: "retry", maxRetries: 3 })]);
    const { t } = run.state().tasks;
    expect(t).toMatchObject({ status: "failed", failureCode: "verification_error", attempt: 1 });
    expect(t?.diagnosis && formatReason(t.diagnosis)).toMatch(
      /^type_error in line 1, column \d+: [\s\S]*\n\(> \(\+ 1 "a"\) 5\)\n *\^$/,
    );
    expect(run.payloads("verification_error")).toMatchObject([
      { layer: "predicate", shown: faulty.verification },
    ]);
    expect(run.prompts("agent")).toHaveLength(1);
    expect(run.state().finished?.reason).toBe("task_failed");
  });

  test("that finds data of the wrong kind has it tried again, with its path", async () => {
    const verification = '(> (get data/result "score") 5)';
    const answers = ['{"score": null}', '{"score": 7}'];
    const run = await playScriptedRun([task({ verification, onVerificationFailure: "retry" })], {
      script: () => answers.shift() ?? "",
    });
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded", attempt: 2 });
    expect(run.payloads("verification_error")).toEqual([]);
    expect(run.prompts("agent")[1]).toContain("data/result.score is nil");
  });

  test("stopped by the clock is judged again later, on the same result", async () => {
    const verification = "(= 500 (count (filter even? (range 1000))))";
    const run = await createScriptedRun([task({ verification })]);
    let nowMs = 0;
    const slow = vi.spyOn(performance, "now").mockImplementation(() => {
      nowMs += 2_000;
      return nowMs;
    });
    const actor = await run.lease();
    await run.engine.until((state) => Object.keys(state.faults).length > 0);
    slow.mockRestore();
    await actor.ended;
    expect(run.payloads("effect_failed")).toMatchObject([{ error: { code: "deadline" }, failures: 1 }]);
    expect(run.payloads("verification_error")).toEqual([]);
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded", attempt: 1 });
    expect(run.prompts("agent")).toHaveLength(1);
  });
});

describe("the model's review", () => {
  const reviewed = (more: object) => task({ llmReview: true, ...more });
  const judging =
    (answer: Awaited<ReturnType<Script>>): Script =>
    ({ role }) =>
      role === "verification" ? answer : "done";

  test("refuses with its reason", async () => {
    const script = judging('{"passed": false, "reason": "No figures."}');
    const run = await playScriptedRun([reviewed({ onVerificationFailure: "skip" })], { script });
    const { t } = run.state().tasks;
    expect(t).toMatchObject({ status: "skipped", diagnosis: statedReason("No figures.") });
    expect(t?.attempts[0]).toMatchObject({
      outcome: "failed",
      code: "check_failed",
      output: { inline: "done" },
    });
  });

  test.each<[string, Awaited<ReturnType<Script>>]>([
    ["cannot be read", "Looks fine to me."],
    ["says both", 'The result says {"passed": true}, but {"passed": false, "reason": "no"}'],
    ["refuses without a reason", '{"passed": false}'],
    ["is larger than the model", { fail: { code: "context_overflow" } }],
  ])("lets nothing pass when it %s", async (_, answer) => {
    const run = await playScriptedRun([reviewed({ onFailure: "retry", critical: false })], {
      script: judging(answer),
    });
    expect(run.payloads("verification_error")).toMatchObject([{ layer: "model" }]);
    expect(run.state().tasks.t).toMatchObject({ status: "skipped", attempt: 1 });
  });

  test("waits for its model without asking the agent again", async () => {
    let reachable = false;
    const script: Script = ({ role }) => {
      if (role !== "verification") return "done";
      return reachable
        ? '{"passed": true, "reason": "Fine.", "conditions": []}'
        : { fail: { code: "quota" } };
    };
    const run = await createScriptedRun([reviewed({})], { script });
    const actor = await run.lease();
    await run.engine.until((state) => Object.keys(state.faults).length > 0);
    reachable = true;
    await actor.ended;
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded", attempt: 1 });
    expect(run.prompts("agent")).toHaveLength(1);
  });

  test("of a synthesis gate waits for its model without another synthesis", async () => {
    let reachable = false;
    const script: Script = ({ role }) => {
      if (role !== "verification") return "All results together.";
      return reachable
        ? '{"passed": true, "reason": "Fine.", "conditions": []}'
        : { fail: { code: "quota" } };
    };
    const gate = reviewed({ id: "s", type: "synthesis_gate", dependsOn: ["t"] });
    const run = await createScriptedRun([task({}), gate], { script });
    const actor = await run.lease();
    await run.engine.until((state) => Object.keys(state.faults).length > 0);
    reachable = true;
    await actor.ended;
    expect(run.state().tasks.s).toMatchObject({
      status: "succeeded",
      result: { inline: "All results together." },
    });
    expect(run.prompts("synthesis")).toHaveLength(1);
  });

  test("is asked for critical tasks when the run wants it, by criteria that hold for any task", async () => {
    const run = await playScriptedRun([task({}), task({ id: "u", critical: false })], {
      script: judging('{"passed": true, "reason": "Fine.", "conditions": []}'),
      settings: { llmReviewCritical: true },
    });
    expect(run.payloads("verification_passed")).toMatchObject([{ taskId: "t", layer: "model" }]);
    expect(readBlock(run.prompts("verification")[0] ?? "", "criteria")).toContain("what the task asks");
  });
});

test("a planning review sees what the results under it were held against", async () => {
  const review = { id: "r", title: "Look", type: "planning_review", dependsOn: ["t", "u"] };
  const tasks = [
    task({ verification: '(= data/result "done")' }),
    task({ id: "u", verification: '(str "Not " data/result)', onVerificationFailure: "skip" }),
    review,
  ];
  const script: Script = ({ role }) => (role === "reviewer" ? "DECISION: CONTINUE" : "done");
  const run = await playScriptedRun(tasks, { script });
  expect(readJsonBlock(run.prompts("reviewer")[0] ?? "", "tasks")).toMatchObject([
    { id: "t", checks: ['predicate passed: (= data/result "done")'] },
    { id: "u", status: "skipped", diagnosis: "Not done", checks: ["predicate failed: Not done"] },
  ]);
});
