import { describe, expect, it } from "vitest";
import { eventOf, NAMES_BY_ID } from "@/lib/testing/runs/event-of";
import type { Weakness } from "../run/controls/terms/weaknesses";
import { weakenedHeading, weakenedLines } from "./controls";
import { describeEvent } from "./events";
import { describeQuestion, questionLead } from "./gates/questions";

const weakened = {
  control: "g",
  title: "Release",
  exposed: [
    { taskId: "send", title: "Send it", lacks: [] },
    { taskId: "(answer)", lacks: ["policy" as const] },
    { taskId: "gone", lacks: ["timeout" as const] },
    { taskId: "log", title: "Log it", lacks: [], beside: true as const },
  ],
};

describe("the questions about controls", () => {
  it("name what a version changes, and what would stand behind less", () => {
    const rewritten = [
      { title: "Log it", fields: ["input", "dependsOn"] },
      { title: "Wait", fields: [] },
    ];
    const changes = { added: ["Send now"], rewritten, changed: ["Pack"], removed: ["Release"] };
    const question = { about: "control" as const, version: 2, title: "Plan", weakened, changes };
    const gate = { kind: "control_waiver" as const, question };
    expect(questionLead(gate)).toBe("Adopt plan version 2 although it weakens “Release”?");
    expect(describeQuestion(gate)).toBe(
      [
        "Adopt plan version 2 although it weakens “Release”? “Release” is weakened for “Send it”: nobody is asked; the answer: its policy asks or denies less; gone: silence approves, or sooner; “Log it”: nobody is asked, as before it was rewritten.",
        "+ Send now",
        "± Log it: instructions, other dependencies",
        "± Wait: the same under a new id",
        "~ Pack",
        "- Release",
      ].join("\n"),
    );
  });

  it("name the controls that have not let the answer pass", () => {
    const asked = (...controls: string[]) => ({
      kind: "answer_release" as const,
      question: { about: "answer" as const, controls },
    });
    expect(questionLead(asked("Release"))).toBe("End the run with an answer?");
    expect(describeQuestion(asked("Release"))).toBe(
      "End the run with an answer? “Release” has not approved the work that it rests on.",
    );
    expect(describeQuestion(asked("Release", "Audit"))).toContain("“Release” and “Audit” have not approved");
  });
});

describe("what a control loses", () => {
  it.each<[Weakness, RegExp]>([
    ["kind", /a review/],
    ["assignees", /other people/],
    ["quorum", /fewer people/],
    ["four_eyes", /author/],
    ["escalation", /escalated/],
    ["timeout", /silence/],
    ["form", /form/],
    ["condition", /condition/],
    ["policy", /policy/],
    ["shown", /result/],
  ])("is in words: %s", (lack, words) => {
    const exposed = [{ taskId: "send", title: "Send it", lacks: [lack] }];
    expect(weakenedLines({ control: "g", title: "Release", exposed })).toEqual([
      expect.stringMatching(words),
    ]);
  });
});

describe("weakenedHeading", () => {
  it("tells a control that is gone from one that asks less", () => {
    expect(weakenedHeading(weakened)).toBe("Weaker than “Release”");
    const exposed = [{ taskId: "send", lacks: [] }];
    expect(weakenedHeading({ ...weakened, exposed })).toBe("No longer behind “Release”");
  });
});

describe("the log", () => {
  const text = (type: string, payload: object) => {
    const names = { ...NAMES_BY_ID, task: String, gate: String };
    return describeEvent(eventOf(type, payload), names)?.text;
  };

  it("tells of a version that waits for people, and of one that was not adopted", () => {
    expect(text("plan_version_offered", { version: 2, patch: { title: "Plan" } })).toBe(
      "version 2 weakens controls and waits for their people: Plan",
    );
    const reason = { code: "control_kept", control: "Release", text: "not yet" };
    expect(text("plan_version_declined", { version: 2, reason })).toBe(
      "version 2 was not adopted: The people of “Release” keep their control: not yet",
    );
  });
});

it("counts the tools and addresses that are not named of what comes free", () => {
  const named = { tools: ["mail"], moreTools: 2, targets: ["a@b.c"], moreTargets: 1 };
  const exposed = [{ taskId: "send", title: "Send it", lacks: [], ...named }];
  expect(weakenedLines({ control: "g", title: "Release", exposed })).toEqual([
    "“Send it” (may call mail and 2 more to a@b.c and 1 more): nobody is asked",
  ]);
});
