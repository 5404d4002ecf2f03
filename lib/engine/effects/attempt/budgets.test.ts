import { expect, it } from "vitest";
import { agent } from "@/lib/core/plan/schema";
import { runSettings } from "@/lib/core/run/settings";
import { attemptLimits } from "./budgets";

it("an attempt has the deadline of its agent, else that of the run, else none", () => {
  const settings = runSettings.parse({ agentDeadlineMs: 30_000 });
  expect(attemptLimits(agent.parse({ deadlineMs: 5_000 }), settings).deadlineMs).toBe(5_000);
  expect(attemptLimits(agent.parse({}), settings).deadlineMs).toBe(30_000);
  expect(attemptLimits(agent.parse({}), runSettings.parse({}))).not.toHaveProperty("deadlineMs");
});
