import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, type TaskDraft } from "@/lib/testing/runs/run-world";
import { KNOWN_TOOLS, waitingAtGate, withAgents } from "@/lib/testing/runs/waiting-gate";
import { agent as agentSchema } from "../../plan/schema";
import { storePlan } from "../../plan/store";
import type { StoredTask } from "../../plan/stored";
import { currentPlan } from "../offered-plan";
import { tasksInForce } from "../state/in-force";
import { transact } from "../transact";
import { heldPoliciesOf } from "./changes/policies";
import { holdOn, holdOnRepeat } from "./hold";
import { obligationsOf, type Release, unmetObligations } from "./obligations";
import { openObligations } from "./open";
import { releaseRecord, versionOffered } from "./release/release";
import { PLAN_CONTROL } from "./terms/names";
import { workUpTo } from "./work";

const stored = (...tasks: TaskDraft[]): StoredTask[] => storePlan(planOf(...tasks)).plan.tasks;
const DRAFT: TaskDraft = { id: "draft" };
const gate = (prompt = "Go?"): TaskDraft => ({
  id: "gate",
  type: "human_review",
  dependsOn: ["draft"],
  gate: { prompt } as TaskDraft["gate"],
});

describe("what a control has shown of the results behind it", () => {
  const review: TaskDraft = { id: "r", type: "planning_review", dependsOn: ["beside"] };
  it.each<[string, string[], true | undefined]>([
    ["all of it", ["gate"], true],
    ["not what comes to the work through a review", ["gate", "r"], undefined],
  ])("is %s", (_what, dependsOn, inputsShown) => {
    const tasks = stored(DRAFT, gate(), { id: "beside" }, review, { id: "send", dependsOn });
    const [obligation] = obligationsOf({ version: 1, tasks, settings: { fourEyes: false } });
    const sent = obligation?.guarded.find(({ taskId }) => taskId === "send");
    expect(sent?.inputsShown).toBe(inputsShown);
  });
});

describe("workUpTo", () => {
  it("changes with any work that leads to a task, beside a control too, and with nothing else", () => {
    const plan = (...changed: TaskDraft[]) => {
      const tasks = [
        ...[DRAFT, gate(), { id: "beside" }, { id: "pack", dependsOn: ["gate"] }],
        { id: "send", dependsOn: ["pack", "beside"] },
      ];
      return workUpTo(stored(...tasks.map((one) => changed.find(({ id }) => id === one.id) ?? one)));
    };
    const before = plan();
    const packed = plan({ id: "pack", input: "Pack twice", dependsOn: ["gate"] });
    expect(packed.get("send")).not.toBe(before.get("send"));
    const beside = plan({ id: "beside", input: "Other" });
    expect(beside.get("send")).not.toBe(before.get("send"));
    expect(beside.get("pack")).toBe(before.get("pack"));
    const asked = plan(gate("Really?"));
    expect(asked.get("pack")).not.toBe(before.get("pack"));
  });

  const sent = (...tasks: TaskDraft[]) => workUpTo(stored(...tasks)).get("send");
  const from = (a: TaskDraft, b: TaskDraft, more: TaskDraft = { id: "send" }) =>
    sent(a, b, { input: "{{results.a}}", dependsOn: ["a", "b"], ...more });
  const [A, B] = [
    { id: "a", title: "Write", input: "the summary" },
    { id: "b", title: "Write", input: "the salaries" },
  ] as const satisfies TaskDraft[];

  it.each<[string, string | undefined]>([
    ["two tasks that change places", from({ ...B, id: "a" }, { ...A, id: "b" })],
    ["the title of a program before it", from({ ...A, type: "direct", title: "Mail it" }, B)],
  ])("changes with %s, which reach the model", (_what, changed) => {
    const program: TaskDraft = { ...A, type: "direct" };
    expect(changed).not.toBe(from(A, B));
    expect(changed).not.toBe(from(program, B));
  });

  it("changes where what comes after goes on without a result, and not with the number of tries", () => {
    const before = from(A, B);
    const skips = [{ critical: false }, { onFailure: "skip" }, { onVerificationFailure: "skip" }] as const;
    for (const more of skips) expect(from({ ...A, ...more }, B), JSON.stringify(more)).not.toBe(before);
    expect(from({ ...A, onFailure: "replan", maxRetries: 3, timeoutMs: 5 }, B)).toBe(before);
    expect(from(A, B, { id: "send", critical: false })).toBe(before);
  });

  it("stays under the ids that a next version gives work which it repeats, as long as they tell the tasks apart", () => {
    const named = (a: string, b: string) => {
      const send: TaskDraft = { id: "send_v2", title: "send", dependsOn: [a, b] };
      return workUpTo(stored({ ...A, id: a }, { ...B, id: b }, send)).get("send_v2");
    };
    const before = named("a", "b");
    expect(named("a_v2", "b_v3_2")).toBe(before);
    expect(named("b_v2", "a_v2")).not.toBe(before);
    expect(named("a_v2000", "b")).not.toBe(before);
    expect(named("a", "a_v2")).not.toBe(named("a_v2", "a"));
  });

  it("changes with the name of an agent that is the same otherwise, which its prompt carries", () => {
    const by = (name: string) => {
      const plan = planOf({ id: "send", agent: name });
      const agents = { [name]: agentSchema.parse({ prompt: "You mail.", tools: ["mail"] }) };
      return workUpTo(storePlan({ ...plan, agents }).plan.tasks).get("send");
    };
    expect(by("mailer")).not.toBe(by("mailer to a@b.c"));
  });
});

describe("a plan in force", () => {
  /** Counts how often the work of these tasks is read. */
  function readsOf(tasks: readonly StoredTask[]): { count: number } {
    const reads = { count: 0 };
    for (const task of tasks) {
      const { workDigest } = task;
      const get = () => {
        reads.count += 1;
        return workDigest;
      };
      Object.defineProperty(task, "workDigest", { get, enumerable: true });
    }
    return reads;
  }

  it("is worked out once for all calls of its tasks and all that is still held back", () => {
    const after = Array.from(
      { length: 20 },
      (_, n): TaskDraft => ({ id: `t${n}`, agent: "deployer", dependsOn: [n === 0 ? "ask" : `t${n - 1}`] }),
    );
    const { state } = waitingAtGate(...after);
    const tasks = tasksInForce(state);
    const reads = readsOf(tasks);
    for (const { id } of tasks.slice(1)) {
      expect(holdOn(state, { taskId: id, tool: "deploy" })?.controls).toEqual(["ask"]);
      expect(holdOnRepeat(state, { taskId: id, tool: "deploy" }, "1/c", "unknown_outcome")).toEqual([
        "1/ask",
      ]);
    }
    expect(openObligations(state)[0]?.holdsBack).toHaveLength(tasks.length);
    expect(reads.count).toBeLessThanOrEqual(tasks.length);
  });

  it("is known already when it has been offered", () => {
    const { state } = waitingAtGate({ id: "send", agent: "deployer", dependsOn: ["ask"] });
    const plan = withAgents(
      { id: "ask", type: "human_review" },
      { id: "send", agent: "deployer", dependsOn: ["ask"], input: "Otherwise" },
    );
    const edit = offer(plan, currentPlan(state), KNOWN_TOOLS);
    const next = versionOffered(state, edit).tasks;
    const command = { type: "edit_plan", plan: edit, expectedPlanVersion: 1, reason: "because" } as const;
    expect(transact(state, [{ id: "c", actor: ANNA, command }], 2_000).outcomes).toMatchObject([
      { ok: true },
    ]);
    expect(tasksInForce(state)).toBe(next);
  });

  it("is not worked out where no control or policy needs it", () => {
    const tasks = stored(DRAFT, { id: "send", agent: "deployer", dependsOn: ["draft"] });
    const reads = readsOf(tasks);
    const version = { version: 1, tasks, reach: { send: ["deploy"] }, settings: { fourEyes: true } };
    expect(obligationsOf(version)).toEqual([]);
    const agents = { deployer: agentSchema.parse({ prompt: "", tools: ["deploy"] }) };
    expect(heldPoliciesOf({ ...version, agents })).toEqual([]);
    expect(reads.count).toBe(0);
  });
});

describe("a tool that only read when the plan was made", () => {
  const settings = { fourEyes: false };
  const tasks = stored(DRAFT, gate(), { id: "look", agent: "reader", dependsOn: ["gate"] });
  const reach = { look: [] };
  const obligations = obligationsOf({ version: 1, tasks, reach, settings });
  const act = { taskId: "look", tool: "sync", mark: { name: "sync", definition: "d2", policies: "" } };

  it("is held back by the control once it acts", () => {
    const unmet = unmetObligations({ tasks, obligations, releases: [] }, act);
    expect(unmet.map(({ control }) => control)).toEqual(["gate"]);
  });

  it("is not what people let pass while it read", () => {
    const passed = tasks.find(({ id }) => id === "gate") as StoredTask;
    const record = releaseRecord(
      { tasks, reach, settings, ended: new Set(), over: new Set() },
      1,
      passed,
    ) as Release;
    const held = (tools: Release["tools"]) =>
      unmetObligations({ tasks, obligations, releases: [{ ...record, ...(tools && { tools }) }] }, act);
    expect(held([])).toHaveLength(1);
    expect(held([act.mark])).toEqual([]);
  });
});

describe("what people let pass at a control that asks less of a rejection", () => {
  const asking = (terms: object): TaskDraft => ({
    ...gate(),
    gate: { prompt: "Go?", ...terms } as TaskDraft["gate"],
  });
  const heldAfter = (strict: object, laxer: object) => {
    const settings = { fourEyes: false };
    const tasks = (terms: object) => stored(DRAFT, asking(terms), { id: "send", dependsOn: ["gate"] });
    const reach = { send: ["mail"] };
    const obligations = obligationsOf({ version: 1, tasks: tasks(strict), reach, settings });
    const now = tasks(laxer);
    const plan = { tasks: now, reach, settings, ended: new Set(["gate"]), over: new Set(["gate"]) };
    const passed = releaseRecord(plan, 1, now.find(({ id }) => id === "gate") as StoredTask) as Release;
    return unmetObligations(
      { tasks: now, obligations, releases: [passed] },
      { taskId: "send", tool: "mail" },
    );
  };

  it("counts, and not at one that asks less of an approval", () => {
    expect(heldAfter({ requiresReason: true }, {})).toEqual([]);
    expect(heldAfter({ assignees: ["Ann"] }, {})).toHaveLength(1);
  });
});

describe("what holds a call back", () => {
  const settings = { fourEyes: false };
  const reach = { send: ["mail"] };
  const SEND: TaskDraft = { id: "send", input: "Send it", dependsOn: ["gate"] };
  const tasks = stored(DRAFT, gate(), SEND);
  const workOf = (id: string, among = tasks) => workUpTo(among).get(id) as string;
  const passed = (now: StoredTask[]) =>
    releaseRecord(
      { tasks: now, reach, settings, ended: new Set(), over: new Set() },
      1,
      now[1] as StoredTask,
    ) as Release;
  const held = (now: StoredTask[], more: Partial<Parameters<typeof unmetObligations>[0]>, taskId = "send") =>
    unmetObligations({ tasks: now, obligations: [], releases: [], ...more }, { taskId, tool: "mail" })
      .length > 0;
  const obligations = obligationsOf({ version: 1, tasks, reach, settings });

  it("is the plan that people let run: of its tasks whatever they do by now, and of its work under whatever id", () => {
    const guarded = [{ taskId: "send", work: workOf("send"), reach: [] }];
    const ofPlan = obligations.map((one) => ({ ...one, control: PLAN_CONTROL, guarded, unguarded: [] }));
    const otherwise = stored(DRAFT, gate(), { ...SEND, input: "Send more" });
    expect(held(otherwise, { obligations: ofPlan })).toBe(true);
    const renamed = ofPlan.map((one) => ({
      ...one,
      guarded: guarded.map((it) => ({ ...it, taskId: "was" })),
    }));
    expect([held(tasks, { obligations: renamed }), held(otherwise, { obligations: renamed })]).toEqual([
      true,
      false,
    ]);
  });

  it("is not met by leave for the same work of an earlier version", () => {
    const releases = [passed(tasks)];
    const since = (version: number) => held(tasks, { obligations, releases, since: () => version });
    expect([since(1), since(2)]).toEqual([false, true]);
  });

  it("is not met by the approval of a plan in which the control is gone", () => {
    const without = stored(DRAFT, { ...SEND, dependsOn: ["draft"] });
    const work = [workOf("send", without)];
    const from = (control: string): Release => ({
      ...passed(tasks),
      control,
      from: "start",
      version: 2,
      work,
    });
    expect(held(without, { obligations, releases: [from("gate")] })).toBe(false);
    expect(held(without, { obligations, releases: [from(PLAN_CONTROL)] })).toBe(true);
  });

  it("is met by a control that showed what the first one did, and by none that showed less", () => {
    const asks = (more: Partial<TaskDraft>) =>
      stored(DRAFT, { ...gate(), id: "again", ...more }, { ...SEND, dependsOn: ["draft", "again"] });
    const first = obligationsOf({
      version: 1,
      tasks: stored(DRAFT, gate(), { ...SEND, dependsOn: ["draft", "gate"] }),
      reach,
      settings,
    });
    const isHeldAfter = (now: StoredTask[]) => held(now, { obligations: first, releases: [passed(now)] });
    expect([isHeldAfter(asks({})), isHeldAfter(asks({ input: "All is well" }))]).toEqual([false, true]);
  });

  it("is a control behind which any tool may act, whatever acts by", () => {
    const unknown = obligationsOf({ version: 1, tasks, settings });
    expect(held(tasks, { obligations: unknown }, "elsewhere")).toBe(true);
    const known = obligationsOf({ version: 1, tasks, reach: { send: ["post"] }, settings });
    expect(held(tasks, { obligations: known }, "elsewhere")).toBe(false);
  });
});
