import { describe, expect, it } from "vitest";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { statedReason } from "@/lib/core/run/reasons";
import { missionOf, playStory } from "@/lib/testing/engine/play-story";

const mission = missionOf("cloud-quota");
const BEFORE = ["estimate_needs", "check_quota", "review_capacity", "request_quota", "review_infrastructure"];

describe("the story of the refused quota", async () => {
  const { state, gates, calls } = await playStory(mission);
  const { tasks } = state;

  it("asks for what is missing, and is refused", () => {
    expect(tasks.review_capacity?.proposal).toMatchObject({
      decision: "CONTINUE",
      reasoning: expect.stringContaining("the 12 that are missing"),
    });
    expect(tasks.request_quota?.result?.preview).toContain("refused 12 more CPUs in eu-central");
  });

  it("aborts with the reason before anything is set up", () => {
    expect(state.finished).toMatchObject({
      reason: "aborted_by_review",
      because: [
        { text: expect.stringMatching(/refused 12 more CPUs.*nothing was set up.*settle the quota/) },
      ],
    });
    expect(tasks.review_infrastructure?.proposal?.answers.map(({ answer }) => answer)).toEqual(["no", "no"]);
    expect(calls.slice(0, 2).sort()).toEqual([
      "Check the quota in eu-central",
      "Estimate what storefront 1.4.0 needs",
    ]);
    expect(calls.slice(2)).toEqual(["Ask the provider for 12 more CPUs in eu-central"]);
    expect(gates).toEqual([]);
  });

  it("keeps what was found out, and aborts the rest", () => {
    const done = state.order.filter((id) => tasks[id]?.status === "succeeded");
    expect(done).toEqual(BEFORE);
    const rest = state.order.filter((id) => !done.includes(id));
    expect(rest.map((id) => tasks[id]?.status)).toEqual(rest.map(() => "aborted"));
  });
});

describe("when a person decides otherwise", () => {
  it.each<[GateVerb, string, string, string[]]>([
    ["REPLAN", "Try another region", "review", []],
    [
      "CONTINUE",
      "Take what there is",
      "verification",
      ["Create 6 servers for storefront 1.4.0 in eu-central"],
    ],
  ])("%s leads to the region with more room", async (verb, comment, trigger, before) => {
    const { state, calls, gates } = await playStory(mission, {
      settings: { reviewMode: "manual" },
      answer: ({ kind, taskId }) =>
        kind !== "review_decision"
          ? { verb: "approve", comment }
          : { verb: taskId === "review_infrastructure" ? verb : "CONTINUE", comment },
    });
    expect(state.finished?.reason).toBe("answer_complete");
    expect(state.counters.replans).toBe(1);
    expect(state.tasks.create_servers_v2?.result).toMatchObject({
      inline: { region: "eu-north", created: 6, wanted: 6 },
    });
    expect(BEFORE.map((id) => state.tasks[id]?.attempts.length)).toEqual([1, 1, 1, 1, 1]);
    expect(calls.slice(3)).toEqual([
      ...before,
      "Check the quota in eu-north",
      "Create 6 servers for storefront 1.4.0 in eu-north",
      "Deploy storefront-db 17.2 to production",
      "Deploy storefront 1.4.0 to production",
      "Run the smoke tests on production against 1.4.0",
    ]);
    expect(gates.at(-1)).toBe("review_decision review_services_v2");
    if (trigger === "verification") {
      expect(state.tasks.create_servers?.diagnosis).toEqual(
        statedReason("Only 3 of 6 servers could be created"),
      );
    }
  });
});
