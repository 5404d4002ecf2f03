import { describe, expect, it } from "vitest";
import { treeItemAfterKey } from "./arrow-keys";
import type { TaskFacts } from "./facts";
import { shallowEqual } from "./facts";
import { findTasks } from "./graph-bar";
import { severityDisplay, shortNotes, taskAriaLabel } from "./labels";
import { taskLevels } from "./levels";
import { legendEntries } from "./run-graph";
import { factsOfPlanned } from "./task-facts";

const facts = (id: string, more: Partial<TaskFacts> = {}): TaskFacts => ({
  ...factsOfPlanned({ id, title: `Task ${id}`, type: "task", agent: "coder", maxRetries: 2 }),
  ...more,
});

describe("a node in words", () => {
  it("says what was found wrong at it: the worst, and how much else", () => {
    expect(severityDisplay(facts("a"))).toBeUndefined();
    expect(severityDisplay(facts("a", { severity: "critical", issueCount: 1 }))).toMatchObject({
      word: "critical",
      tone: "bad",
    });
    const two = facts("a", { severity: "warning", issueCount: 3 });
    expect(severityDisplay(two)).toMatchObject({ icon: "△", word: "warning +2" });
    expect(taskAriaLabel(two)).toContain("warning +2");
  });

  it("says attempts and costs in short where there is no room for words", () => {
    expect(shortNotes(facts("a", { attempt: 1, attempts: 3 }))).toBe("");
    expect(shortNotes(facts("a", { attempt: 2, attempts: 3, costUsd: 0.0042 }))).toBe("2/3 $0.0042");
    expect(shortNotes(facts("a", { attempt: 1, attempts: 3, costUsd: null }))).toBe("cost unknown");
  });

  it("says everything that the node shows", () => {
    const review = facts("r", {
      kind: "planning_review",
      actor: "planning review",
      word: "decision held",
      decision: "REPLAN",
      heldUntil: 9,
      attempt: 2,
      startedAt: 1_000,
      endedAt: 62_000,
      costUsd: 0.1834,
      locked: true,
      mark: "changed",
    });
    expect(taskAriaLabel(review)).toBe(
      "Task r, planning review, decision held, REPLAN, attempt 2 of 3, changed, locked, 1 m 01 s, $0.1834",
    );
  });

  it("leaves out what is not known", () => {
    expect(taskAriaLabel(facts("a", { actor: "" }))).toBe("Task a, pending");
    expect(taskAriaLabel(facts("a", { word: "attempt 2 of 3", attempt: 2 }))).toBe(
      "Task a, coder, attempt 2 of 3",
    );
  });

  it("knows equal facts by value", () => {
    expect(shallowEqual(facts("a"), facts("a"))).toBe(true);
    expect(shallowEqual(facts("a"), facts("a", { attempt: 1 }))).toBe(false);
  });
});

describe("the list", () => {
  it("labels levels with more than one task, in the order of the graph", () => {
    const nodes = [
      facts("a", { level: 0, status: "succeeded" }),
      facts("b", { level: 1, status: "succeeded" }),
      facts("c", { level: 1 }),
      facts("d", { level: 1, ghost: true, status: "superseded" }),
      facts("e", { level: 2, status: "failed" }),
      facts("f", { level: 2, status: "skipped" }),
    ];
    expect(taskLevels(nodes).map(({ label, tasks }) => [label, tasks.map(({ id }) => id).join("")])).toEqual([
      [undefined, "a"],
      ["3 in parallel · 1 finished · 1 dropped", "bcd"],
      ["2 in parallel · all finished", "ef"],
    ]);
  });

  it("has what a later version brought below the rest, so that a replan moves no row", () => {
    const kept = [facts("a", { level: 0, version: 1 }), facts("b", { level: 1, version: 1, ghost: true })];
    const added = facts("c", { level: 1, version: 2 });
    const last = facts("d", { level: 2, version: 1, ghost: true });
    const idsOf = (nodes: TaskFacts[]) =>
      taskLevels(nodes).map(({ label, tasks }) => [label, tasks.map(({ id }) => id).join("")]);
    const before = idsOf([...kept, last]);
    expect(idsOf([...kept, added, last])).toEqual([...before, [undefined, "c"]]);
  });

  it("goes with the arrow keys, into levels and out of them", () => {
    const item = (dataset: Record<string, string>, ariaExpanded: string | null = null) =>
      ({ dataset, ariaExpanded }) as unknown as HTMLElement;
    const items = [
      item({ level: "0" }, "true"),
      item({ task: "a" }),
      item({ task: "b" }),
      item({ level: "1" }, "false"),
    ];
    const reached = (key: string, at: number) =>
      items.indexOf(treeItemAfterKey(key, items, at) as HTMLElement);
    expect(reached("ArrowDown", 0)).toBe(1);
    expect(reached("ArrowUp", 2)).toBe(1);
    expect(reached("ArrowRight", 0)).toBe(1);
    expect(reached("ArrowLeft", 2)).toBe(0);
    expect(reached("Home", 3)).toBe(0);
    expect(reached("End", 0)).toBe(3);
    expect(reached("ArrowRight", 3)).toBe(-1);
    expect(reached("x", 0)).toBe(-1);
  });
});

describe("search", () => {
  it("finds by every word, in title, id, agent and status", () => {
    const nodes = [facts("a"), facts("b", { word: "running" })];
    expect(findTasks(nodes, "coder RUN").map(({ id }) => id)).toEqual(["b"]);
    expect(findTasks(nodes, "  ")).toEqual([]);
    expect(findTasks(nodes, "nobody")).toEqual([]);
  });
});

describe("the legend", () => {
  it("counts marks first, and says in common words what each task says for itself", () => {
    const nodes = [
      facts("a", { icon: "◈", word: "accepted by Anna", tone: "amber" }),
      facts("b", { icon: "◈", word: "accepted by Ben", tone: "amber", mark: "added" }),
      facts("c", { kind: "fold" }),
    ];
    expect(legendEntries(nodes).map(({ status, count }) => `${count} ${status.word}`)).toEqual([
      "1 added",
      "2 accepted by a person",
    ]);
  });
});
