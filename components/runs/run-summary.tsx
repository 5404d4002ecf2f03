"use client";

import dynamic from "next/dynamic";
import { Suspense, use, useState } from "react";
import { pageSettled } from "@/lib/client/page-settled";
import { StoppedClock, useRunClock } from "@/lib/client/run-clock";
import type { AttachmentFacts } from "@/lib/core/attachments/facts";
import { formatDuration } from "@/lib/core/describe/amounts";
import { headline } from "@/lib/core/describe/gates/headline";
import { getOwn } from "@/lib/core/own";
import { isOver } from "@/lib/core/run/retrospects";
import { closedGates } from "@/lib/core/run/selectors";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { beganHere } from "@/lib/core/run/state/began-here";
import { Budgets } from "../budgets/budgets";
import { TaskLink } from "../inspector/task-link";
import { VersionScore } from "../plans/critique/score";
import { useCritique } from "../plans/critique/use-critique";
import { keysOf, RUN_KEYS } from "../ui/behavior/shortcuts";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { Section } from "../ui/section";
import { Skeleton } from "../ui/skeleton";

const ClosedGates = dynamic(() => import("../approvals/closed-note").then((room) => room.ClosedGates), {
  loading: () => <Skeleton className="h-40" />,
});
const AttachmentList = dynamic(() =>
  import("../attachments/attachment-list").then((room) => room.AttachmentList),
);

/** As high as the list that is on its way: what stands below it keeps its place. */
function AttachmentRoom({ files }: { files: readonly AttachmentFacts[] }) {
  return (
    <Section title="Attachments" level={2}>
      <ul aria-busy="true" className="grid gap-1">
        {files.map(({ id }) => (
          <li key={id} className="h-6" />
        ))}
      </ul>
    </Section>
  );
}

const RunForecastSection = dynamic(
  () => pageSettled().then(async () => (await import("../forecast/run-forecast")).RunForecastSection),
  { ssr: false },
);

/**
 * Of those that run so many are listed: more come and go than anybody reads, and would move all below. Of those that failed
 * as many are a press away once the run is over: somebody comes to ask why.
 */
const MAX_LISTED = 2;
/** What runs, and then what came of it, take the same room: it holds as many tasks as are listed, in a line each. */
const FIRST_PART = "min-h-40 content-start";

type RunSummaryProps = {
  state: RunState;
  onSelect(taskId: string | undefined): void;
  openTab(key: string): void;
};

/** The run while no task is selected: what runs now, what it may use, what was decided. */
export function RunSummary({ state, onSelect, openTab }: RunSummaryProps) {
  const running = Object.keys(state.active).flatMap((id) =>
    getOwn(state.held, id) ? [] : (getOwn(state.tasks, id) ?? []),
  );
  const closed = closedGates(state);
  const [wasOver] = useState(isOver(state));
  const failed = Object.values(state.tasks).filter(({ status }) => status === "failed");
  return (
    <>
      {isOver(state) && (
        <Section title="Outcome" level={2} className={FIRST_PART}>
          <p>{headline(state)}</p>
          {failed.slice(0, MAX_LISTED).map((task) => (
            <TaskLink key={task.id} isShort task={task} onSelect={onSelect} />
          ))}
          {failed.length > MAX_LISTED && (
            <p className="text-muted text-xs">and {failed.length - MAX_LISTED} more failed tasks</p>
          )}
          {state.answer && (
            <Button variant="main" className="justify-self-start" onClick={() => openTab("answer")}>
              View answer
            </Button>
          )}
        </Section>
      )}
      {!isOver(state) && <RunningNow tasks={running} onSelect={onSelect} state={state} />}
      {/* It comes later than the rest, and is another once the run is over: its place is kept, so that it moves nothing. */}
      {(!isOver(state) || state.planVersion > 0) && (
        <div className={`border-line border-b empty:border-transparent ${wasOver ? "min-h-36" : "min-h-46"}`}>
          <RunForecastSection state={state} />
        </div>
      )}
      <p className="border-line border-b px-4 py-3 text-muted text-xs max-md:hidden">
        Select a task to inspect it. <Kbd keys={keysOf(RUN_KEYS, "nextTask")} /> move between tasks,{" "}
        <Kbd keys={keysOf(RUN_KEYS, "enterDetails")} /> opens, <Kbd keys={keysOf(RUN_KEYS, "closeDetails")} />{" "}
        closes.
      </p>
      <Budgets state={state} />
      {state.attachments && (
        <Suspense fallback={<AttachmentRoom files={state.attachments} />}>
          <AttachmentList files={state.attachments} />
        </Suspense>
      )}
      <CritiqueSummary state={state} openTab={openTab} />
      {closed.length > 0 && (
        <div className="p-4">
          <ClosedGates state={state} gates={closed} />
        </div>
      )}
    </>
  );
}

function RunningNow({
  state,
  tasks,
  onSelect,
}: {
  state: RunState;
  tasks: TaskState[];
  onSelect(id: string): void;
}) {
  const isPast = use(StoppedClock) !== undefined;
  const when = isPast ? "then" : "now";
  return (
    <Section
      title={tasks.length > 0 ? `Running ${when}` : isPast ? "Then" : "Now"}
      level={2}
      aside={tasks.length > 1 ? `${tasks.length} tasks` : undefined}
      className={FIRST_PART}
    >
      {tasks.length === 0 && <p className="line-clamp-3">{headline(state)}</p>}
      {tasks.slice(0, MAX_LISTED).map((task) => (
        <div key={task.id} className="grid">
          <TaskLink isShort task={task} onSelect={onSelect} />
          <Since at={beganHere(state, task)} />
        </div>
      ))}
      {tasks.length > MAX_LISTED && (
        <p className="text-muted text-xs">and {tasks.length - MAX_LISTED} more on the plan</p>
      )}
    </Section>
  );
}

function Since({ at }: { at: number | undefined }) {
  const now = useRunClock(true);
  return (
    <span className="text-muted text-xs">
      {at === undefined || now === undefined ? "…" : `for ${formatDuration(now - at)}`}
    </span>
  );
}

/** What the critic thinks of the last plan that it has read, and the way to what it found. */
function CritiqueSummary({ state, openTab }: { state: RunState; openTab(key: string): void }) {
  const version = Math.max(0, ...Object.keys(state.critiques).map(Number));
  const critique = useCritique(state, version);
  if (!critique) return null;
  return (
    <Section title="Plan critique" level={2} aside={`version ${version}`}>
      <VersionScore critique={critique} />
      <Button size="small" className="justify-self-start" onClick={() => openTab("replans")}>
        View findings
      </Button>
    </Section>
  );
}
