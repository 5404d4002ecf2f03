import type { ExampleView } from "@/lib/core/examples/view";

/** An example of an agent's work, promoted from a demo run, as lists show it. */
export const exampleView = (part: Partial<ExampleView> = {}): ExampleView => ({
  id: "exm_1",
  version: 2,
  kind: "agent",
  question: "Find papers",
  note: "Filter by date",
  tools: ["search"],
  tokens: 120,
  enabled: true,
  source: "run",
  demo: true,
  author: "Anna",
  origin: { runId: "run 1", mission: "Read up", taskId: "find", attempt: 1 },
  createdAt: 0,
  updatedAt: 0,
  uses: 1,
  ...part,
});
