import { agent, plan, reviewSpec } from "@/lib/core/plan/schema";
import type { TemplateDetail, TemplateView } from "@/lib/core/templates/view";

/** The second version of a plan with one parameter, which has not run yet, as lists show it. */
export const templateView = (part: Partial<TemplateView> = {}): TemplateView => ({
  ...{
    templateId: "tpl 1",
    kind: "plan",
    name: "City tour",
    version: 2,
    title: "Tour of {{city}}",
    tasks: 1,
  },
  params: [{ name: "city", type: "text", required: true }],
  ...{ archived: false, by: { kind: "person", id: "ada", name: "Ada" }, at: 0 },
  outcomes: [{ version: 1, runs: 4, ended: 4, completed: 3, simulated: 0 }],
  ...part,
});

/** A review of the workspace, five of whose decisions are known. */
export const reviewTemplateView = (part: Partial<TemplateView> = {}): TemplateView =>
  templateView({
    ...{ kind: "review", name: "Legal", title: "Legal", params: [], outcomes: [] },
    decided: [{ version: 2, decisions: 5, stood: 4, simulated: 0 }],
    review: {
      ...{ name: "Legal", useWhen: "Something is published." },
      review: reviewSpec.parse({
        ...{ focus: "May this be published?", reviewers: ["role:legal", "anna"], consensus: "unanimous" },
        decisionPoints: ["Whose data is in it?", "Who agreed?"],
        potentialOutcomes: [
          { decision: "CONTINUE", when: "Everybody agreed." },
          { decision: "ABORT", when: "Somebody did not." },
        ],
        ...{ requiresHumanApproval: true, approvalTimeoutSeconds: 3_600 },
      }),
    },
    ...part,
  });

/** An agent of the workspace, with tools, limits and hints. */
export const agentTemplateView = (part: Partial<TemplateView> = {}): TemplateView =>
  templateView({
    ...{ kind: "agent", name: "researcher", title: "researcher", params: [], outcomes: [] },
    work: [{ version: 2, tasks: 7, succeeded: 6, failed: 1, simulated: 0 }],
    agent: {
      ...{ name: "researcher", useWhen: "Sources have to be found." },
      agent: agent.parse({
        ...{ prompt: "Find what was published.", tools: ["search", "read"], model: "acme:large" },
        ...{ maxTurns: 6, tokenBudget: 20_000, maxParallel: 2 },
      }),
    },
    ...part,
  });

/** The same in full: what it holds, and its versions. */
export const templateDetail = (view: TemplateView = templateView()): TemplateDetail => ({
  ...view,
  newest: 2,
  body: plan.parse({
    title: view.title,
    tasks: [{ id: "a", title: "Walk", input: "Walk through {{city}}." }],
  }),
  versions: [2, 1].map((version) => ({ version, params: view.params, by: view.by, at: view.at })),
});
