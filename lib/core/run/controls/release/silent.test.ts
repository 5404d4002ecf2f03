import { expect, it } from "vitest";
import { planOf, RunWorld, type TaskDraft } from "@/lib/testing/runs/run-world";

const tools = [{ name: "mail", sideEffects: "external" as const }];
const GATE: TaskDraft = {
  ...{ id: "g", type: "human_review" },
  gate: { prompt: "Mail?", assignees: [], quorum: 1, timeoutSeconds: 60, onTimeout: "approve" },
};
const LOOK: TaskDraft = { id: "look", input: "the figures", dependsOn: ["g"] };
const MAIL: TaskDraft = {
  id: "mail",
  type: "direct",
  input: '(tool/mail {:to "board"})',
  dependsOn: ["look"],
};
const voter = (name: string, mayReview: boolean) => ({ id: name.toLowerCase(), name, roles: [], mayReview });

it.each<[string, TaskDraft[]]>([
  ["what acts", [LOOK, { ...MAIL, input: '(tool/mail {:to "all"})' }]],
  ["what leads to it", [{ ...LOOK, input: "the salaries" }, MAIL]],
])("behind a gate that passes in silence %s is changed by who may review alone", (_, tasks) => {
  const edit = (mayReview: boolean, silence: "approve" | "reject" = "approve") => {
    const gate = { ...GATE, gate: { ...GATE.gate, onTimeout: silence } } as TaskDraft;
    const world = new RunWorld({ tools, plan: planOf(gate, LOOK, MAIL) });
    return world.edit(planOf(gate, ...tasks), "so", { by: voter("Olga", mayReview) });
  };
  expect(edit(false)).toMatchObject({ ok: false, error: { code: "forbidden" } });
  expect(edit(true)).toMatchObject({ ok: true });
  // There somebody has to see it before it acts.
  expect(edit(false, "reject")).toMatchObject({ ok: true });
});
