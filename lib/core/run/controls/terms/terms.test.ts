import { describe, expect, it } from "vitest";
import { planOf, type TaskDraft } from "@/lib/testing/runs/run-world";
import { storePlan } from "../../../plan/store";
import type { StoredTask } from "../../../plan/stored";
import { weakenedControls } from "../changes/weakened";
import { obligationsOf } from "../obligations";

const settings = { fourEyes: false };
const stored = (...tasks: TaskDraft[]): StoredTask[] => storePlan(planOf(...tasks)).plan.tasks;
const gate = (fields: object = {}): TaskDraft => ({
  id: "gate",
  type: "human_review",
  dependsOn: ["draft"],
  gate: { prompt: "", assignees: [], quorum: 1, onTimeout: "reject", ...fields },
});
const DRAFT: TaskDraft = { id: "draft" };
const SEND: TaskDraft = { id: "send", input: "Send it", dependsOn: ["gate"] };

describe("what a gate shows", () => {
  const plan = (task: TaskDraft) =>
    stored(DRAFT, { id: "other" }, { ...gate(), ...task }, { ...SEND, dependsOn: ["gate", "draft"] });
  const dependsOn = ["draft", "other"];
  const weakenedTo = (first: TaskDraft, next: TaskDraft) => {
    const reach = { send: ["mail"] };
    const obligations = obligationsOf({ version: 1, tasks: plan(first), reach, settings });
    const version = {
      tasks: plan(next),
      reach,
      settings,
      ended: new Set<string>(),
      releases: [],
      obligations,
    };
    return weakenedControls(version).flatMap(({ exposed }) => exposed.map(({ weaknesses }) => weaknesses));
  };
  const SHOWS: TaskDraft = { id: "gate", dependsOn };

  it.each<[string, object]>([
    ["another text", { input: "checked, nothing confidential" }],
    ["another result alone", { input: "{{results.other}}" }],
    ["a part of the result", { input: "{{results.draft.title}}" }],
    [
      "a quotation in the question alone",
      { input: "See below", gate: gate({ prompt: "{{results.draft}}?" }).gate },
    ],
    ["a long text", { input: `{{results.draft}} ${"a".repeat(100_000)}` }],
  ])("is less with %s in the place of what it waits for", (_what, more) => {
    expect(weakenedTo(SHOWS, { ...SHOWS, ...more })).toEqual([["shown"]]);
  });

  it("is no less where its input has the whole result, or just what it had", () => {
    expect(weakenedTo(SHOWS, { ...SHOWS, input: { is: "{{results.draft}}" } })).toEqual([]);
    const part: TaskDraft = { ...SHOWS, input: "{{results.draft.title}}" };
    expect(weakenedTo(part, part)).toEqual([]);
    expect(weakenedTo(part, SHOWS)).toEqual([]);
    expect(weakenedTo(part, { ...SHOWS, input: "fine" })).toEqual([["shown"]]);
    expect(weakenedTo({ ...SHOWS, input: "fine" }, { ...SHOWS, input: "good" })).toEqual([]);
  });
});
