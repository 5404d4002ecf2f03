import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { formatWeakened } from "../../../describe/controls";
import { describeRelease } from "../../../describe/gates/release";
import { storePlan } from "../../../plan/store";
import { leadingOfGate } from "../../gates/risk";
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
    const parts = { mission: "", constraints: "", files: [], tailActs: [], whole: textOf };
    expect(describeRelease(world.state, gate, parts).join("\n")).toContain("https://evil.example");
    expect(formatWeakened(factsOf(gate))).toContain(
      "(may call mail, with what 1 unfinished task gives, with work that names https://evil.example): nobody is asked",
    );
  });

  it("and that list have what a dropped check held back, and not the work that was checked", () => {
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
    expect(leadingOfGate(changed.world.state, changed.gate)).toEqual([]);
    const past = waived([CHECK, behind], [CHECK, { ...behind, dependsOn: [] }]);
    expect(factsOf(past.gate).exposed).toMatchObject([{ taskId: "send", tools: ["mail"] }]);
    expect(leadingOfGate(past.world.state, past.gate).map(({ task }) => task.id)).toEqual(["send"]);
  });
});
