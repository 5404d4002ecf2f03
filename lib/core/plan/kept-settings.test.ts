import { describe, expect, it } from "vitest";
import { readPlan } from "./index";
import { withKeptSettings } from "./kept-settings";
import type { Plan } from "./schema";

const planOf = (agents: object, tasks: object[]): Plan => {
  const { plan } = readPlan({ title: "Memo", agents, tasks });
  if (!plan) throw new Error("No plan");
  return plan;
};
const writer = { prompt: "You write.", reflection: { enabled: true }, maxTurns: 10 };
const write = {
  id: "write",
  title: "Write the memo",
  agent: "writer",
  input: "go",
  llmReview: "Is it short?",
  verification: "(> (count data/result) 3)",
  onVerificationFailure: "retry",
  qualityGate: true,
  outputSchema: { type: "string" },
};
const gate = { id: "ask", title: "Release it", type: "human_review", gate: { requiresReason: true } };
const current = planOf({ writer }, [write, { ...gate, dependsOn: ["write"] }]);
const again = { id: "write_v2", title: "Write the memo", agent: "writer", input: "go on", replaces: "write" };
const kept = (agents: object, tasks: object[], unjudged: string[] = []) => {
  const { agents: settings, tasks: all } = withKeptSettings(planOf(agents, tasks), {
    current,
    unjudged: new Set(unjudged),
  });
  return { agents: settings, task: all[0] };
};
const settings = {
  verification: write.verification,
  onVerificationFailure: "retry",
  outputSchema: write.outputSchema,
  llmReview: "Is it short?",
  qualityGate: true,
};

describe("what a tail does not say", () => {
  it("stays of a task that it does again, and of an agent that it describes again", () => {
    const { agents, task } = kept({ writer_v2: { prompt: "Shorter." } }, [{ ...again, agent: "writer_v2" }]);
    expect(task).toMatchObject(settings);
    expect(agents.writer_v2).toMatchObject({ ...writer, prompt: "Shorter." });
    const asked = { ...gate, id: "ask_v2", replaces: "ask", gate: { prompt: "Fit?" } };
    expect(kept({}, [asked]).task?.gate).toMatchObject({ prompt: "Fit?", requiresReason: true });
  });

  it("stays of whom a gate asks, and on what terms, for as far as the new one says nothing of it", () => {
    const terms = {
      assignees: ["Anna", "Ben"],
      quorum: 2,
      fourEyes: true,
      requiresReason: true,
      timeoutSeconds: 60,
      onTimeout: "escalate",
      escalateTo: ["Cy"],
    };
    const asking = (spec?: object) => ({ ...gate, gate: spec && { prompt: "Fit?", ...spec } });
    const before = { current: planOf({}, [asking(terms)]) };
    const asked = (spec?: object) =>
      withKeptSettings(planOf({}, [{ ...asking(spec), id: "ask_v2", replaces: "ask" }]), before).tasks[0]
        ?.gate;
    expect(asked({})).toEqual({ prompt: "Fit?", ...terms });
    expect(asked(undefined)).toEqual({ prompt: "Fit?", ...terms });
    const said = { assignees: ["Cy"], quorum: 3, timeoutSeconds: 9, onTimeout: "reject" };
    expect(asked(said)).toEqual({ prompt: "Fit?", ...said, fourEyes: true, requiresReason: true });
    expect(asked({ assignees: ["Cy"] })?.quorum).toBe(1);
  });

  it("is no deadline by which a gate would pass in silence, or go to others than the tail names", () => {
    const keptOf = (terms: object, spec: object) => {
      const gateOf = (own: object) => planOf({}, [{ ...gate, gate: { prompt: "Fit?", ...own } }]);
      const before = { current: gateOf({ timeoutSeconds: 60, ...terms }) };
      return withKeptSettings(gateOf(spec), before).tasks[0]?.gate;
    };
    for (const onTimeout of ["approve", "escalate"]) {
      const own = keptOf({ onTimeout }, { assignees: ["Ben"] });
      expect(own).toMatchObject({ assignees: ["Ben"], onTimeout: "reject" });
      expect(own).not.toHaveProperty("timeoutSeconds");
    }
    expect(keptOf({ onTimeout: "escalate" }, {})).toMatchObject({
      timeoutSeconds: 60,
      onTimeout: "escalate",
    });
  });

  it("stays under the same id too, and under that of a version, but under a step's number only with its title", () => {
    for (const id of ["write", "write_v3"])
      expect(kept({}, [{ ...again, id, replaces: undefined }]).task).toMatchObject(settings);
    const step = planOf({}, [{ ...write, id: "step_2" }]);
    const other = planOf({}, [{ id: "step_2", title: "Send it", input: "go" }]);
    expect(withKeptSettings(other, { current: step })).toEqual(other);
  });

  it("is nothing where it says otherwise, names an agent as it is, or does other work", () => {
    const own = { ...again, verification: "true", outputSchema: { type: "array" }, llmReview: "Is it long?" };
    const said = kept({ writer: { ...writer, maxTurns: 4, reflection: { enabled: false } } }, [own]);
    expect(said.task).toMatchObject({
      verification: "true",
      outputSchema: { type: "array" },
      llmReview: "Is it long?",
    });
    expect(said.task?.onVerificationFailure).toBe("replan");
    expect(said.agents.writer).toMatchObject({ maxTurns: 4, reflection: { enabled: false } });
    expect(kept({ writer: {} }, [again]).agents.writer).not.toHaveProperty("maxTurns");
    for (const other of [
      { id: "other", title: "Write the memo", input: "go" },
      { ...again, type: "direct", input: "1" },
    ]) {
      const tail = planOf({}, [other]);
      expect(withKeptSettings(tail, { current })).toEqual(tail);
    }
  });

  it("has no check that came to no judgement", () => {
    const { task } = kept({}, [again], ["write"]);
    expect(task?.verification).toBeUndefined();
    expect(task).toMatchObject({ qualityGate: true, outputSchema: write.outputSchema });
  });
});
