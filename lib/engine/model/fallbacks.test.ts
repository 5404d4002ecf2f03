import { describe, expect, it } from "vitest";
import type { RunState } from "@/lib/core/run/state";
import { createScriptedRun, playScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import { createManualClock } from "@/lib/testing/manual-clock";
import type { Script } from "@/lib/testing/models/scripted-model";
import { NO_ROLE_SETTINGS } from "../workspaces";
import {
  decisiveFailure,
  followingModel,
  insteadOf,
  isFollowed,
  modelOf,
  type Serving,
  servingAgain,
  servingModel,
} from "./fallbacks";

const FIRST = "scripted:model";
const SECOND = "scripted:second";
const TASK = { id: "t", title: "Work", agent: "worker" };
const AT_ONCE = { modelPatienceMs: 0 };

const followedBy =
  (...fallbacks: string[]) =>
  () => ({ fallbacks });

/** Calls of the first model fail like this, those of others are answered. */
const firstFails =
  (code: string, others: Script = () => "done"): Script =>
  (request, context) =>
    request.modelId === FIRST ? { fail: { code, retryAfterMs: 60_000 } } : others(request, context);

type Played = Awaited<ReturnType<typeof playScriptedRun>>;
const served = (run: Played) =>
  run.payloads("llm_called").map(({ role, model, failure }) => [role, model, failure]);
const gates = (run: Played) =>
  Object.values(run.state().approvals)
    .filter(({ decided }) => !decided)
    .map(({ kind, subject }) => [kind, subject?.model]);

/** A run of one role with these models behind the wanted one, on a clock that stands still. */
function setup(fallbacks: string[], models: Record<string, string> = {}) {
  const clock = createManualClock(5_000);
  const context = {
    clock,
    model: { list: () => [], call: () => Promise.reject(new Error("not called")) },
    defaultModelOf: () => "p:a",
    settingsOfRole: () => ({ ...NO_ROLE_SETTINGS, fallbacks }),
    state: () => ({ settings: { models }, replacementModels: {} }) as unknown as RunState,
  };
  return { clock, context };
}

describe("servingModel", () => {
  it("asks the wanted one first, with each model once behind it", () => {
    const { context } = setup(["p:b", "p:a", "p:c", "p:b"]);
    const serving = servingModel(context, "agent");
    expect(serving).toEqual({ models: ["p:a", "p:b", "p:c"], at: 0, failures: [] });
    expect([modelOf(serving), isFollowed(serving), insteadOf(serving)]).toEqual(["p:a", true, {}]);
  });

  it("has none behind a model that is named, or where no other may answer", () => {
    const alone = (id: string) => ({ models: [id], at: 0, failures: [] });
    const { context } = setup(["p:b"]);
    expect(servingModel(context, "agent", { agentModelId: "p:x" })).toEqual(alone("p:x"));
    expect(servingModel(context, "agent", { mayFallBack: false })).toEqual(alone("p:a"));
    expect(servingModel(setup(["p:b"], { agent: "p:y" }).context, "agent")).toEqual(alone("p:y"));
    expect(servingModel(setup(["p:b"], { default: "p:z" }).context, "agent")).toEqual(alone("p:z"));
    expect(servingModel(setup(["p:b"], { planner: "p:y" }).context, "agent").models).toEqual(["p:a", "p:b"]);
  });

  it("passes over one that failed, for a minute or as long as its provider asks", () => {
    const { clock, context } = setup(["p:b", "p:c"]);
    const first = servingModel(context, "agent");
    const second = followingModel(context, first, { code: "quota" });
    expect(second).toEqual({ models: first.models, at: 1, failures: [{ code: "quota" }] });
    expect(insteadOf(second as Serving)).toEqual({ wantedModel: "p:a", wantedFailure: "quota" });
    expect(servingModel(context, "agent")).toEqual(second);
    const long = { code: "rate_limited", retryAfterMs: 90_000 };
    const third = followingModel(context, second as Serving, long);
    expect(third).toMatchObject({ at: 2, failures: [{ code: "quota" }, long] });
    expect(isFollowed(third as Serving)).toBe(false);
    expect(followingModel(context, third as Serving, { code: "quota" })).toBeUndefined();
    expect(servingModel(context, "planner")).toMatchObject({
      at: 2,
      failures: [{ code: "quota" }, { code: "rate_limited" }],
    });
    return clock
      .advance(59_999)
      .then(() => expect(servingModel(context, "agent").at).toBe(2))
      .then(() => clock.advance(1))
      .then(() => expect(servingModel(context, "agent").at).toBe(0));
  });

  it("asks the wanted one where all have failed lately", () => {
    const { context } = setup(["p:b"]);
    const serving = servingModel(context, "agent");
    followingModel(context, serving, { code: "timeout" });
    followingModel(context, { models: ["p:b", "p:x"], at: 0, failures: [] }, { code: "timeout" });
    expect(servingModel(context, "agent")).toEqual({ models: ["p:a", "p:b"], at: 0, failures: [] });
  });

  it("continues with the model that work has begun with", () => {
    const { context } = setup(["p:b", "p:c"]);
    const models = ["p:a", "p:b", "p:c"];
    expect(servingAgain(context, "agent", "p:b")).toEqual({ models, at: 1, failures: [] });
    expect(servingAgain(context, "agent", "p:x")).toEqual({ models: ["p:x"], at: 0, failures: [] });
    expect(insteadOf(servingAgain(context, "agent", "p:b"))).toEqual({ wantedModel: "p:a" });
  });

  it("is followed by none after a failure that says something of the request", () => {
    const { context } = setup(["p:b"]);
    for (const code of ["refused", "too_long", "invalid_request", "other"]) {
      expect(followingModel(context, servingModel(context, "agent"), { code }), code).toBeUndefined();
    }
  });
});

describe("tellingFailure", () => {
  it.each([
    ["quota", ["quota", "auth"], "unknown_model"],
    ["timeout", ["quota", "timeout"], "auth"],
    ["unavailable", ["quota"], "unavailable"],
    ["rate_limited", ["rate_limited", "cut_stream"], "auth"],
    ["cut_stream", ["cut_stream"], "auth"],
    ["auth", [], "auth"],
  ])("is %s of %j and then %s", (decisive, before, last) => {
    const failures = before.map((code) => ({ code }));
    expect(decisiveFailure(failures, { code: last })).toEqual({ code: decisive });
  });
});

describe("a model that cannot be reached", () => {
  it.each(["rate_limited", "unavailable", "timeout", "cut_stream", "unknown_model", "quota", "auth"])(
    "is followed by the next one: %s",
    async (code) => {
      const run = await playScriptedRun([TASK], {
        script: firstFails(code),
        settingsOfRole: followedBy(SECOND),
        settings: AT_ONCE,
      });
      expect(run.state().tasks.t?.status).toBe("succeeded");
      expect(gates(run)).toEqual([]);
      const [answered] = run.payloads("llm_called").filter(({ failure }) => failure === undefined);
      expect(answered).toMatchObject({
        role: "agent",
        model: SECOND,
        wantedModel: FIRST,
        wantedFailure: code,
      });
      expect(run.payloads("attempt_restarted")).toEqual([]);
    },
  );

  it("is passed over by the calls that come next", async () => {
    const run = await playScriptedRun([TASK, { ...TASK, id: "u", dependsOn: ["t"] }], {
      script: firstFails("quota"),
      settingsOfRole: followedBy(SECOND),
    });
    expect(served(run)).toEqual([
      ["agent", FIRST, "quota"],
      ["agent", SECOND, undefined],
      ["agent", SECOND, undefined],
      ["answer", SECOND, undefined],
    ]);
    expect(run.payloads("llm_called").at(-1)).toMatchObject({ wantedModel: FIRST, wantedFailure: "quota" });
  });

  it("has its conversation of a role begun again by the next one", async () => {
    const task = { id: "s", title: "Sum up", type: "synthesis_gate", dependsOn: ["t"] };
    const script: Script = ({ role, modelId }) => {
      if (role !== "synthesis" || modelId === SECOND) return "done";
      return { fail: { code: "quota" } };
    };
    const { model, payloads } = await playScriptedRun([TASK, task], {
      script,
      settingsOfRole: followedBy(SECOND),
    });
    const asked = model.requests.filter(({ system }) => /synthesis/i.test(system));
    expect(
      payloads("llm_called")
        .filter(({ role }) => role === "synthesis")
        .at(-1),
    ).toMatchObject({ model: SECOND, wantedModel: FIRST });
    expect(asked.at(-1)?.messages).toEqual(asked[0]?.messages);
  });

  it("keeps the turns that it has had: the next attempt begins with the other, and no retry is counted", async () => {
    const script: Script = ({ role, modelId, messages }) => {
      if (role !== "agent") return "done";
      if (modelId === SECOND) return "done";
      return messages.length === 1
        ? { calls: [{ tool: "look", args: {} }] }
        : { fail: { code: "rate_limited", retryAfterMs: 60_000 } };
    };
    const run = await playScriptedRun([{ ...TASK, maxRetries: 0 }], {
      script,
      tools: [testTool("look")],
      settingsOfRole: followedBy(SECOND),
      settings: AT_ONCE,
    });
    expect(run.payloads("attempt_restarted")).toMatchObject([{ taskId: "t", attempt: 2 }]);
    const ofSecond = run.model.requests.filter(({ modelId }) => modelId === SECOND);
    expect(JSON.stringify(ofSecond[0]?.messages)).not.toContain("call_1");
    expect(run.state()).toMatchObject({ tasks: { t: { status: "succeeded" } } });
  });

  it("asks a person when those that follow cannot be reached either, for the failure that may pass", async () => {
    const script: Script = ({ modelId }) => ({
      fail: modelId === FIRST ? { code: "rate_limited", retryAfterMs: 60_000 } : { code: "auth" },
    });
    const run = await createScriptedRun([TASK], {
      script,
      settingsOfRole: followedBy(SECOND),
      settings: AT_ONCE,
    });
    const actor = await run.lease();
    await actor.ended;
    expect(gates(run)).toEqual([["model_unavailable", FIRST]]);
  });
});

describe("no other model follows", () => {
  const asksAPerson = async (task: object, options: Parameters<typeof playScriptedRun>[1]) => {
    const run = await playScriptedRun([TASK, task], { settingsOfRole: followedBy(SECOND), ...options });
    return {
      gates: gates(run),
      second: run.model.requests.filter(({ modelId }) => modelId === SECOND).length,
    };
  };
  const review = { id: "r", title: "Look", type: "planning_review", dependsOn: ["t"], previousTasks: ["t"] };
  const reviewFails: Script = ({ role, modelId }) =>
    role === "reviewer" && modelId === FIRST ? { fail: { code: "quota" } } : "done";

  it.each(["bad_request", "context_overflow"])("where the request is at fault: %s", async (code) => {
    const run = await playScriptedRun([TASK], {
      script: firstFails(code),
      settingsOfRole: followedBy(SECOND),
    });
    expect(run.model.requests.map(({ modelId }) => modelId)).not.toContain(SECOND);
  });

  it.each([
    ["the run", { models: { agent: FIRST } }],
    ["the run for all roles", { models: { default: FIRST } }],
  ])("where %s names the model", async (_, settings) => {
    const script = firstFails("auth");
    expect(await asksAPerson({ ...TASK, id: "u" }, { script, settings })).toEqual({
      gates: [["model_unavailable", FIRST]],
      second: 0,
    });
  });

  it("where the agent names it", async () => {
    const agents = { own: { prompt: "Work.", tools: [], model: FIRST } };
    const run = await playScriptedRun([{ ...TASK, agent: "own" }], {
      script: firstFails("auth"),
      agents,
      settingsOfRole: followedBy(SECOND),
    });
    expect(gates(run)).toEqual([["model_unavailable", FIRST]]);
  });

  it("for a review that people approve", async () => {
    const approved = { ...review, review: { requiresHumanApproval: true } };
    expect(await asksAPerson(approved, { script: reviewFails, settings: AT_ONCE })).toMatchObject({
      gates: [["model_unavailable", FIRST]],
    });
    expect(
      await asksAPerson(review, { script: reviewFails, settings: { ...AT_ONCE, reviewMode: "manual" } }),
    ).toMatchObject({
      gates: [["model_unavailable", FIRST]],
    });
  });

  it("but for a review that nobody approves one does", async () => {
    const script: Script = (request, context) =>
      request.role === "reviewer" && request.modelId === SECOND
        ? '{"decision": "CONTINUE", "reasoning": "Fine.", "conditions": []}'
        : reviewFails(request, context);
    expect((await asksAPerson(review, { script })).gates).toEqual([]);
  });
});
