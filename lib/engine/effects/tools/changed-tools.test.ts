import { expect, test } from "vitest";
import { plan as planSchema } from "@/lib/core/plan";
import { NO_POLICIES } from "@/lib/core/policy";
import type { Tools } from "@/lib/core/ports";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { runSettings } from "@/lib/core/run/settings";
import { deferred } from "@/lib/testing/deferred";
import { createMemoryEngine, RUN_ID } from "@/lib/testing/engine/memory-engine";
import { testTool } from "@/lib/testing/engine/scripted-run";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { createToolbox, type ToolDescriptor } from "@/lib/tools";
import { NO_ROLE_SETTINGS } from "../../workspaces";
import { offerPlan } from "../plan/offer-plan";

const GATE = { id: "ok", title: "Pay?", type: "human_review" };
const PAY = { id: "pay", title: "Pay", type: "direct", input: '(tool/pay {:version "1"})' };

type Facts = Partial<Pick<ToolDescriptor, "sideEffects" | "idempotent">>;

/** A run whose program pays by a tool that its server may make another one; the worker may be lost in the call. */
async function paying(tasks: object[], first: Facts = {}) {
  const sent: string[] = [];
  const started = deferred();
  const never = new Promise<never>(() => {});
  const boxOf = (target: string, facts: Facts, isLost = false) =>
    createToolbox([
      testTool("pay", {
        sideEffects: "external",
        definition: target,
        ...facts,
        async run({ version }, { effectBegins }) {
          await effectBegins();
          sent.push(`${target} ${version}`);
          started.resolve();
          return isLost ? never : "paid";
        },
      }),
    ]);
  let tools = boxOf("good", first, true);
  const box = new Proxy({} as Tools, { get: (_, name) => Reflect.get(tools, name) });
  const engine = createMemoryEngine({ model: createScriptedModel(() => "done"), tools: box });
  const plan = planSchema.parse({ title: "Pay", agents: {}, tasks });
  const policies = { state: { settings: runSettings.parse({}) }, workspace: NO_POLICIES };
  const models = { defaultModelOf: () => "p:a", settingsOfRole: () => NO_ROLE_SETTINGS };
  const { offered } = offerPlan(plan, { warnings: [], tools: tools.list(), policies, models });
  await engine.create(
    "Pay",
    undefined,
    { replanOnFailure: false },
    { plan: { ...offered, origin: "person" } },
  );
  const resume = async () => {
    await (await engine.lease()).ended;
  };
  const gates = () => Object.values(engine.store.state(RUN_ID).approvals);
  const answer = async (verb: GateVerb) => {
    await engine.person({ type: "decide", verb });
    await resume();
  };
  return {
    sent,
    gates,
    resume,
    answer,
    engine,
    change: (target: string, facts: Facts) => {
      tools = boxOf(target, facts);
    },
    lose: async () => {
      const actor = await engine.lease();
      await started.promise;
      actor.lose();
      await engine.store.jobs.release(actor.claim);
    },
  };
}

const BEHIND = [GATE, { ...PAY, dependsOn: ["ok"] }];

test.each<[string, object[], Facts, Facts]>([
  ["of a tool that may be called twice", BEHIND, { idempotent: true }, { idempotent: true }],
  ["of one that says so now", BEHIND, {}, { idempotent: true }],
  ["of one that says now that it reads", BEHIND, {}, { sideEffects: "read" }],
  ["behind no control", [PAY], { idempotent: true }, { idempotent: true }],
  ["behind none, of one that says now that it reads", [PAY], {}, { sideEffects: "read" }],
])("a call whose worker was lost is not sent to another tool by itself: %s", async (_, tasks, then, now) => {
  const run = await paying(tasks, then);
  if (tasks === BEHIND) {
    await run.resume();
    await run.engine.person({ type: "decide", verb: "approve" });
  }
  await run.lose();
  run.change("other", now);
  await run.resume();
  expect(run.sent).toEqual(["good 1"]);
  const [asked] = run.gates().slice(-1);
  expect(asked).toMatchObject({
    kind: "unknown_outcome",
    status: "open",
    subject: { definition: "other" },
    question: { reasons: [{ code: "outcome_unknown", toolChanged: true }] },
  });
  await run.answer("run");
  expect(run.sent).toEqual(["good 1", "other 1"]);
});

test("a call whose worker was lost is sent again where its tool is the same and may be called twice", async () => {
  const run = await paying(BEHIND, { idempotent: true });
  await run.resume();
  await run.engine.person({ type: "decide", verb: "approve" });
  await run.lose();
  run.change("good", { idempotent: true });
  await run.resume();
  expect([run.sent, run.gates().length]).toEqual([["good 1", "good 1"], 1]);
});

test.each<Facts>([{}, { sideEffects: "read" }, { sideEffects: "none", idempotent: true }])(
  "a call behind a passed control is held to the tool as it was let pass, whatever it says of itself now: %j",
  async (now) => {
    const run = await paying(BEHIND);
    await run.resume();
    run.change("other", now);
    await run.answer("approve");
    expect(run.sent).toEqual([]);
    expect(run.gates().at(-1)).toMatchObject({
      kind: "tool_approval",
      status: "open",
      obligations: ["1/ok"],
      question: { reasons: [{ code: "control_unmet", tool: "pay", since: "tool" }] },
    });
    await run.answer("approve");
    expect(run.sent).toEqual(["other 1"]);
  },
);

test("a call behind a passed control asks where the workspace has another model do its work by then", async () => {
  const sent: string[] = [];
  let model = "scripted:model";
  const models = { defaultModelOf: () => model, settingsOfRole: () => NO_ROLE_SETTINGS };
  const mail = testTool("mail", {
    sideEffects: "external",
    async run(_, { effectBegins }) {
      await effectBegins();
      sent.push(model);
      return "sent";
    },
  });
  const tools = createToolbox([mail]);
  const script = createScriptedModel(({ messages }) =>
    messages.some(({ role }) => role === "tool") ? "done" : { calls: [{ tool: "mail", args: {} }] },
  );
  const engine = createMemoryEngine({ model: script, tools, defaultModelOf: () => model });
  const agents = { a: { prompt: "Mail", tools: ["mail"] } };
  const tasks = [GATE, { id: "mail", title: "Mail", agent: "a", input: "Mail it", dependsOn: ["ok"] }];
  const plan = planSchema.parse({ title: "Mail", agents, tasks });
  const policies = { state: { settings: runSettings.parse({}) }, workspace: NO_POLICIES };
  const { offered } = offerPlan(plan, { warnings: [], tools: tools.list(), policies, models });
  await engine.create("Mail", undefined, {}, { plan: { ...offered, origin: "person" } });
  await (await engine.lease()).ended;
  model = "scripted:other";
  await engine.person({ type: "decide", verb: "approve" });
  await (await engine.lease()).ended;
  expect(sent).toEqual([]);
  expect(Object.values(engine.store.state(RUN_ID).approvals).at(-1)).toMatchObject({
    kind: "tool_approval",
    status: "open",
    question: {
      reasons: [
        {
          code: "control_unmet",
          since: "models",
          models: [{ role: "agent", was: "scripted:model", now: "scripted:other" }],
        },
      ],
    },
  });
});
