import type { ExampleDetail, ExampleView } from "@/lib/core/examples/view";

/** An example of an agent's work, promoted from a demo run, as lists show it. */
export const exampleView = (part: Partial<ExampleView> = {}): ExampleView => ({
  ...{ id: "exm_1", version: 2, kind: "agent", question: "Find papers", note: "Filter by date" },
  ...{ tools: ["search"], tokens: 120, enabled: true, source: "run", demo: true, author: "Anna" },
  origin: { runId: "run 1", mission: "Read up", taskId: "find", attempt: 1 },
  ...{ createdAt: 0, updatedAt: 0, uses: 1 },
  ...part,
});

/** The same in full: its versions, and the prompts that carried it. */
export const exampleDetail = (part: Partial<ExampleDetail> = {}): ExampleDetail => {
  const steps = [{ thought: "Enough is known.", next_node: null, args: { answer: "Three papers." } }];
  const example = {
    query: "Find papers",
    steps,
    outcome: "answer_complete" as const,
    note: "Filter by date",
  };
  const use = { runId: "run 2", mission: "Read more", version: 1, at: 0 };
  return {
    ...{ ...exampleView(), example },
    versions: [2, 1].map((version) => ({ version, enabled: version === 2, author: "Anna", at: 0, example })),
    usedBy: [
      { ...use, role: "agent", taskId: "find", attempt: 2 },
      { ...use, role: "planner", taskId: null, attempt: null, mission: null },
    ],
    hindrances: [],
    ...part,
  };
};
