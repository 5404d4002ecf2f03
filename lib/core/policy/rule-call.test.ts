import { describe, expect, it, test } from "vitest";
import type { Json } from "../json";
import type { EarlierCall } from "../run/events/call-reasons";
import type { ItemVerdict } from "../run/gates/items";
import { type CalledTool, type CallFacts, ruleCall, toolPolicy } from ".";

const DEPLOY: CalledTool = { name: "deploy", sideEffects: "write", idempotent: false, repeatable: false };
const LOOK: CalledTool = { name: "look", sideEffects: "read", idempotent: true, repeatable: false };
const ARGS = { version: "1" };
const STARTED = { args: ARGS, sideEffects: "write" as const };
const ASKS = toolPolicy.parse({
  rules: [{ tool: "deploy", path: "version", operator: "=", value: "1", effect: "ask" }],
});
const DENIES = toolPolicy.parse({
  rules: [{ tool: "deploy", path: "version", operator: "=", value: "9", effect: "deny" }],
});
const NONE = toolPolicy.parse({ allowed: [] });
const DONE: EarlierCall = { stage: "finished", preview: "done" };
const OFF_LIST = { code: "off_allow_list", tool: "deploy" };
const REPEATED = { code: "call_repeated", tool: "deploy", earlier: DONE };

const rule = (facts: Partial<CallFacts> = {}) =>
  ruleCall({
    name: "deploy",
    args: ARGS,
    tool: DEPLOY,
    policies: [],
    problemOf: (args: Json) => (typeof args === "object" ? undefined : "no object"),
    ...facts,
  });
const runs = (args: Json = ARGS) => ({ do: "run", args });
const asks = (about: string) => ({ do: "ask", about, args: ARGS });

describe("a call whose leave counts no more", () => {
  const approved = { verdict: { verb: "approve" as const }, policies: [ASKS] };
  const again = { verdict: { verb: "run" as const }, started: STARTED };
  const paused = { verdict: { verb: "approve" as const }, paused: { args: ARGS, wantsValue: false } };

  test.each<[string, Partial<CallFacts>, object]>([
    ["asks where a policy does", approved, asks("tool_approval")],
    ["asks whether it happened", again, asks("unknown_outcome")],
    ["has its tool ask", paused, { do: "keep_asking" }],
    ["is refused all the same", { ...approved, verdict: { verb: "reject" } }, { do: "deny" }],
  ])("%s", (_, facts, ruling) => {
    expect(rule({ ...facts, isWithdrawn: true })).toMatchObject(ruling);
    if (facts.verdict?.verb !== "reject") expect(rule(facts)).toMatchObject(runs());
  });
});

describe("a call of a tool that its server may change", () => {
  const accepted = { ...DEPLOY, definition: "new" };
  const changed = { ...accepted, changedParts: ["inputSchema"] };
  const reason = (since: boolean, parts = ["inputSchema"]) => ({
    do: "ask",
    about: "tool_approval",
    reasons: [{ code: "tool_changed", tool: "deploy", parts, since }],
  });
  const approved = (definition?: string) => ({
    verdict: { verb: "approve" as const, ...(definition !== undefined && { definition }) },
  });

  test.each<[string, Partial<CallFacts>, object]>([
    ["runs as it was accepted", { tool: accepted }, runs()],
    ["asks while what is shown is not accepted, a reading one too", { tool: changed }, reason(false)],
    ["asks so too", { tool: { ...LOOK, definition: "new", changedParts: ["inputSchema"] } }, { do: "ask" }],
    ["runs where a person let it run as it is now", { tool: changed, ...approved("new") }, runs()],
    ["asks again where it was another then", { tool: changed, ...approved("old") }, reason(true)],
    ["asks again where that was accepted since", { tool: accepted, ...approved("old") }, reason(true, [])],
    ["asks again where nobody knows what it was then", { tool: changed, ...approved() }, reason(true)],
    ["runs where nothing has changed", { tool: accepted, ...approved() }, runs()],
    [
      "asks where it was another when a person was asked",
      { tool: accepted, askedAbout: "old" },
      reason(true, []),
    ],
    ["runs where a person was asked about it as it is", { tool: accepted, askedAbout: "new" }, runs()],
    [
      "is not made again where a person said so of another",
      { tool: accepted, started: STARTED, verdict: { verb: "run", definition: "old" } },
      asks("unknown_outcome"),
    ],
    [
      "is made again where a person said so of this one",
      { tool: accepted, started: STARTED, verdict: { verb: "run", definition: "new" } },
      runs(),
    ],
    [
      "does not run twice by itself",
      { tool: { ...changed, idempotent: true }, started: STARTED },
      { do: "ask" },
    ],
  ])("%s", (_, facts, expected) => {
    expect(rule(facts)).toMatchObject(expected);
  });
});

describe("a call that nothing is known of", () => {
  test.each<[string, Partial<CallFacts>, object]>([
    ["runs, where nothing speaks against it", {}, runs()],
    ["is denied where a policy says so", { policies: [DENIES], args: { version: "9" } }, { do: "deny" }],
    ["asks where a policy says so", { policies: [ASKS] }, asks("tool_approval")],
    [
      "is denied where one policy asks and another denies",
      { policies: [ASKS, toolPolicy.parse({ denied: ["deploy"] })] },
      { do: "deny" },
    ],
    [
      "says each reason where there are two to ask",
      { policies: [ASKS], earlier: DONE },
      { reasons: [{ code: "policy", policy: { code: "rule", rule: 0, value: '"1"' } }, REPEATED] },
    ],
    [
      "asks where it writes what has been done already",
      { earlier: DONE },
      { ...asks("tool_approval"), reasons: [REPEATED] },
    ],
    [
      "asks where a control holds it back, for whatever else it asks too",
      { policies: [ASKS], held: { obligations: ["1/gate"], controls: ["Gate"] } },
      {
        ...asks("tool_approval"),
        obligations: ["1/gate"],
        reasons: [{ code: "policy" }, { code: "control_unmet", tool: "deploy", controls: ["Gate"] }],
      },
    ],
    [
      "asks again where another control holds back what a person let run, with what they edited",
      {
        verdict: { verb: "edit", value: { version: "2" } },
        held: { obligations: ["1/gate"], controls: ["Gate"] },
      },
      { do: "ask", about: "tool_approval", args: { version: "2" } },
    ],
    [
      "asks so under the controls over it, whatever they have let run before",
      { earlier: DONE, over: ["1/gate"] },
      { ...asks("tool_approval"), reasons: [REPEATED], obligations: ["1/gate"] },
    ],
    [
      "asks the controls over another time after those that hold it back by themselves",
      { earlier: DONE, over: ["1/gate"], held: { obligations: ["1/other"], controls: ["Other"] } },
      { ...asks("tool_approval"), obligations: ["1/other"] },
    ],
    [
      "asks on while the people of one of them are left",
      { earlier: DONE, over: ["1/gate"], verdict: { verb: "approve" } },
      { ...asks("tool_approval"), obligations: ["1/gate"] },
    ],
    ["runs by its first leave", { over: ["1/gate"], verdict: { verb: "approve" } }, runs()],
    ["runs where it only reads again", { tool: LOOK, earlier: DONE }, runs()],
    ["runs where repeating it is wanted", { tool: { ...DEPLOY, repeatable: true }, earlier: DONE }, runs()],
    [
      "is denied where its tool is gone",
      { tool: undefined },
      { do: "deny", reason: { code: "tool_gone", tool: "deploy" } },
    ],
  ])("%s", (_, facts, ruling) => expect(rule(facts)).toMatchObject(ruling));
});

describe("a call that a lost worker started", () => {
  const started = { ...STARTED, args: { version: "2" } };
  const reading = { ...started, sideEffects: "read" as const };
  test.each<[string, Partial<CallFacts>, object]>([
    ["asks whether it happened", {}, { ...asks("unknown_outcome"), args: started.args }],
    [
      "asks so under the controls over it, whatever they have let run before",
      { over: ["1/gate"] },
      { ...asks("unknown_outcome"), args: started.args, obligations: ["1/gate"] },
    ],
    [
      "runs again once nobody of them is left to be asked",
      { over: [], verdict: { verb: "run" } },
      runs(started.args),
    ],
    [
      "asks on while one of them is, though another says so",
      { over: ["1/other"], verdict: { verb: "run" } },
      { ...asks("unknown_outcome"), args: started.args, obligations: ["1/other"] },
    ],
    [
      "is asked about again where an equal one was started since a person said so",
      { earlier: DONE, isUntold: true, verdict: { verb: "run" } },
      { ...asks("unknown_outcome"), args: started.args, reasons: [{ code: "outcome_unknown" }, REPEATED] },
    ],
    [
      "runs again where an equal one has failed",
      { isUntold: true, verdict: { verb: "run" } },
      runs(started.args),
    ],
    ["runs again where it reads", { tool: LOOK, started: reading }, runs(started.args)],
    ["runs again where a person says so", { verdict: { verb: "run" } }, runs(started.args)],
    [
      "does not run again where a policy denies it by now, though a person says so",
      { policies: [NONE], verdict: { verb: "run" } },
      { do: "deny", reason: { code: "call_denied", tool: "deploy", again: true, policy: OFF_LIST } },
    ],
    [
      "does not run again where a policy denies it by now, though it only reads",
      { tool: LOOK, started: reading, policies: [NONE] },
      { do: "deny" },
    ],
    [
      "is asked about where a policy denies it by now: it may have happened",
      { policies: [NONE] },
      {
        ...asks("unknown_outcome"),
        args: started.args,
        reasons: [{ code: "outcome_unknown", denied: OFF_LIST }],
      },
    ],
    [
      "runs again where a policy asks by now and a person says so",
      { policies: [ASKS], started: STARTED, verdict: { verb: "run" } },
      runs(),
    ],
    [
      "is settled by what happened, whatever policies say by now",
      { policies: [NONE], verdict: { verb: "happened", value: "ok" } },
      { do: "settle", output: "ok" },
    ],
    [
      "is settled by what a person says it gave",
      { verdict: { verb: "happened", value: "ok" } },
      { do: "settle", output: "ok" },
    ],
    [
      "is settled by nothing where nothing is told",
      { verdict: { verb: "happened" } },
      { do: "settle", output: null },
    ],
  ])("%s", (_, facts, ruling) => expect(rule({ started, ...facts })).toMatchObject(ruling));
});

describe("a call that was started and of which nothing was sent", () => {
  const started = { ...STARTED, args: { version: "2" } };
  const word = { verb: "run", notBegun: true } as const;
  const leave = { verb: "approve", definition: "old", notBegun: true } as const;
  const held = { obligations: ["2/gate"], controls: ["Gate"] };
  const asked = { ...asks("tool_approval"), args: started.args };
  const changed = { ...DEPLOY, definition: "new", changedParts: ["inputSchema"] };
  test.each<[string, Partial<CallFacts>, object]>([
    ["runs, as it began", { verdict: word }, runs(started.args)],
    [
      "asks where a policy asks since",
      { verdict: word, policies: [ASKS], started: STARTED },
      asks("tool_approval"),
    ],
    [
      "asks where a control holds it back since",
      { verdict: word, held },
      { ...asked, obligations: ["2/gate"] },
    ],
    ["asks where nobody has accepted what its tool is since", { verdict: word, tool: changed }, asked],
    [
      "asks where an equal one has been made since",
      { verdict: word, earlier: DONE },
      { ...asked, reasons: [REPEATED] },
    ],
    ["does not run where a policy denies it since", { verdict: word, policies: [NONE] }, { do: "deny" }],
    [
      "is gone where its tool is",
      { verdict: word, tool: undefined },
      { do: "deny", reason: { code: "tool_gone" } },
    ],
    [
      "runs by the leave that it began with",
      { verdict: leave, policies: [ASKS], started: STARTED, tool: { ...DEPLOY, definition: "old" } },
      runs(),
    ],
    [
      "asks where that was about another tool",
      { verdict: leave, tool: { ...DEPLOY, definition: "new" } },
      asked,
    ],
    [
      "asks where that did not meet a control",
      { verdict: leave, held, tool: { ...DEPLOY, definition: "old" } },
      asked,
    ],
    [
      "does not run where a person refuses it then",
      { verdict: { ...leave, verb: "reject" } },
      { do: "deny", reason: { code: "call_refused" } },
    ],
    [
      "runs with what a person makes of it then",
      {
        verdict: { ...leave, verb: "edit", value: { version: "3" } },
        tool: { ...DEPLOY, definition: "old" },
      },
      runs({ version: "3" }),
    ],
  ])("%s", (_, facts, expected) => {
    expect(rule({ started, ...facts })).toMatchObject(expected);
  });
});

describe("a call that a person was asked about", () => {
  test.each<[string, Partial<CallFacts>, object]>([
    [
      "runs when approved, whatever asked",
      { policies: [ASKS], earlier: DONE, verdict: { verb: "approve" } },
      runs(),
    ],
    [
      "runs with the arguments they edited",
      { verdict: { verb: "edit", value: { version: "3" } } },
      runs({ version: "3" }),
    ],
    [
      "is denied though approved, where a policy has come to deny it",
      { policies: [NONE], verdict: { verb: "approve" } },
      { do: "deny", reason: { code: "call_denied", tool: "deploy", again: false, policy: OFF_LIST } },
    ],
    ["runs as it is where an edit brought nothing", { verdict: { verb: "edit" } }, runs()],
    [
      "is denied with edited arguments that do not fit",
      { verdict: { verb: "edit", value: 3 } },
      { do: "deny", reason: { code: "arguments_invalid", tool: "deploy", problem: "no object" } },
    ],
    [
      "is denied with edited arguments that a policy denies",
      { policies: [DENIES], verdict: { verb: "edit", value: { version: "9" } } },
      { do: "deny" },
    ],
  ])("%s", (_, facts, ruling) => expect(rule(facts)).toMatchObject(ruling));

  it("is settled by what they answered, if it asked for a value", () => {
    const paused = { args: { version: "4" }, wantsValue: true };
    expect(rule({ paused, verdict: { verb: "respond", value: "blue" } })).toEqual({
      do: "settle",
      args: { version: "4" },
      output: "blue",
    });
    expect(rule({ paused, verdict: { verb: "reject", comment: "ask Ada" } })).toEqual({
      do: "deny",
      reason: { code: "call_refused", tool: "deploy", asked: "answer", comment: "ask Ada" },
    });
    expect(rule({ paused, verdict: { verb: "reject", silent: true } })).toMatchObject({
      reason: { code: "call_unanswered", tool: "deploy", asked: "answer" },
    });
  });

  it("runs as it had been called, if it asked for consent", () => {
    const paused = { args: { version: "4" }, wantsValue: false };
    expect(rule({ paused })).toEqual({ do: "keep_asking" });
    expect(rule({ paused, verdict: { verb: "approve" } })).toEqual(runs({ version: "4" }));
    expect(rule({ paused, verdict: { verb: "reject", silent: true } })).toMatchObject({
      reason: { code: "call_unanswered", tool: "deploy", asked: "run" },
    });
  });

  it("is denied with their words, and told what has been done already", () => {
    const reason = (verdict: CallFacts["verdict"], earlier?: EarlierCall) =>
      rule({ ...(verdict && { verdict }), ...(earlier && { earlier }) });
    expect(reason({ verb: "reject", comment: "too early " })).toEqual({
      do: "deny",
      reason: { code: "call_refused", tool: "deploy", asked: "run", comment: "too early" },
    });
    const items: ItemVerdict[] = [
      { verdict: "accept", excerpt: "a" },
      { verdict: "reject", excerpt: "b", reason: "left" },
    ];
    expect(reason({ verb: "reject", items })).toMatchObject({
      reason: {
        code: "call_refused",
        items: {
          of: 2,
          rejectedCount: 1,
          accepted: [{ item: 1, excerpt: "a" }],
          rejected: [{ item: 2, excerpt: "b", reason: "left" }],
        },
      },
    });
    expect(reason({ verb: "reject", items: items.slice(0, 1) })).not.toHaveProperty("reason.items");
    expect(reason({ verb: "reject" }, DONE)).toEqual({
      do: "deny",
      reason: { code: "call_refused", tool: "deploy", asked: "run", earlier: DONE },
    });
  });
});
