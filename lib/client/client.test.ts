import { describe, expect, it } from "vitest";
import { formatDuration, formatTimeAgo } from "@/lib/core/describe/amounts";
import { headline } from "@/lib/core/describe/gates/headline";
import { fold, type RunState } from "@/lib/core/run";
import { tasksToShow } from "@/lib/core/run/selectors";
import { offer, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { foldEvents } from "./live/fold-events";

const world = () => new RunWorld({ plan: planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }) });

describe("folding a stream", () => {
  it("gives the state that the engine has", () => {
    const { events, state } = world();
    const start = { state: fold("run_1", events.slice(0, 2)), log: [] };
    const { run, gap } = foldEvents(start, events);
    expect(gap).toBe(false);
    expect(run.state).toEqual(state);
    expect(run.log.map((event) => event.seq)).toEqual(events.slice(2).map((event) => event.seq));
  });

  it("passes over what it has, and does not touch the state it was given", () => {
    const { events } = world();
    const start = { state: fold("run_1", events.slice(0, 2)), log: [] };
    const before = structuredClone(start.state);
    expect(foldEvents(start, events.slice(0, 2)).run).toBe(start);
    foldEvents(start, events);
    expect(start.state).toEqual(before);
  });

  it("shares with the state before what no event touched", () => {
    const { events } = world();
    const [last] = events.slice(-1);
    const start = { state: fold("run_1", events.slice(0, -1)), log: [] };
    const { run } = foldEvents(start, events);
    expect(run.state.seq).toBe(last?.seq);
    expect(run.state.tasks.b).toBe(start.state.tasks.b);
    expect(run.state.settings).toBe(start.state.settings);
  });

  it("folds nothing when an event is missing, before others or between them", () => {
    const { events } = world();
    const start = { state: fold("run_1", events.slice(0, 1)), log: [] };
    expect(foldEvents(start, events.slice(2))).toEqual({ run: start, gap: true });
    expect(foldEvents(start, events.toSpliced(2, 1))).toEqual({ run: start, gap: true });
  });
});

describe("headline", () => {
  const say = (change: (state: RunState) => void) => {
    const state = structuredClone(world().state);
    change(state);
    return headline(state);
  };

  it("says what needs a person first", () => {
    const gate = {
      approvalId: "apr_1-1",
      kind: "human_review",
      prompt: "May it go live? There is risk.",
      openedSeq: 9,
      status: "open",
    };
    const text = say((state) => {
      state.openApprovals["apr_1-1"] = true;
      state.approvals["apr_1-1"] = gate as RunState["approvals"][string];
    });
    expect(text).toBe("Waiting for you: “May it go live?”");
  });

  it("says what runs, what is paused and how it ended", () => {
    expect(say(() => {})).toBe("Running: the next task is about to start");
    expect(say((state) => Object.assign(state, { active: { a: true } }))).toBe("Running: a");
    expect(say((state) => Object.assign(state, { paused: { since: 0, by: { kind: "system" } } }))).toContain(
      "Paused",
    );
    expect(say((state) => Object.assign(state, { finished: { reason: "cancelled", at: 1 } }))).toBe(
      "Cancelled",
    );
  });
});

describe("tasks to show", () => {
  it("keeps dropped work before the work that replaced it", () => {
    const { state, plan } = world();
    const next = planOf({ id: "a" }, { id: "c", dependsOn: ["a"] });
    const { patch } = offer(next);
    const copy = structuredClone(state);
    const task = copy.tasks.b as NonNullable<(typeof copy.tasks)[string]>;
    copy.tasks.c = { ...task, id: "c", sinceVersion: 2 };
    task.status = "superseded";
    copy.order = patch.order;
    expect(plan?.tasks).toHaveLength(2);
    expect(tasksToShow(copy).map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });
});

describe("figures", () => {
  it.each([
    [0, "< 1 s"],
    [4_200, "4 s"],
    [1_084_000, "18 m 04 s"],
    [7_380_000, "2 h 03 m"],
    [180_000_000, "2 d 2 h"],
  ])("says %i ms as %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
  it("says how long ago", () => {
    expect(formatTimeAgo(0, 4_000)).toBe("just now");
    expect(formatTimeAgo(0, 65_000)).toBe("1 min ago");
  });
});
