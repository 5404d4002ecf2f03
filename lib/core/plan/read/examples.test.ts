import { describe, expect, it } from "vitest";
import { readClean } from "@/lib/testing/plans/read-plan";
import type { AgentExample } from "../../examples/form";
import type { Json } from "../../json";
import {
  type Plan,
  plan as planSchema,
  readPlan,
  restorePlan,
  serializePlan,
  storePlan,
  workDigest,
  writePlanText,
} from "..";

const answered = (query: string, tool?: string): AgentExample => ({
  query,
  steps: [
    ...(tool === undefined ? [] : [{ thought: "", next_node: tool, args: {} }, { observation: "ok" }]),
    { thought: "", next_node: null, args: { answer: "done" } },
  ],
  outcome: "answer_complete",
  note: null,
});
const SEARCH = answered("Find it", "search");
const PLAIN = answered("Think");
const TASKS = [{ id: "step_1", agent: "finder", input: "go" }];
const planWith = (fields: object, finder: object = {}) => ({
  agents: { finder: { tools: ["search"], ...finder }, writer: { tools: [] } },
  tasks: TASKS,
  ...fields,
});
const readExamples = (value: object) => {
  const { plan, warnings, errors } = readPlan(value);
  const { finder, writer } = plan?.agents ?? {};
  return {
    finder: finder?.examples,
    writer: writer?.examples,
    warnings: [...warnings, ...errors].map(({ code, path }) => [code, path]),
  };
};

describe("examples of a plan", () => {
  it("are an agent's, under either name", () => {
    for (const name of ["few_shot_examples", "fewShotExamples", "examples"])
      expect(readExamples(planWith({}, { [name]: [SEARCH] }))).toMatchObject({
        finder: [SEARCH],
        warnings: [],
      });
  });

  it("of the whole plan go to every agent that has their tools, behind its own", () => {
    const read = readExamples(
      planWith({ few_shot_examples: [SEARCH, PLAIN] }, { examples: [answered("Own")] }),
    );
    expect(read).toEqual({ finder: [answered("Own"), SEARCH, PLAIN], writer: [PLAIN], warnings: [] });
    expect(readExamples({ plan: planWith({}), few_shot_examples: [PLAIN] })).toMatchObject({
      writer: [PLAIN],
    });
  });

  it("that cannot be used are errors", () => {
    const bad = { ...SEARCH, query: "" };
    const read = readExamples(
      planWith({ few_shot_examples: [answered("Lost", "gone")] }, { examples: [bad, PLAIN, 7] }),
    );
    expect(read).toEqual({
      finder: undefined,
      writer: undefined,
      warnings: [
        ["unread", "agents.finder.examples[0].query"],
        ["unread", "agents.finder.examples[2]"],
        ["unread", "few_shot_examples"],
      ],
    });
    expect(readExamples(planWith({ examples: "none" })).warnings).toEqual([["unread", "examples"]]);
  });

  it("are written as JSON and as text, and read back", () => {
    const plan: Plan = planSchema.parse({
      title: "P",
      ...(planWith({}, { examples: [SEARCH, PLAIN] }) as object),
      tasks: [{ ...TASKS[0], title: "A" }],
    });
    expect(readPlan(serializePlan(plan)).plan).toEqual(plan);
    const text = writePlanText(plan);
    expect(text).toContain("- Examples: [");
    expect(readPlan(text).plan?.agents.finder).toEqual(plan.agents.finder);
    const broken = text.replace('"query":"Find it"', '"query":""');
    for (const other of [broken, text.replace(/- Examples: .*/, "- Examples: none at all")])
      expect(readPlan(other).unread).toMatchObject([{ path: "agents.finder.examples" }]);
  });

  it("are kept with a plan version, long ones by reference, and count as what a task does", () => {
    const long = { ...PLAIN, note: "x".repeat(20_000) };
    for (const examples of [[PLAIN], [long]]) {
      const plan = planSchema.parse({
        title: "P",
        ...planWith({}, { examples }),
        tasks: [{ ...TASKS[0], title: "A" }],
      });
      const { plan: stored, blobs } = storePlan(plan);
      expect(blobs.length).toBe(examples[0] === long ? 1 : 0);
      const bodies = new Map(blobs.map(({ digest, body }) => [digest, body]));
      expect(restorePlan(stored, (digest) => bodies.get(digest) as Json)).toEqual(plan);
      const [task] = plan.tasks;
      const { examples: _taken, ...without } = plan.agents.finder as NonNullable<
        (typeof plan.agents)[string]
      >;
      expect(task && workDigest(task, plan)).not.toBe(
        task && workDigest(task, { agents: { ...plan.agents, finder: without } }),
      );
    }
  });

  it("are no part of a plan that has none", () => {
    expect(readClean({ tasks: TASKS.map((one) => ({ ...one, agent: "default" })) })).toHaveLength(1);
    expect(readPlan(planWith({})).plan?.agents.writer).not.toHaveProperty("examples");
  });
});
