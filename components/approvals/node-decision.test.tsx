import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import type { Decision } from "@/lib/core/plan/schema";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { renderText } from "@/lib/testing/render";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import {
  holdingReview,
  KNOWN_TOOLS,
  waitingAtGate,
  waitingForCall,
  withAgents,
} from "@/lib/testing/runs/waiting-gate";
import { renderNodeDecision, warmGates } from "./lazy-panels";
import { NodeDecision, quickAnswers } from "./node-decision";

function onNode(state: RunState, taskId: string): string {
  const shown = { state, onOpen: () => {} };
  const task = state.tasks[taskId] as TaskState;
  return renderNodeDecision(shown)(task) ? renderText(<NodeDecision {...shown} task={task} />) : "";
}

/** The answers to the one gate of a run, each with the code of its risk. */
function answersIn({ state }: { state: RunState }) {
  const [gate] = Object.values(state.approvals);
  if (!gate) throw new Error("no gate opened");
  const { answers, begins, openLabel } = quickAnswers(state, gate);
  return {
    answers: answers.map(({ verb, label, risk }) => [verb, label, risk?.code]),
    begins: begins.map(({ label }) => label),
    openLabel,
  };
}

function reviewing(
  decision?: Decision,
  plan = planOf({ id: "r", type: "planning_review" }, { id: "b", dependsOn: ["r"] }),
): RunWorld {
  const world = new RunWorld({ plan, settings: { reviewMode: "manual" }, tools: KNOWN_TOOLS });
  world.start();
  const proposal = decision && { decision, reasoning: "", answers: [], reviewer: "reviewer" };
  world.send({ type: "review_read", ...world.keyOf("r"), ...(proposal && { proposal }) });
  return world;
}

describe("quickAnswers", () => {
  it("are those that need no words and do not end the run; a rejection is begun", () => {
    expect(answersIn(waitingAtGate())).toEqual({
      answers: [["approve", "Approve", undefined]],
      begins: ["Reject"],
      openLabel: "Open",
    });
  });

  it("let no call run, however short its arguments are: no node shows them", () => {
    expect(answersIn(waitingForCall({ kind: "tool_approval" }))).toEqual({
      answers: [],
      begins: ["Reject"],
      openLabel: "Open",
    });
    expect(answersIn(waitingForCall({ kind: "unknown_outcome" })).answers).toEqual([]);
  });

  it("are none for a question that wants an answer in words", () => {
    const pause = { reason: "await_input" } as const;
    expect(answersIn(waitingForCall({ kind: "tool_input", pause }))).toEqual({
      answers: [],
      begins: ["Decline"],
      openLabel: "Answer",
    });
  });

  it("let nothing act outside: that is read in the panel, whatever length it has", () => {
    const at = (agent: string) => answersIn(waitingAtGate({ id: "go", agent, dependsOn: ["ask"] }));
    expect(at("deployer")).toEqual({ answers: [], begins: ["Reject"], openLabel: "Open" });
    expect(at("reader").answers).toEqual([["approve", "Approve", undefined]]);
    const deploys = withAgents(
      { id: "r", type: "planning_review" },
      { id: "go", agent: "deployer", dependsOn: ["r"] },
    );
    const openedBy = (decision: Decision) => answersIn(reviewing(decision, deploys));
    expect(openedBy("CONTINUE")).toMatchObject({ answers: [], openLabel: "Decide" });
    expect(openedBy("ABORT").answers).toEqual([["approve", "ABORT", "ends_run"]]);
  });

  it("agree with what a review proposes, under the name of the decision", () => {
    expect(answersIn(reviewing("CONTINUE"))).toEqual({
      answers: [["approve", "CONTINUE", undefined]],
      begins: ["REPLAN", "COMPLETE", "ABORT"],
      openLabel: "Override",
    });
    expect(answersIn(reviewing("ABORT")).answers).toEqual([["approve", "ABORT", "ends_run"]]);
  });

  it("are none for a review without a proposal", () => {
    expect(answersIn(reviewing())).toEqual({
      answers: [],
      begins: ["CONTINUE", "REPLAN", "COMPLETE", "ABORT"],
      openLabel: "Decide",
    });
  });
});

describe("renderNodeDecision", () => {
  it("puts the answers of an open gate on its node, and nothing on others", () => {
    const { state } = waitingAtGate({ id: "next", dependsOn: ["ask"] });
    expect(onNode(state, "ask")).toBe("Approve Reject Open");
    expect(onNode(state, "next")).toBe("");
  });

  it("puts nothing on the node of a gate that was decided", () => {
    const { state, gate } = waitingAtGate();
    const decided = { ...state.approvals, [gate.approvalId]: { ...gate, status: "decided" as const } };
    expect(onNode({ ...state, approvals: decided }, "ask")).toBe("");
  });

  it("puts the proposed decision on the node of a held review until it is applied", () => {
    const world = holdingReview("REPLAN");
    expect(onNode(world.state, "r")).toBe("REPLAN CONTINUE COMPLETE ABORT Override");
    expect(onNode(holdingReview("CONTINUE").tick(60_000).state, "r")).toBe("");
  });
});

describe("warmGates", () => {
  it("reads ahead what is shown first: the gates of the selected task, else the few that were asked first", async () => {
    await import("./gate-panel");
    const { state, gate } = waitingAtGate();
    const gates = ["e", "d", "c", "b", "a"].map((taskId, index) => ({
      ...gate,
      approvalId: `g_${taskId}`,
      taskId,
      openedSeq: 100 - index,
    }));
    const asking: RunState = {
      ...state,
      tasks: Object.fromEntries(gates.map(({ taskId }) => [taskId, state.tasks.ask as TaskState])),
      approvals: Object.fromEntries(gates.map((one) => [one.approvalId, one])),
      openApprovals: Object.fromEntries(gates.map(({ approvalId }) => [approvalId, true as const])),
    };
    const read = (taskId?: string) => {
      const queries = new QueryClient();
      const prefetch = vi.spyOn(queries, "prefetchQuery").mockResolvedValue();
      warmGates(queries, asking, taskId);
      return prefetch.mock.calls.map(
        ([{ queryKey = [] }]) => (queryKey[1] as { approvalId: string }).approvalId,
      );
    };
    expect(read()).toEqual(["g_a", "g_b", "g_c"]);
    expect(read("none")).toEqual(["g_a", "g_b", "g_c"]);
    expect(read("e")).toEqual(["g_e"]);
  });
});
