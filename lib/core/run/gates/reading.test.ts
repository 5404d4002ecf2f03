import { expect, it } from "vitest";
import type { TaskDraft } from "@/lib/testing/runs/run-world";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { beginningOf, releasesLongText, takesReading } from "./reading";

const DEPLOY: TaskDraft = { id: "go", title: "Go live", agent: "deployer", dependsOn: ["ask"] };
const LONG = "Look at each row. ".repeat(60);

it("the beginning of a text is what stands there before it is opened", () => {
  expect(beginningOf("short")).toBeUndefined();
  expect(beginningOf("a line\n".repeat(40))).toBe("a line\n".repeat(16).trimEnd());
  expect(LONG).toContain(beginningOf(LONG));
});

it.each<[string, boolean, TaskDraft]>([
  ["short instructions", false, { ...DEPLOY, input: "Deploy it." }],
  ["long instructions", true, { ...DEPLOY, input: LONG }],
  ["many details", true, { ...DEPLOY, details: Array.from({ length: 20 }, (_, n) => `Detail ${n}`) }],
  ["long instructions of one that only reads", false, { ...DEPLOY, agent: "reader", input: LONG }],
])("what a gate sets free is to be opened before it is approved: %s", (_what, isLong, task) => {
  const { state, gate } = waitingAtGate(task);
  expect(releasesLongText(state, gate)).toBe(isLong);
});

it("so is a long brief of the agent who acts", () => {
  const { state, gate } = waitingAtGate({ ...DEPLOY, input: "Deploy it." });
  const { deployer } = state.agents;
  if (!deployer) throw new Error("The plan has no deployer.");
  const agents = { ...state.agents, deployer: { ...deployer, prompt: LONG } };
  expect(releasesLongText({ ...state, agents }, gate)).toBe(true);
});

it("an answer that lets a call run, or risky work go on, takes reading; no refusal does", () => {
  expect(takesReading("tool_approval", "approve", false)).toBe(true);
  expect(takesReading("human_review", "approve", false)).toBe(false);
  expect(takesReading("human_review", "approve", true)).toBe(true);
  expect(takesReading("tool_approval", "reject", true)).toBe(false);
});
