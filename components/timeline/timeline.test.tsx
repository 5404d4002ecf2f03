import { describe, expect, it } from "vitest";
import { attemptTone, rowText } from "@/lib/core/describe/timeline";
import { fold } from "@/lib/core/run/fold";
import { createKeyframes } from "@/lib/core/run/keyframes";
import type { AttemptSpan } from "@/lib/core/timeline/rows";
import { renderHtml, renderText } from "@/lib/testing/render";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { readSeq } from "../runs/use-moment";
import { clockText } from "./clock-text";
import { MomentBar } from "./moment-bar";
import { momentAfter } from "./moment-reader";
import { PastDecisions } from "./past-decisions";
import { TaskRow } from "./time-row";
import { TimeRows } from "./time-rows";
import { TimeTable } from "./time-table";
import { TimelinePanel } from "./timeline-panel";

const world = new RunWorld({ plan: planOf({ id: "a", title: "Dig the hole" }, { id: "b" }) });
const task = Object.assign(world.state.tasks.a as object, {
  status: "running",
  attempt: 2,
  attempts: [
    { attempt: 1, startedAt: 0, endedAt: 60_000, steps: 1, outcome: "failed" },
    { attempt: 2, startedAt: 60_000, steps: 0 },
  ],
}) as never as NonNullable<(typeof world.state.tasks)["a"]>;
const first = {
  attempt: 1,
  from: 0,
  to: 60_000,
  outcome: "failed" as const,
  calls: [
    { kind: "model" as const, from: 0, to: 10_000 },
    { kind: "tool" as const, from: 10_000, to: 50_000 },
  ],
  waits: [{ kind: "person" as const, from: 50_000, to: 60_000 }],
};
const second = { attempt: 2, from: 60_000, to: undefined, outcome: undefined, calls: [], waits: [] };

describe("attemptTone", () => {
  it("is that of what an attempt came to, once it had, and of work before", () => {
    expect(attemptTone(task, { ...first, to: undefined, outcome: undefined })).toBe("run");
    expect(attemptTone(task, first)).toBe("retry");
    expect(attemptTone(task, second)).toBe("retry");
    expect(attemptTone({ ...task, status: "failed", attempt: 1 }, first)).toBe("bad");
    expect(attemptTone(task, { ...first, outcome: "aborted" })).toBe("plain");
    expect(attemptTone({ ...task, status: "succeeded" }, { ...first, outcome: "succeeded" })).toBe("plain");
    const waits = [{ kind: "person" as const, from: 70_000, to: undefined }];
    expect(attemptTone(task, { ...second, waits })).toBe("person");
  });
});

describe("a row", () => {
  it("says in words what its bars show", () => {
    expect(rowText(task, [first, second], { now: 75_000, isCritical: false })).toBe(
      "Dig the hole: attempt 2 of 2; attempt 1 failed, 1 m 00 s (10 s in models, 40 s in tools, 10 s waiting); attempt 2 running, 15 s",
    );
    expect(rowText(task, [], { now: 75_000, isCritical: true })).toMatch(
      /not started; on the critical path$/,
    );
  });

  it("draws attempts with the models and tools in them, hatches waits, and marks versions and the critical path", () => {
    const places = { width: 100, xOf: (at: number) => at / 1_000, shareOf: (x: number) => x / 100 };
    const frame = {
      places,
      hatch: { past: "was", now: "is" },
      now: 90_000,
      versionsAt: [30_000],
      cuts: [{ from: 70_000, to: 80_000, hiddenMs: 5_000 }],
    };
    const drawn = (attempts: AttemptSpan[], isCritical = false) =>
      renderHtml(
        <TaskRow
          task={task}
          row={{ taskId: "a", attempts }}
          frame={frame}
          isCritical={isCritical}
          isSelected={false}
          position={1}
          count={1}
          onSelect={() => undefined}
        />,
      );
    const html = drawn([first], true);
    const boxes = [...html.matchAll(/<rect x="([\d.]+)" width="([\d.]+)"[^>]*?fill-opacity="([\d.]+)"/g)];
    expect(boxes.map(([, ...box]) => box.map(Number))).toEqual([
      [70, 10, 0.5],
      [0, 60, 0.22],
      [0, 10, 0.5],
      [10, 40, 1],
    ]);
    expect(html).toContain('x="50.5" width="9" y="6.5" height="9" fill="url(#was)"');
    expect(html).toMatch(/<rect x="70" width="10" height="24"[^>]*><title>10 s of waiting, drawn shorter</);
    expect(html).toMatch(/<line x1="30" x2="30"[^>]* stroke-dasharray="3 3"/);
    expect(html).toMatch(/<line x1="0" x2="60"[^>]* class="stroke-ink"/);
    const open = drawn([{ ...second, waits: [{ kind: "person", from: 70_000, to: undefined }] }]);
    expect(open).toContain("url(#is)");
    expect(open).not.toContain("stroke-ink");
  });

  it("shows a past moment: to their ends what it had begun, and in words what was known then", () => {
    const places = { width: 100, xOf: (at: number) => at / 1_000, shareOf: (x: number) => x / 100 };
    const frame = {
      places,
      hatch: { past: "was", now: "is" },
      now: 90_000,
      versionsAt: [],
      cuts: [],
    };
    const pending = { ...task, status: "pending" as const, attempt: 0, attempts: [] };
    const waiting = { ...task, status: "waiting" as const, attempt: 1, attempts: task.attempts.slice(0, 1) };
    const waited = { kind: "person" as const, from: 50_000, to: undefined };
    const begun = { ...first, outcome: undefined, to: undefined, waits: [waited] };
    const drawn = (then?: { task: typeof task | undefined; attempts: AttemptSpan[] }) =>
      renderHtml(
        <TaskRow
          task={task}
          row={{ taskId: "a", attempts: [first, second] }}
          frame={frame}
          then={then && { ...then, moment: 55_000 }}
          isSelected={false}
          isCritical={false}
          position={1}
          count={1}
          onSelect={() => undefined}
        />,
      );
    const then = drawn({ task: waiting, attempts: [begun] });
    expect(then).toContain("attempt 1 waiting, 55 s (10 s in models, 40 s in tools, 5 s waiting)");
    expect(then).not.toContain("attempt 2");
    expect(then).toContain("url(#is)");
    const now = drawn();
    expect(now).toContain("attempt 2");
    expect(now).not.toContain("url(#is)");
    expect(drawn({ task: pending, attempts: [] })).toContain("Dig the hole: pending, not started");
    expect(drawn({ task: undefined, attempts: [] })).toContain("Dig the hole: not in the plan yet");
  });

  it("has the same as a table", () => {
    const timeline = {
      rows: [
        { taskId: "a", attempts: [first, second] },
        { taskId: "b", attempts: [] },
        { taskId: "gone", attempts: [] },
      ],
      calls: [],
      waits: [],
      versions: [{ version: 2, at: 60_000, seq: 9 }],
    };
    const text = renderText(
      <TimeTable
        state={world.state}
        timeline={timeline}
        now={75_000}
        selectedTaskId="a"
        onSelect={() => undefined}
      />,
    );
    expect(text).toContain("1, failed");
    expect(text).toContain("1 m 00 s 10 s 40 s 10 s");
    expect(text).toContain("2, running");
    expect(text).toContain("Not started");
    expect(text).toContain("Dig the hole yes");
    expect(text).toContain(`Plan v2 since ${clockText(60_000, true)}`);
  });
});

describe("the critical path", () => {
  const plan = planOf({ id: "a", title: "Dig" }, { id: "b", title: "Fill", dependsOn: ["a"] }, { id: "c" });
  const { state: past } = new RunWorld({ plan });
  const now = structuredClone(past);
  // Then two tasks in a row were to take longest; it was the third that did.
  for (const [id, endedAt] of [
    ["a", 10],
    ["b", 20],
    ["c", 90],
  ] as const)
    Object.assign(now.tasks[id] as object, { status: "succeeded", startedAt: 0, endedAt });
  const rows = ["a", "b", "c"].map((taskId) => ({ taskId, attempts: [] }));
  const timeline = { rows, calls: [], waits: [], versions: [] };
  const common = { timeline, selectedTaskId: undefined, onSelect: () => undefined };

  it("is that of the state which is shown, in the rows and as a table", () => {
    const places = { width: 100, xOf: (at: number) => at, shareOf: (x: number) => x };
    const frame = { places, hatch: { past: "was", now: "is" }, now: 90, versionsAt: [], cuts: [] };
    const drawn = (then: { state: typeof past; events: [] } | undefined) =>
      renderHtml(
        <TimeRows
          {...common}
          state={now}
          past={then}
          frame={frame}
          moment={then && 5}
          momentTaskId={undefined}
          isDock={true}
        />,
      );
    const spoken = (then: { state: typeof past; events: [] } | undefined) =>
      [...drawn(then).matchAll(/data-time-row="(\w)"[^>]*aria-label="[^"]*critical path/g)].map(
        ([, id]) => id,
      );
    expect(spoken(undefined)).toEqual(["c"]);
    expect(spoken({ state: past, events: [] })).toEqual(["a", "b"]);
    const table = (state: typeof past) => renderText(<TimeTable {...common} state={state} now={90} />);
    expect(table(past)).toMatch(/Dig yes .*Fill yes .*/);
    expect(table(now)).not.toContain("Dig yes");
    // What had not happened yet is under a veil, from the moment on.
    const veil = /<rect x="5" width="95" height="100%" fill-opacity="0.6"[^>]*><\/rect><line x1="5" x2="5"/;
    expect(drawn({ state: past, events: [] })).toMatch(veil);
    expect(drawn(undefined)).not.toContain("data-veil");
  });
});

describe("clockText", () => {
  it("is the time of day, with seconds where they matter", () => {
    const at = new Date(2026, 1, 3, 4, 5, 6).getTime();
    expect([clockText(at, false), clockText(at, true)]).toEqual(["04:05", "04:05:06"]);
  });
});

describe("momentAfter", () => {
  const { events, state } = new RunWorld({ plan: planOf({ id: "a" }) });
  const frame = fold("run_1", events.slice(0, 1));
  const servedFrom = (from: typeof frame) => ({
    seq: 1,
    frames: createKeyframes("run_1", 500, from),
    events: events.slice(1),
  });

  it("folds what follows the state of a server, and counts what that state knows", () => {
    const moment = momentAfter(servedFrom(frame), events.length);
    expect(moment?.state).toEqual(state);
    expect(moment).toMatchObject({ seq: events.length, event: events.at(-1), complete: false });
    expect(moment?.usage).toMatchObject({ inputTokens: 0, knownUsd: 0, unknownCalls: 0 });
    const used = structuredClone(frame);
    used.ledger.used = { tokens: 70, costMicroUsd: 2_000_000, hops: 0 };
    expect(momentAfter(servedFrom(used), 2)?.usage).toMatchObject({ inputTokens: 70, knownUsd: 2 });
    used.ledger.unknown.costMicroUsd = 1;
    expect(momentAfter(servedFrom(used), 2)?.usage).toMatchObject({ knownUsd: 0, unknownCalls: 1 });
  });

  it("is not there before its events are, nor of events before that state", () => {
    expect(momentAfter(servedFrom(frame), events.length + 1)).toBeUndefined();
    expect(momentAfter(servedFrom(frame), 1)).toBeUndefined();
  });
});

describe("readSeq", () => {
  it("takes numbers of events that the run has, and nothing else", () => {
    expect(["1", "7", "0", "8", "1.5", "x", "", undefined].map((text) => readSeq(text, 7))).toEqual([
      1,
      7,
      ...Array(6).fill(undefined),
    ]);
  });
});

describe("PastDecisions", () => {
  const { state, gate } = waitingAtGate({ id: "go", dependsOn: ["ask"] });
  const past = { ...state, openApprovals: { [gate.approvalId]: true as const } };
  const shown = (now: typeof state) =>
    renderText(<PastDecisions past={past} now={now} taskId={undefined} onSelect={() => undefined} />);

  it("names what was open, and what has come of it", () => {
    expect(shown(state)).toContain("Still open now");
    const decided = {
      by: { kind: "person" as const, id: "anna", name: "Anna" },
      at: 1,
      verb: "approve" as const,
      provenance: "person" as const,
    };
    const later = { ...gate, status: "decided" as const, decided };
    expect(shown({ ...state, approvals: { [gate.approvalId]: later } })).toContain("by Anna");
    const expired = { ...gate, status: "expired" as const };
    expect(shown({ ...state, approvals: { [gate.approvalId]: expired } })).toContain("Later:");
  });

  it("is nothing where nothing waited", () => {
    const quiet = { ...past, openApprovals: {}, held: {} };
    expect(
      renderText(<PastDecisions past={quiet} now={quiet} taskId={undefined} onSelect={() => undefined} />),
    ).toBe("");
  });
});

describe("the bar of a past moment", () => {
  const bar = (more: Partial<Parameters<typeof MomentBar>[0]>) =>
    renderText(
      <MomentBar
        state={{ ...world.state, seq: 40 }}
        at={7}
        moment={undefined}
        failed={false}
        isTabNow={false}
        purged={{ liveTextAt: null, payloadsAt: null }}
        retry={() => {}}
        onNow={() => {}}
        {...more}
      />,
    );
  const moment = { seq: 7, event: undefined, state: world.state } as never;

  it("says which moment it is, and offers what can be done there", () => {
    expect(bar({ moment })).toMatch(/^Event 7 of 40 .*controls are off.*Fork from here Back to now$/);
  });

  it("names what was removed, without which nothing can be forked", () => {
    const purged = { liveTextAt: null, payloadsAt: Date.UTC(2026, 1, 3) };
    const text = bar({ moment, purged });
    expect(text).toContain("Steps and tool calls were removed on 2026-02-03");
    expect(text).not.toContain("Fork from here");
  });

  it("says that a moment is on its way, could not be loaded, or that a tab does not show it", () => {
    expect(bar({})).toContain("Loading this moment…");
    expect(bar({ failed: true })).toContain("Could not load this moment. Try again");
    expect(bar({ moment, isTabNow: true })).toContain("This tab shows the run as it is now.");
  });

  it("stays once the run of now is reached, until it is closed", () => {
    const text = bar({ at: undefined, failed: true, isTabNow: true });
    expect(text).toBe("Event 40 of 40 This is the run as it is now. The run’s controls are on again. Close");
  });
});

it("is a chart unless the address asks for the table", () => {
  const run = new RunWorld({ plan: planOf({ id: "a", title: "Dig the hole" }) });
  run.start();
  const history = { events: run.events, complete: true, failed: false, retry: () => {} };
  const text = (search: string) =>
    renderText(
      <TimelinePanel
        state={run.state}
        history={history}
        selectedTaskId={undefined}
        at={undefined}
        moment={undefined}
        onSelect={() => {}}
        onMove={() => {}}
      />,
      { search },
    );
  expect(text("chart=table")).toMatch(/Show as chart.*Dig the hole/);
  expect(text("")).toContain("Show as table");
});
