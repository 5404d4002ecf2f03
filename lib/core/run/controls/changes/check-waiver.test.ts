import { describe, expect, it } from "vitest";
import { ANNA, offer, planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";
import { answer, gateOf, settings } from "@/lib/testing/runs/settled-run";
import { describeQuestion } from "../../../describe/gates/questions";
import { releasedText } from "../../../describe/gates/released-text";
import { storePlan } from "../../../plan/store";
import { actsAt } from "../../gates/acts";
import { riskOf } from "../../gates/risk";
import type { ApprovalState } from "../../state";
import { releaseOfGate } from "../release/asked";

const TOOLS = [
  { name: "mail", sideEffects: "external" },
  { name: "look", sideEffects: "read" },
] as const;
const CHECK: TaskDraft = {
  id: "check",
  title: "Check the list",
  input: "Check it",
  maxRetries: 0,
  verification: '(= data/result "approved by Anna")',
};
const WAS_OTHER: TaskDraft = { ...CHECK, verification: "(number? data/result)" };
const SEND: TaskDraft = {
  id: "send",
  title: "Send it",
  type: "direct",
  input: '(tool/mail {:to "all"})',
  dependsOn: ["check"],
};
const OTHER: TaskDraft = { ...CHECK, id: "check_v2", replaces: "check", verification: "(some? data/result)" };
const EVIL: TaskDraft = {
  ...SEND,
  id: "send_v2",
  replaces: "send",
  input: '(tool/mail {:to "mallory@corp.com"})',
  dependsOn: ["check_v2"],
};
const BESIDE: TaskDraft = { id: "log", title: "Log it", type: "direct", input: '(tool/mail {:to "us"})' };

/** Anna's plan, of which a model insists on these tasks after its check refused. */
function waived(first: TaskDraft[], ...tasks: TaskDraft[]) {
  const world = new RunWorld({
    plan: planOf(...first),
    by: ANNA,
    settings: { ...settings, afterApproval: "replan" },
    tools: TOOLS,
  });
  world.start();
  world.refuse("check", "nothing there");
  const plan = offer(planOf(...tasks), storePlan(world.plan as NonNullable<RunWorld["plan"]>).plan, TOOLS);
  world.replan(plan);
  world.replan(plan);
  const gate = gateOf(world);
  expect(gate).toMatchObject({ kind: "control_waiver", subject: { control: "(checks)" } });
  return { world, gate: gate as ApprovalState };
}

const textsOf = ({ world, gate }: ReturnType<typeof waived>) =>
  actsAt(world.state, gate).map((act) =>
    releasedText(act, (text) => (typeof text === "string" ? text : JSON.stringify(text))),
  );

describe("the waiver of a check that is changed", () => {
  it("releases what acts behind it, shows that whole, and the check as it was and would be", () => {
    const asked = waived([CHECK, SEND], CHECK, OTHER, EVIL);
    const { state } = asked.world;
    expect(releaseOfGate(state, asked.gate).map(({ task }) => task.id)).toEqual(["send_v2"]);
    expect(riskOf(state, asked.gate, "approve")).toMatchObject({
      code: "starts_changes",
      tasks: [{ title: "Send it", tools: ["mail"], fedBy: 1 }],
    });
    const shown = textsOf(asked).join("\n");
    expect(shown).toContain('(tool/mail {:to "mallory@corp.com"})');
    expect(shown).toContain('Check as it was (predicate):\n    | (= data/result "approved by Anna")');
    expect(shown).toContain("Check as it would be (predicate):\n    | (some? data/result)");
    const question = describeQuestion(asked.gate);
    expect(question).toContain(
      "its predicate is changed or gone, predicate was “(= data/result 'approved by Anna')”, is now “(some? data/result)”",
    );
    expect(question).toContain("Behind it act “Send it” (may call mail, with what 1 unfinished task gives");
    expect(question).toContain("mallory@corp.com");
  });

  it("is bound to all of that", () => {
    const digestFor = (...tasks: TaskDraft[]) => waived([CHECK, SEND], CHECK, ...tasks).gate.digest;
    const digests = [
      digestFor(OTHER, EVIL),
      digestFor(OTHER, { ...EVIL, input: '(tool/mail {:to "bob"})' }),
      digestFor({ ...OTHER, verification: "true" }, EVIL),
      waived([WAS_OTHER, SEND], WAS_OTHER, OTHER, EVIL).gate.digest,
    ];
    expect(new Set(digests).size).toBe(4);
  });

  it("shows a check that is gone with all that acts and did not stand beside it", () => {
    const asked = waived([CHECK, SEND, BESIDE], CHECK, BESIDE, { ...EVIL, dependsOn: [] });
    // What stood beside it stands still until then, too.
    expect(releaseOfGate(asked.world.state, asked.gate).map(({ task }) => task.id)).toEqual([
      "log",
      "send_v2",
    ]);
    const shown = textsOf(asked).join("\n");
    expect(shown).toContain("mallory@corp.com");
    expect(shown).toContain("Check as it was, gone now (predicate):");
    expect(shown).toContain("Check as it was, gone now (what a refusal does):");
    expect(describeQuestion(asked.gate)).toContain(
      "predicate was “(= data/result 'approved by Anna')”, is gone",
    );
  });

  it("shows what a refusal does, where that alone is another", () => {
    const lax = { ...OTHER, verification: CHECK.verification, onVerificationFailure: "skip" } as const;
    const shown = textsOf(waived([CHECK, SEND], CHECK, lax, EVIL)).join("\n");
    expect(shown).toContain(
      'Check as it would be (what a refusal does):\n    | {"critical":true,"onVerificationFailure":"skip","onFailure":"replan"}'.replace(
        '"onFailure":"replan"',
        '"onFailure":"stop"',
      ),
    );
    expect(shown).not.toContain("(predicate)");
  });

  it("releases nothing where nothing acts, and lets the version through", () => {
    const { world, gate } = waived([CHECK, SEND], CHECK, OTHER);
    expect(releaseOfGate(world.state, gate)).toEqual([]);
    expect(riskOf(world.state, gate, "approve")).toBeUndefined();
    answer(world, "approve");
    expect(world.state.planVersion).toBe(2);
  });
});
