import { describe, expect, it } from "vitest";
import { readPlan } from "./index";
import { lostSettings } from "./lost-settings";
import type { Plan } from "./schema";

const planOf = (agents: object, tasks: object[]): Plan => {
  const { plan } = readPlan({ title: "Memo", agents, tasks });
  if (!plan) throw new Error("No plan");
  return plan;
};
const writer = { prompt: "You write.", reflection: { enabled: true }, maxTurns: 10 };
const write = { id: "write", title: "Write the memo", agent: "writer", input: "go", verification: "true" };
const gate = { id: "ask", title: "Release it", type: "human_review", gate: { requiresReason: true } };
const current = planOf({ writer }, [write, { ...gate, dependsOn: ["write"] }]);
const lost = (agents: object, tasks: object[]) => {
  const next = planOf(agents, tasks);
  const added = next.tasks.map(({ id }) => id);
  return lostSettings({
    current,
    next,
    added,
    lineages: new Map([
      ["write", "write"],
      ["ask", "ask"],
    ]),
  });
};

describe("what a tail leaves out", () => {
  it("is named by task, with all that the task before it had", () => {
    expect(
      lost({ writer_v2: { prompt: "You write." } }, [
        { ...write, id: "write_v2", replaces: "write", agent: "writer_v2", verification: undefined },
        { ...gate, id: "ask_v2", replaces: "ask", gate: { prompt: "Fit?" } },
      ]),
    ).toEqual([
      "“Write the memo” (write_v2) carries on write without its verification, agent's reflection, agent's maxTurns.",
      "“Release it” (ask_v2) carries on ask without its gate.requiresReason.",
    ]);
  });

  it("is a schema, a model's look and a gate of quality as well", () => {
    const full = { ...write, outputSchema: { type: "string" }, llmReview: true, qualityGate: true };
    const next = planOf({}, [{ ...write, id: "write_v2", replaces: "write", agent: undefined }]);
    const lineages = new Map([["write", "write"]]);
    const [line] = lostSettings({ current: planOf({ writer }, [full]), next, added: ["write_v2"], lineages });
    for (const name of ["outputSchema", "llmReview", "qualityGate", "reflection"])
      expect(line).toContain(name);
  });

  it("is nothing where it is kept, written otherwise, or of other work", () => {
    const again = { ...write, id: "write_v2", replaces: "write" };
    expect(lost({ writer: { ...writer, maxTurns: 4 } }, [{ ...again, verification: "(> 1 0)" }])).toEqual([]);
    expect(lost({}, [{ id: "other", title: "Other", input: "go" }])).toEqual([]);
    expect(lost({}, [{ ...again, type: "direct", input: "1", verification: undefined }])).toEqual([]);
  });
});
