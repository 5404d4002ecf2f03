import { describe, expect, it } from "vitest";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import {
  answerReleaseGate,
  answersByTask,
  closedGates,
  givenAnswer,
  openGates,
  tasksToShow,
} from "./selectors";

describe("gates of a run", () => {
  const { state, gate } = waitingAtGate({ id: "go", dependsOn: ["ask"] });
  const decided = {
    by: { kind: "system" as const },
    at: 1,
    verb: "approve" as const,
    provenance: "person" as const,
  };
  const second = { ...gate, approvalId: "b", openedSeq: gate.openedSeq + 1 };
  const closed = (approvalId: string, openedSeq: number) => ({
    ...gate,
    approvalId,
    openedSeq,
    status: "decided" as const,
    decided,
  });

  it("that are open come oldest first", () => {
    const both = { ...state, approvals: { b: second, [gate.approvalId]: gate } };
    const open = openGates({ ...both, openApprovals: { b: true, [gate.approvalId]: true, gone: true } });
    expect(open.map(({ approvalId }) => approvalId)).toEqual([gate.approvalId, "b"]);
  });

  it("hold an answer back until people release it", () => {
    const answer = { digest: "d" } as NonNullable<typeof state.answer>;
    const held = { ...gate, kind: "answer_release" as const };
    const waiting = { ...state, answer, approvals: { [gate.approvalId]: held } };
    expect(givenAnswer(waiting)).toBeUndefined();
    expect(answerReleaseGate(waiting)).toBe(held);
    expect(givenAnswer({ ...state, answer })).toBe(answer);
  });

  it("that are closed come newest first, and the last answer of a task counts", () => {
    const approvals = { one: closed("one", 1), two: closed("two", 2), open: gate };
    expect(closedGates({ ...state, approvals }).map(({ approvalId }) => approvalId)).toEqual(["two", "one"]);
    expect([...answersByTask({ ...state, approvals })]).toEqual([["ask", decided]]);
  });
});

describe("tasks of a run", () => {
  const { state } = waitingAtGate({ id: "go", dependsOn: ["ask"] });

  it("are read in the plan's order, dropped ones before the version that replaced them", () => {
    const { ask, go } = state.tasks;
    if (!ask || !go) throw new Error("no tasks");
    const old = { ...go, id: "old", sinceVersion: 1 };
    const tasks = { ask, old, go: { ...go, sinceVersion: 2 } };
    expect(tasksToShow({ ...state, tasks, order: ["ask", "go"] }).map(({ id }) => id)).toEqual([
      "ask",
      "old",
      "go",
    ]);
    expect(tasksToShow({ ...state, tasks, order: ["ask"] }).map(({ id }) => id)).toEqual([
      "ask",
      "old",
      "go",
    ]);
  });
});
