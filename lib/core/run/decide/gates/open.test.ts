import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storeValue } from "../../../stored-value";
import { boundTo } from "../../gates/shown";
import { openApproval } from "./open";

type Opening = Parameters<typeof openApproval>[1];

const world = () => new RunWorld({ plan: planOf({ id: "a" }) });

const opened = (more: Partial<Opening> = {}) => {
  const { state } = world();
  const event = openApproval(state, { kind: "engine_fault", verbs: ["retry", "abort"], ...more });
  if (event.type !== "approval_opened") throw new Error(event.type);
  return event.payload;
};

describe("openApproval", () => {
  it("covers by its digest everything that people are shown", () => {
    const variants: Partial<Opening>[] = [
      {},
      { kind: "budget" },
      { prompt: "Well?" },
      { prompt: "Good?" },
      { question: { about: "fault", fault: { code: "thrown", message: "a" } } },
      { question: { about: "fault", fault: { code: "thrown", message: "b" } } },
      { verbs: ["abort"] },
      { subject: { counter: "maxTokens" } },
      { subject: { counter: "maxHops" } },
      { shown: storeValue("a").stored },
      { shown: storeValue("b").stored },
    ];
    expect(new Set(variants.map((more) => opened(more).digest)).size).toBe(variants.length);
    expect(opened({ taskId: "a", assignees: ["Ada"] }).digest).toBe(opened().digest);
    expect(opened({ digest: "given" }).digest).toBe(boundTo(world().state, "given"));
  });

  it("keeps as much of a prompt as an event holds, and says how much is missing", () => {
    expect(opened({ prompt: "x".repeat(2_000) }).prompt).toBe("x".repeat(2_000));
    expect(opened({ prompt: "x".repeat(2_011) }).prompt).toBe(
      `${"x".repeat(2_000)}\n‹11 more characters are not shown›`,
    );
  });

  it("has no rules about people where none are given", () => {
    expect(opened()).toMatchObject({ assignees: [], planVersion: 1 });
    for (const name of ["quorum", "fourEyes", "onTimeout", "deadlineAt", "supersedes", "prompt"]) {
      expect(opened()).not.toHaveProperty(name);
    }
  });
});

describe("a task that waits", () => {
  it("names the gate that holds it", () => {
    const world = new RunWorld({ plan: planOf({ id: "g", type: "human_review" }, { id: "t" }) });
    world.start();
    world.ask("t");
    const { stored: shown } = storeValue("x");
    world.send({ type: "gate_shown", shown, digest: "d", prompt: "?", ...world.keyOf("g") });
    expect(world.state.tasks.g?.approvalId).toBe("apr_1-2");
    expect(world.state.approvals["apr_1-2"]?.deadlineAt).toBeUndefined();
  });
});
