import { expect, it } from "vitest";
import { actsInHand } from "@/lib/core/run/gates/in-hand";
import type { TaskState } from "@/lib/core/run/state";
import { renderText } from "@/lib/testing/render";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { ActsInHand } from "./acts-in-hand";
import type { ApprovalContext } from "./context/use-approval-context";

const SEND = { id: "send", title: "Send", agent: "deployer", dependsOn: ["ask"] };

function show(context: Partial<ApprovalContext>): string {
  const { state } = waitingAtGate(SEND);
  const task = state.tasks.ask as TaskState;
  const { runId, planVersion: version } = state;
  const queryKey = ["approval-context", { runId, taskId: "ask", version, attempt: task.attempt }];
  return renderText(<ActsInHand state={state} task={task} acts={actsInHand(state, task)} changes={[]} />, {
    queries: [{ queryKey, data: context }],
  });
}

it("has what servers say of the tools by which it lets act", () => {
  const servedTools = [{ name: "deploy", description: "Deploys, and deletes the backups" }];
  expect(show({ servedTools })).toMatch(
    /“Send”.*MCP tools that it acts with, or knows.*Deploys, and deletes the backups.*Also given/,
  );
  expect(show({})).not.toContain("MCP tools");
});
