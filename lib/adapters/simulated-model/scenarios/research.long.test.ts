import { describe, expect, it } from "vitest";
import { replanner } from "@/lib/agents/replanner";
import { statedReason } from "@/lib/core/run/reasons";
import { missionOf, playStory } from "@/lib/testing/engine/play-story";
import { askRole } from "@/lib/testing/models/simulated-model";
import { SUBJECTS } from "./research";

const mission = missionOf("research");
const searches = Object.keys(SUBJECTS);

describe("the research story", async () => {
  const { state, gates, calls, prompts } = await playStory(mission);
  const { tasks } = state;

  it("looks into all subjects side by side", () => {
    expect(searches.map((id) => [tasks[id]?.spec.dependsOn, tasks[id]?.status])).toEqual(
      searches.map(() => [[], "succeeded"]),
    );
    expect(tasks.combine_findings?.spec.dependsOn).toEqual(searches);
  });

  it("refuses the search that brings too little, and repairs it by a retry", () => {
    const [first, second] = tasks.research_crewai?.attempts ?? [];
    expect(first).toMatchObject({ diagnosis: statedReason("Expected 5+ findings, got 2") });
    expect(first?.checks?.map(({ layer, outcome }) => [layer, outcome])).toEqual([
      ["schema", "passed"],
      ["predicate", "failed"],
    ]);
    expect(second?.checks?.map(({ outcome }) => outcome)).toEqual(["passed", "passed"]);
    expect(tasks.research_crewai?.attempts).toHaveLength(2);
    expect(state.counters.replans).toBe(0);
  });

  it("tells the retry why: the diagnosis and what was refused, beside the input as it was", () => {
    const asked = prompts
      .filter(({ role }) => role === "agent")
      .map(({ blocks }) => Object.fromEntries(blocks.map(({ name, body }) => [name, body])))
      .filter(({ task }) => task?.includes("research_crewai"));
    const [first, retry] = [asked[0], asked.find(({ diagnosis }) => diagnosis !== undefined)];
    expect(retry).toMatchObject({
      diagnosis: "Expected 5+ findings, got 2",
      feedback: "This is attempt 2 of 2.",
      previous_output: expect.stringContaining("A planning agent writes the steps"),
      input: first?.input,
    });
    expect(first).not.toHaveProperty("feedback");
  });

  it("publishes what a person released, once", () => {
    expect(gates).toEqual(["human_review release_report"]);
    expect(calls.filter((call) => call.startsWith("Publish"))).toEqual([
      "Publish “How agent frameworks plan and replan” v1",
    ]);
    expect(tasks.release_report?.result).toEqual(tasks.write_report?.result);
    expect(state.answer).toMatchObject({ inline: expect.stringContaining("20 findings on 4 frameworks") });
  });
});

describe("a report that is not released as it stands", () => {
  it.each(["request_changes", "reject"] as const)(
    "%s: it is written again, and asked for again",
    async (verb) => {
      const words = "Say which one you would take";
      const { state, gates, calls } = await playStory(mission, {
        answer: (_, nth) => (nth === 1 ? { verb, comment: words } : { verb: "approve" }),
      });
      expect(gates).toEqual(["human_review release_report", "human_review release_report_v2"]);
      expect(state.finished?.reason).toBe("answer_complete");
      expect(state.tasks.write_report_v2?.result).toMatchObject({ inline: expect.stringContaining(words) });
      expect(calls.filter((call) => call.startsWith("Publish"))).toEqual([
        "Publish “How agent frameworks plan and replan” v2",
      ]);
      expect(searches.map((id) => state.tasks[id]?.attempts.length)).toEqual([1, 1, 2, 1]);
    },
  );

  it("before it is written, the plan continues where it stands", async () => {
    const answered = await askRole(replanner, {
      mission,
      trigger: { kind: "person", reason: "Mention the costs" },
      completed: searches.map((id) => ({ id, title: id, preview: "{}" })),
      effectsDone: [],
      remaining: [],
      history: [],
      tools: [],
      version: 1,
    });
    if (answered.kind !== "plan") throw new Error("No plan");
    expect(answered.plan.tasks.map(({ id }) => id)).toEqual([
      "combine_findings",
      "write_report",
      "release_report",
      "publish_report",
    ]);
    expect(answered.plan.tasks[0]?.details).toEqual(["Take into account: “Mention the costs”"]);
  });
});
