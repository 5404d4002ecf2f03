"use client";

import { useNow } from "@/lib/client/use-now";
import { formatDuration } from "@/lib/core/describe/amounts";
import { headline } from "@/lib/core/describe/headline";
import type { RunEvent } from "@/lib/core/run/events";
import { closedGates, openGates } from "@/lib/core/run/selectors";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { ClosedGates } from "../approvals/closed-note";
import { GatePanel, HeldReview } from "../approvals/lazy-panels";
import { UnsentWords } from "../approvals/unsent-words";
import { AttachmentList } from "../attachments/attachment-list";
import { Budgets } from "../budgets/budgets";
import { TaskLink } from "../inspector/task-link";
import { VersionScore } from "../plans/critique/score";
import { useCritique } from "../plans/critique/use-critique";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { Section } from "../ui/section";

type RunSummaryProps = {
  state: RunState;
  events: readonly RunEvent[];
  onSelect(taskId: string | undefined): void;
  openTab(key: string): void;
};

/** The run while no task is selected: what needs a person, what runs now, what was decided. */
export function RunSummary({ state, events, onSelect, openTab }: RunSummaryProps) {
  const gates = openGates(state);
  const held = Object.keys(state.held).flatMap((id) => state.tasks[id] ?? []);
  const running = Object.keys(state.active).flatMap((id) => (state.held[id] ? [] : (state.tasks[id] ?? [])));
  const closed = closedGates(state);
  return (
    <>
      <UnsentWords state={state} events={events} />
      {gates.map((gate) => (
        <div key={gate.approvalId} className="border-line border-b-8">
          <GatePanel
            state={state}
            gate={gate}
            onOpenGate={(approvalId) => onSelect(state.approvals[approvalId]?.taskId)}
          />
        </div>
      ))}
      {held.map((task) => (
        <div key={task.id} className="border-line border-b-8">
          <HeldReview state={state} task={task} />
        </div>
      ))}
      {state.finished && (
        <Section title="Outcome" level={2}>
          <p>{headline(state)}</p>
          {state.answer && (
            <Button variant="main" className="justify-self-start" onClick={() => openTab("answer")}>
              View answer
            </Button>
          )}
        </Section>
      )}
      {!state.finished && gates.length === 0 && held.length === 0 && (
        <RunningNow tasks={running} onSelect={onSelect} state={state} />
      )}
      {/* At the foot of the panel, so that a decision above them comes and goes without moving them. */}
      <div className="lg:mt-auto lg:border-line lg:border-t">
        <AttachmentList files={state.attachments} />
        <Budgets state={state} />
        <CritiqueSummary state={state} openTab={openTab} />
        {closed.length > 0 && (
          <div className="p-4">
            <ClosedGates state={state} gates={closed} />
          </div>
        )}
        <p className="px-4 py-3 text-muted text-xs max-md:hidden">
          Select a task to inspect it. <Kbd keys="j k" /> move between tasks, <Kbd keys="Enter" /> opens,{" "}
          <Kbd keys="Esc" /> closes.
        </p>
      </div>
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
  return (
    <Section title="Running now" level={2} aside={tasks.length > 1 ? `${tasks.length} tasks` : undefined}>
      {tasks.length === 0 && <p>{headline(state)}</p>}
      {tasks.map((task) => (
        <div key={task.id} className="grid">
          <TaskLink task={task} onSelect={onSelect} />
          <Since at={task.startedAt} />
        </div>
      ))}
    </Section>
  );
}

function Since({ at }: { at: number | undefined }) {
  const now = useNow(true);
  return (
    <span className="text-muted text-xs">
      {at === undefined || now === undefined ? "…" : `for ${formatDuration(now - at)}`}
    </span>
  );
}

/** What the critic thinks of the plan in force, and the way to what it found. */
function CritiqueSummary({ state, openTab }: { state: RunState; openTab(key: string): void }) {
  const critique = useCritique(state, state.planVersion);
  if (!critique) return null;
  return (
    <Section title="Plan critique" level={2} aside={`version ${state.planVersion}`}>
      <VersionScore critique={critique} />
      <Button size="small" className="justify-self-start" onClick={() => openTab("replans")}>
        View findings
      </Button>
    </Section>
  );
}
