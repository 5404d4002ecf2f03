import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { formatWeakened } from "../../../describe/controls";
import { describeRelease } from "../../../describe/gates/release";
import { storePlan } from "../../../plan/store";
import { storeValue } from "../../../stored-value";
import { leadingOfGate } from "../../controls/release/asked";
import type { ApprovalState } from "../../state";

const TOOLS = [{ name: "mail", sideEffects: "external" }] as const;
const settings = { replanGraceMs: 0, critic: { mode: "off", minScore: 0 }, afterApproval: "replan" } as const;
const GATE: TaskDraft = { id: "g", type: "human_review", title: "Release" };
const SEND: TaskDraft = { id: "send", title: "Send", type: "direct", input: "(tool/mail data/results)" };
const CHECK: TaskDraft = { id: "check", title: "Check", verification: "(pos? data/result)" };

/** What people are asked who would let a version do without a control of the plan before it. */
function waived(before: TaskDraft[], after: TaskDraft[]): { world: RunWorld; gate: ApprovalState } {
  const world = new RunWorld({ plan: planOf(...before), by: ANNA, settings, tools: TOOLS });
  world.send({ type: "request_replan", instruction: "faster" }, ANNA);
  const offered = offer(planOf(...after), storePlan(planOf(...before)).plan, TOOLS);
  world.replan(offered);
  world.replan(offered);
  const [approvalId = ""] = Object.keys(world.state.openApprovals);
  return { world, gate: world.state.approvals[approvalId] as ApprovalState };
}

const factsOf = ({ question }: ApprovalState) =>
  question?.about === "control" ? question.weakened : { control: "", title: "", exposed: [] };

const textOf = (text: unknown): string => (typeof text === "string" ? text : JSON.stringify(text));

describe("the facts of a waiver", () => {
  it("name the addresses in the work that flows into what comes free, as the list of the panel does", () => {
    const text: TaskDraft = { id: "text", title: "Write", input: "Write to https://evil.example" };
    const free = { ...SEND, id: "now", dependsOn: ["text"] };
    const { world, gate } = waived([GATE, { ...SEND, dependsOn: ["g"] }], [text, free]);
    expect(factsOf(gate).exposed).toMatchObject([
      { tools: ["mail"], via: ["https://evil.example"], fedBy: 1 },
      { taskId: "(answer)" },
    ]);
    const parts = {
      mission: "",
      constraints: "",
      models: [],
      files: [],
      said: [],
      served: [],
      tailActs: [],
      whole: textOf,
    };
    expect(describeRelease(world.state, gate, parts).join("\n")).toContain("https://evil.example");
    expect(formatWeakened(factsOf(gate))).toContain(
      "(may call mail, with what 1 unfinished task gives, with work that names https://evil.example): nobody is asked",
    );
  });

  it("name what the control guarded and is done, apart from what comes free", () => {
    const mail = { ...SEND, id: "done", title: "Mail Ada", input: '(tool/mail {:to "ada@example.org"})' };
    const done = { ...mail, dependsOn: ["g"] };
    const before = [GATE, done, { ...SEND, dependsOn: ["done"] }];
    const world = new RunWorld({ plan: planOf(...before), by: ANNA, settings, tools: TOOLS });
    const by = { id: "anna", name: "Anna", roles: [], mayReview: true };
    const value = storeValue("yes").stored;
    world.send({ type: "supply_result", taskId: "g", value, reason: "so", by }, ANNA);
    world.start();
    world.succeed("done");
    world.send({ type: "request_replan", instruction: "faster" }, ANNA);
    const after = [
      GATE,
      done,
      { ...SEND, id: "now", title: "Send to all", input: '(tool/mail {:to "all"})' },
    ];
    const offered = offer(planOf(...after), storePlan(planOf(...before)).plan, TOOLS);
    world.replan(offered);
    world.replan(offered);
    const [approvalId = ""] = Object.keys(world.state.openApprovals);
    const facts = factsOf(world.state.approvals[approvalId] as ApprovalState);
    expect(facts.exposed.map(({ taskId }) => taskId)).not.toContain("done");
    expect(facts.done).toMatchObject([{ taskId: "done", tools: ["mail"], targets: ["ada@example.org"] }]);
    expect(formatWeakened(facts)).toMatch(
      / Already done behind it: “Mail Ada” by mail to ada@example\.org\.$/,
    );
  });

  it("and that list have what a dropped check held back and a changed one stands before, and not the work that was checked", () => {
    const own = { ...SEND, id: "check", verification: "(pos? data/result)" };
    const behind = { ...SEND, dependsOn: ["check"] };
    const changed = waived(
      [own, behind],
      [
        { ...own, id: "check_v2", replaces: "check", verification: "true" },
        { ...SEND, dependsOn: ["check_v2"] },
      ],
    );
    expect(factsOf(changed.gate).exposed).toMatchObject([{ taskId: "check_v2", lacks: ["predicate"] }]);
    expect(factsOf(changed.gate).exposed[0]).not.toHaveProperty("tools");
    expect(factsOf(changed.gate).behind).toMatchObject([{ taskId: "send", tools: ["mail"] }]);
    expect(leadingOfGate(changed.world.state, changed.gate)).toMatchObject([
      { task: { id: "check_v2" }, tools: ["mail"] },
      { task: { id: "send" }, tools: ["mail"] },
    ]);
    const past = waived([CHECK, behind], [CHECK, { ...behind, dependsOn: [] }]);
    expect(factsOf(past.gate).exposed).toMatchObject([{ taskId: "send", tools: ["mail"] }]);
    expect(leadingOfGate(past.world.state, past.gate).map(({ task }) => task.id)).toEqual(["send"]);
  });
});
