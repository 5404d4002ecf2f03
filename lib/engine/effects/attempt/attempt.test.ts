import { describe, expect, test } from "vitest";
import { deferred } from "@/lib/testing/deferred";
import { createScriptedRun } from "@/lib/testing/engine/scripted-run";
import type { Script } from "@/lib/testing/models/scripted-model";

const TASK = { id: "t", title: "Ship it", input: "go" };

describe("a word that comes while the agent gives its answer", () => {
  /** The first answer is given only after a person has said something. */
  async function spokenTo(settings: object = {}) {
    const [asked, said] = [deferred(), deferred()];
    const script: Script = async (_request, { nth }) => {
      if (nth > 1) return "heard";
      asked.resolve();
      await said.promise;
      return "too soon";
    };
    const run = await createScriptedRun([TASK], { script, settings });
    const actor = await run.lease();
    await asked.promise;
    await run.engine.person({ type: "steer", taskId: "t", message: "Are you sure?" });
    said.resolve();
    await actor.ended;
    return run;
  }

  test("is heard in another turn", async () => {
    const run = await spokenTo();
    expect(run.state().tasks.t).toMatchObject({
      status: "succeeded",
      result: { inline: "heard" },
      attempt: 1,
    });
    expect(JSON.stringify(run.model.requests[1]?.messages)).toContain("Are you sure?");
  });

  test("is recorded as undelivered where no turn is left", async () => {
    const run = await spokenTo({ maxTurns: 1 });
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded", result: { inline: "too soon" } });
    expect(run.payloads("steering_undelivered")).toEqual([{ taskId: "t", attempt: 1, messages: 1 }]);
  });

  test("is heard also when it comes while a model judges the answer", async () => {
    const [judging, said] = [deferred(), deferred()];
    const script: Script = async ({ role, messages }, { nth }) => {
      if (role !== "verification") return messages.length > 1 ? "heard" : "too soon";
      if (nth === 2) {
        judging.resolve();
        await said.promise;
      }
      return '{"passed": true, "reason": "fine", "conditions": []}';
    };
    const run = await createScriptedRun([{ ...TASK, llmReview: "Is it good?" }], {
      script,
    });
    const actor = await run.lease();
    await judging.promise;
    await run.engine.person({ type: "steer", taskId: "t", message: "Are you sure?" });
    said.resolve();
    await actor.ended;
    expect(run.payloads("turn_added")).toHaveLength(1);
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded", result: { inline: "heard" } });
    expect(run.payloads("verification_passed")).toHaveLength(1);
  });
});
