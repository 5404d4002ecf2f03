import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../json";
import type { ModelToolCall } from "../ports";
import {
  type Branch,
  branchesOf,
  hopsUsed,
  isOpen,
  messagesOf,
  next,
  readTrajectory,
  type Step,
  setBranchesOf,
  startTrajectory,
  type Trajectory,
  type TurnFacts,
  withEdited,
  withModelTurn,
  withObservation,
  withoutResults,
  withWaiting,
  writeTrajectory,
} from ".";

const tools = ["search", "deploy"];
const start = (limits: { maxTurns?: number; hopBudget?: number } = {}, allowed = tools) =>
  startTrajectory({ query: "Find it", constraints: { tools: allowed, ...limits } });

const call = (callId: string, tool = "search", args: Json | undefined = { q: "x" }): ModelToolCall => ({
  callId,
  tool,
  ...(args === undefined ? {} : { args }),
  rawArgs: JSON.stringify(args) ?? "{oops",
});

function turn(text: string, toolCalls: ModelToolCall[] = [], more: Partial<TurnFacts> = {}): TurnFacts {
  return {
    text,
    toolCalls,
    finishReason: toolCalls.length > 0 ? "tool_calls" : "stop",
    usage: { inputTokens: 10, outputTokens: 5 },
    argumentProblems: [],
    startedAtMs: 1_000,
    latencyMs: 20,
    ...more,
  };
}
const done = (callId: string, output: Json = "found", tool = "search"): Branch => ({
  callId,
  tool,
  ok: true,
  output,
});
const failed = (callId: string, error: string, tool = "search"): Branch => ({
  callId,
  tool,
  ok: false,
  error,
});
const lastStep = (trajectory: Trajectory) => trajectory.steps.at(-1);

describe("the loop", () => {
  it("begins with the model and ends with its answer", () => {
    const begun = start();
    expect(begun).toEqual({
      query: "Find it",
      context: null,
      steps: [],
      summary: null,
      constraints: { tools, maxTurns: 8 },
      answer: null,
    });
    expect(next(begun)).toEqual({ do: "call_model", step: 1 });
    const answered = withModelTurn(begun, turn("42"));
    expect(answered.answer).toBe("42");
    expect(next(answered)).toEqual({ do: "finish", outcome: { reason: "answer_complete", answer: "42" } });
  });

  it("runs a tool call, shows its output, and asks the model again", () => {
    const called = withModelTurn(start(), turn("I search", [call("c1")]));
    expect(lastStep(called)).toEqual({
      step: 1,
      thought: "I search",
      action: { type: "tool", callId: "c1", tool: "search", args: { q: "x" } },
      usage: { inputTokens: 10, outputTokens: 5 },
      startedAtMs: 1_000,
      latencyMs: 20,
    });
    expect(next(called)).toEqual({
      do: "run_calls",
      step: 1,
      calls: [{ callId: "c1", tool: "search", args: { q: "x" } }],
    });
    const observed = withObservation(called, [done("c1", { rows: 2 })], 30);
    expect(lastStep(observed)).toMatchObject({ observation: { rows: 2 }, latencyMs: 50 });
    expect(next(observed)).toEqual({ do: "call_model", step: 2 });
  });

  it("shows a tool's fault as an error, which is not an invalid action", () => {
    const observed = withObservation(withModelTurn(start(), turn("", [call("c1")])), [
      failed("c1", "no network"),
    ]);
    expect(lastStep(observed)).toMatchObject({ error: "no network" });
    expect(lastStep(observed)).not.toHaveProperty("invalid");
    expect(next(observed)).toEqual({ do: "call_model", step: 2 });
  });

  it("runs several calls as one set and counts how they came out, in the order of the calls", () => {
    const called = withModelTurn(start(), turn("Both", [call("c1"), call("c2", "deploy")]));
    expect(next(called)).toMatchObject({ do: "run_calls", calls: [{ callId: "c1" }, { callId: "c2" }] });
    const half = withObservation(called, [failed("c2", "refused", "deploy")], 5);
    expect(next(half)).toMatchObject({ do: "run_calls", calls: [{ callId: "c1" }] });
    expect(lastStep(half)?.branches).toHaveLength(1);
    const whole = withObservation(half, [done("c1"), failed("c1", "too late"), done("stranger")], 5);
    expect(lastStep(whole)).toMatchObject({
      observation: { branches: [done("c1"), failed("c2", "refused", "deploy")], success: 1, failed: 1 },
      latencyMs: 30,
    });
    expect(lastStep(whole)).not.toHaveProperty("branches");
    expect(branchesOf(whole.steps[0] as Step)).toEqual([done("c1"), failed("c2", "refused", "deploy")]);
  });

  it("waits for a person where a call is on hold, and runs it when it is approved", () => {
    const called = withModelTurn(start(), turn("", [call("c1"), call("c2"), call("c3")]));
    const held = withWaiting(called, ["c2", "c3"]);
    expect(next(held)).toMatchObject({ do: "run_calls", calls: [{ callId: "c1" }] });
    const ran = withObservation(held, [done("c1")]);
    expect(next(ran)).toEqual({ do: "wait", step: 1, callIds: ["c2", "c3"] });
    const rerun = withoutResults(ran);
    expect(lastStep(rerun)).not.toHaveProperty("waiting");
    expect(next(rerun)).toMatchObject({ calls: [{ callId: "c1" }, { callId: "c2" }, { callId: "c3" }] });
    const whole = withObservation(ran, [done("c1"), done("c2"), done("c3")]);
    expect(withoutResults(whole)).toEqual({
      ...rerun,
      steps: [{ ...rerun.steps[0], latencyMs: lastStep(whole)?.latencyMs }],
    });
    const denied = withObservation(ran, [failed("c3", "denied by ann")]);
    expect(lastStep(denied)).toMatchObject({ waiting: ["c2"] });
    expect(next(withObservation(denied, [done("c2")]))).toEqual({ do: "call_model", step: 2 });
  });

  it("leaves a trajectory without an open step as it is", () => {
    const answered = withModelTurn(start(), turn("42"));
    for (const change of [
      withObservation(answered, [done("c1")]),
      withWaiting(answered, ["c1"]),
      withoutResults(answered),
      withEdited(answered, "c1", {}),
    ]) {
      expect(change).toBe(answered);
    }
    expect(withWaiting(start(), ["c1"])).toEqual(start());
  });
});

describe("invalid actions", () => {
  const errorOf = (facts: TurnFacts, allowed = tools) =>
    lastStep(withModelTurn(start({}, allowed), facts))?.error;

  it("an unknown tool is answered with the tools there are", () => {
    expect(errorOf(turn("", [call("c1", "fly")]))).toBe(
      'There is no tool "fly" here. Allowed: search, deploy.',
    );
    expect(errorOf(turn("", [call("c1", "fly")]), [])).toContain("No tools are allowed");
    expect(errorOf(turn("", [call("c1", "serch")]))).toContain('Did you mean "search"?');
  });

  it("arguments that are no JSON or do not fit are answered with the reason", () => {
    expect(errorOf(turn("", [{ callId: "c1", tool: "search", rawArgs: "{oops" }]))).toBe(
      'The arguments of "search" are not JSON: {oops',
    );
    expect(errorOf(turn("", [call("c1")], { argumentProblems: ['"q" is missing; give {"q": text}'] }))).toBe(
      'Invalid arguments for "search": "q" is missing; give {"q": text}',
    );
  });

  it("calls that share an id are none: consent to one would be consent to all", () => {
    expect(errorOf(turn("", [call("c1"), call("c1", "deploy")]))).toBe(
      "Two of the calls have the same id. Make one call at a time.\nNone of the calls was run.",
    );
  });

  it("one of a set stops all of it before anything runs", () => {
    const facts = turn("", [call("c1"), call("c2", "fly")], { argumentProblems: [undefined, undefined] });
    const refused = withModelTurn(start(), facts);
    expect(lastStep(refused)).toMatchObject({
      invalid: true,
      error: expect.stringContaining("None of the calls"),
    });
    expect(next(refused)).toEqual({ do: "call_model", step: 2 });
    expect(hopsUsed(refused.steps)).toBe(0);
  });

  it("an empty, cut or withheld answer is none", () => {
    expect(errorOf(turn("  "))).toContain("empty");
    expect(errorOf(turn("The answ", [], { finishReason: "length" }))).toContain("cut off");
    expect(errorOf(turn("x", [], { finishReason: "content_filter" }))).toContain("withheld");
    const cut = withModelTurn(start(), turn("The answ", [], { finishReason: "length" }));
    expect(cut.answer).toBeNull();
    expect(next(cut)).toEqual({ do: "call_model", step: 2 });
  });

  it("three in a row end the attempt, with the last error", () => {
    const wrong = turn("Let me fly", [call("c", "fly")]);
    let trajectory = withModelTurn(start(), wrong);
    trajectory = withModelTurn(trajectory, wrong);
    expect(next(trajectory)).toEqual({ do: "call_model", step: 3 });
    const fixed = withObservation(withModelTurn(trajectory, turn("", [call("c")])), [done("c")]);
    expect(next(withModelTurn(fixed, wrong))).toEqual({ do: "call_model", step: 5 });
    expect(next(withModelTurn(trajectory, wrong))).toMatchObject({
      do: "finish",
      outcome: {
        reason: "invalid_actions",
        answer: "Let me fly",
        count: 3,
        last: expect.stringContaining('"fly"'),
      },
    });
  });
});

describe("budgets", () => {
  const searched = (trajectory: Trajectory, thought = "", output: Json = "found") =>
    withObservation(withModelTurn(trajectory, turn(thought, [call("c")])), [done("c", output)]);

  it("no answer within maxTurns is no path, with the best there is so far", () => {
    const outcome = (trajectory: Trajectory) => next(trajectory);
    expect(outcome(searched(start({ maxTurns: 1 }), "I know a little"))).toMatchObject({
      do: "finish",
      outcome: {
        reason: "no_path",
        answer: "I know a little",
      },
    });
    expect(outcome(searched(start({ maxTurns: 1 }), "", { rows: 1 }))).toMatchObject({
      outcome: { answer: { rows: 1 } },
    });
    const nothing = withObservation(withModelTurn(start({ maxTurns: 1 }), turn("", [call("c")])), [
      failed("c", "no"),
    ]);
    expect(outcome(nothing)).toMatchObject({ outcome: { reason: "no_path", answer: null } });
    expect(outcome(withModelTurn(start({ maxTurns: 1 }), turn("42")))).toMatchObject({
      outcome: { reason: "answer_complete" },
    });
  });

  it("calls that would go over the hop budget do not run", () => {
    const one = searched(start({ hopBudget: 2 }));
    const two = withModelTurn(one, turn("Both", [call("a"), call("b")]));
    expect(next(two)).toMatchObject({
      do: "finish",
      outcome: { reason: "budget_exhausted", answer: "Both" },
    });
    expect(next(withModelTurn(one, turn("", [call("a")])))).toMatchObject({ do: "run_calls" });
    const half = withObservation(withModelTurn(start({ hopBudget: 2 }), turn("", [call("a"), call("b")])), [
      done("a"),
    ]);
    expect(hopsUsed(half.steps)).toBe(1);
    expect(next(half)).toMatchObject({ do: "run_calls" });
    expect(next(withModelTurn(start({ hopBudget: 0 }), turn("42")))).toMatchObject({
      outcome: { answer: "42" },
    });
  });
});

describe("messages", () => {
  it("rebuild what the model was told, turn by turn", () => {
    let trajectory = withModelTurn(start(), turn("", [call("c0", "fly")]));
    trajectory = withObservation(withModelTurn(trajectory, turn("", [call("c1")])), [done("c1", { n: 1 })]);
    trajectory = withObservation(withModelTurn(trajectory, turn("", [call("c2")])), [failed("c2", "no")]);
    trajectory = withObservation(
      withModelTurn(trajectory, turn("", [call("c3", "search", {}), call("c4", "search", { q: "y" })])),
      [failed("c4", "bad"), done("c3", null)],
    );
    trajectory = withModelTurn(trajectory, turn(""));
    const verbatim = ["zero", "one", "two", "three"].map((text) => [{ text }]);
    const results = (...list: [string, Json, boolean, string?][]) => ({
      role: "tool",
      results: list.map(([callId, output, isError, tool = "search"]) => ({ callId, tool, output, isError })),
    });
    expect(messagesOf(trajectory, verbatim)).toEqual([
      { role: "user", text: "Find it" },
      { role: "assistant", verbatim: [{ text: "zero" }] },
      results(["c0", 'There is no tool "fly" here. Allowed: search, deploy.', true, "fly"]),
      { role: "assistant", verbatim: [{ text: "one" }] },
      results(["c1", { n: 1 }, false]),
      { role: "assistant", verbatim: [{ text: "two" }] },
      results(["c2", "no", true]),
      { role: "assistant", verbatim: [{ text: "three" }] },
      results(["c3", null, false], ["c4", "bad", true]),
      { role: "assistant", verbatim: [] },
      { role: "user", text: "The answer was empty. Call a tool, or give the answer." },
    ]);
  });

  it("tell what people said before the turn that heard it, and what they say now last", () => {
    let trajectory = withModelTurn(start(), turn("", [call("c1")]));
    trajectory = withObservation(trajectory, [done("c1")]);
    trajectory = withModelTurn(trajectory, turn("", [call("c2")], { steering: ["only the EU", "be quick"] }));
    trajectory = withObservation(trajectory, [done("c2")]);
    const said = (text: string) => ({ role: "user", text: `<data name="steering">\n${text}\n</data>` });
    const messages = messagesOf(trajectory, [[], []], ["now stop"]);
    expect(messages.map(({ role }) => role).join(" ")).toBe(
      "user assistant tool user user assistant tool user",
    );
    expect(messages.slice(3, 5)).toEqual([said("only the EU"), said("be quick")]);
    expect(messages.at(-1)).toEqual(said("now stop"));
    expect(lastStep(trajectory)).toMatchObject({ step: 2, steering: ["only the EU", "be quick"] });
  });

  it("of a step that is still open hold what is there, and of an answer nothing more", () => {
    const open = withObservation(withModelTurn(start(), turn("", [call("a"), call("b")])), [done("b")]);
    expect(messagesOf(open, [[]]).at(-1)).toMatchObject({ role: "tool", results: [{ callId: "b" }] });
    expect(messagesOf(withModelTurn(start(), turn("42")), [["x"]])).toHaveLength(2);
    expect(branchesOf(withModelTurn(start(), turn("", [call("a")])).steps[0] as Step)).toEqual([]);
  });

  it("do not trust the shape of an observation from elsewhere", () => {
    const called = withModelTurn(start(), turn("", [call("a"), call("b")]));
    const step = called.steps[0];
    if (!step) throw new Error("no step");
    expect(branchesOf({ ...step, observation: "odd" })).toEqual([]);
    expect(branchesOf({ ...step, observation: { branches: "odd" } })).toEqual([]);
    expect(branchesOf({ ...step, observation: { branches: [{ odd: true }, done("a")] } })).toEqual([
      done("a"),
    ]);
  });
});

const last = ({ steps }: Trajectory) => steps.at(-1) as Step;

describe("any trajectory", () => {
  const anyCall = fc.tuple(
    fc.constantFrom(...tools, "fly"),
    fc.option(fc.jsonValue({ maxDepth: 2 }), { nil: undefined }),
  );
  const anyTurn = fc.record({
    text: fc.constantFrom("", "thinking", "42"),
    calls: fc.array(anyCall, { maxLength: 3 }),
    ok: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    joins: fc.boolean(),
    hold: fc.boolean(),
    problem: fc.boolean(),
  });

  it("survives a crash after every step: the same JSON, the same next action, the same messages", () => {
    fc.assert(
      fc.property(
        fc.array(anyTurn, { maxLength: 6 }),
        fc.option(fc.nat(6), { nil: undefined }),
        (turns, hopBudget) => {
          let now = start({ maxTurns: 5, ...(hopBudget === undefined ? {} : { hopBudget }) });
          const verbatim: Json[][] = [];
          const check = () => {
            const read = readTrajectory(JSON.parse(JSON.stringify(writeTrajectory(now))));
            const back = read.ok ? read.trajectory : start();
            expect(read).toStrictEqual({ ok: true, trajectory: now });
            expect(next(back)).toEqual(next(now));
            expect(messagesOf(back, verbatim)).toEqual(messagesOf(now, verbatim));
          };
          for (const { text, calls, ok, joins, hold, problem } of turns) {
            if (next(now).do !== "call_model") break;
            const made = calls.map(([tool, args], n) =>
              call(`c${n}`, tool, JSON.parse(JSON.stringify(args ?? null))),
            );
            const join = joins && made.length > 0 && { join: call("j", "deploy", { of: "$results" }) };
            const facts = { argumentProblems: problem ? ["wrong"] : [], ...join };
            now = withModelTurn(now, turn(text, made, facts));
            verbatim.push([{ text }]);
            check();
            if (hold) now = withWaiting(now, ["c0"]);
            for (const good of ok) {
              if (next(now).do === "wait") now = withoutResults(now);
              const pending = next(now);
              const [due] = pending.do === "run_calls" ? pending.calls : [];
              const callId = pending.do === "run_join" ? "j" : due?.callId;
              if (callId === undefined) break;
              now = withObservation(now, [good ? done(callId) : failed(callId, "no")]);
              check();
            }
            if (isOpen(last(now))) break;
          }
          expect(now.steps.length).toBeLessThanOrEqual(5);
          expect(hopsUsed(now.steps)).toBeLessThanOrEqual(now.constraints.hopBudget ?? 100);
          expect(now.steps.map(({ step: n }) => n)).toEqual(now.steps.map((_, index) => index + 1));
          for (const each of now.steps) {
            if (each.invalid) expect(branchesOf(each)).toEqual([]);
            const joined = branchesOf(each).find(({ callId }) => callId === "j");
            if (joined?.ok) expect(setBranchesOf(each).every(({ ok }) => ok)).toBe(true);
          }
        },
      ),
    );
  });
});
