"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { lessonsOfRunQuery } from "@/lib/client/query";
import { formatDeviation, formatExpectation } from "@/lib/core/describe/learning/expectation";
import { formatSimilarMission } from "@/lib/core/describe/learning/similar-missions";
import { taskStatusDisplay } from "@/lib/core/describe/looks/task-status";
import type { LessonView } from "@/lib/core/lessons/view";
import { isOver } from "@/lib/core/run/retrospects";
import { answerReleaseGate } from "@/lib/core/run/selectors";
import type { AttemptReflection, RunState, TaskState } from "@/lib/core/run/state";
import { LESSON_PARAM } from "../lessons/labels";
import { LessonMarks } from "../lessons/lesson-row";
import { ShownExamples } from "../library/shown-examples";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { LiveButton } from "../ui/live";
import { Problem } from "../ui/problem";
import { StatusLabel } from "../ui/status-label";
import { AttemptReflectionView } from "./critique";
import { Retrospect, SelfCritiques } from "./retrospect";

const NO_EXAMPLES =
  "No example of the library has been shown: none that is on shares two words with what was asked, needs offered tools alone and fits the room of a prompt, or the work had been approved before.";

type ReflectionTabProps = { state: RunState; showTask(id: string): void };

/** What a run says of itself: how it went, what was done badly, how its answers were judged, and what is learned from it. */
export function ReflectionTab({ state, showTask }: ReflectionTabProps) {
  return (
    <div className="mx-auto grid max-w-4xl items-start gap-4 p-4 md:p-6">
      {!isOver(state) && <Pending state={state} />}
      <Retrospect state={state} />
      {/* Its words are about an answer that people have yet to release. */}
      {!answerReleaseGate(state) && <SelfCritiques state={state} />}
      <Expectations state={state} showTask={showTask} />
      <AgentAnswers state={state} showTask={showTask} />
      <PlannedWith state={state} />
      <LessonsOfRun state={state} />
      {state.settings.examples.use && (
        <Card title="Examples" aside={<Link href="/library/examples">Library</Link>}>
          <div data-testid="run-examples">
            <ShownExamples state={state} none={NO_EXAMPLES} />
          </div>
        </Card>
      )}
    </div>
  );
}

/** What is still to come while the run works. */
function Pending({ state: { settings, selfCritiques } }: { state: RunState }) {
  const { selfCritique, retrospect } = settings;
  const steps = [
    ...(selfCritique && !selfCritiques ? ["a self-critique before the answer"] : []),
    ...(retrospect.enabled ? ["a retrospective when the run has ended"] : []),
  ];
  if (steps.length === 0) return null;
  return (
    <div className="rounded-xl border border-line bg-panel">
      <EmptyState title="The run is still at work">{`To come: ${steps.join(", ")}.`}</EmptyState>
    </div>
  );
}

/** What was expected of tasks before their results were known, beside what became of them and what reviews said of it. */
function Expectations({ state, showTask }: ReflectionTabProps) {
  const tasks = Object.values(state.tasks);
  const expected = tasks.flatMap((task) => (task.reasoned ? [{ task, reasoned: task.reasoned }] : []));
  const deviating = tasks.flatMap((task) =>
    task.proposal?.deviation ? [{ task, said: task.proposal }] : [],
  );
  if (expected.length + deviating.length === 0) return null;
  return (
    <Card title="Expected and actual">
      <ul className="grid gap-3" data-testid="expectations">
        {deviating.map(({ task, said }) => (
          <li key={task.id} className="grid gap-1">
            <TaskLink task={task} showTask={showTask} />
            <p className="wrap-anywhere text-amber">{formatDeviation(said)}</p>
          </li>
        ))}
        {expected.map(({ task, reasoned }) => (
          <li key={task.id} className="grid gap-1">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <TaskLink task={task} showTask={showTask} />
              <span className="text-xs">
                <StatusLabel status={taskStatusDisplay(task)} />
              </span>
            </p>
            <p className="wrap-anywhere text-muted">Expected: {formatExpectation(reasoned)}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type TaskLinkProps = { task: TaskState; showTask(id: string): void };

function TaskLink({ task, showTask }: TaskLinkProps) {
  return (
    <LiveButton
      onClick={() => showTask(task.id)}
      className="wrap-anywhere justify-self-start text-left font-medium underline underline-offset-2"
    >
      {task.spec.title}
    </LiveButton>
  );
}

type CritiquedTask = { task: TaskState; reflection: AttemptReflection };

/** How critics judged the answers of agents, of each task the last attempt. */
function AgentAnswers({ state, showTask }: ReflectionTabProps) {
  const critiqued = Object.values(state.tasks).flatMap((task): CritiquedTask[] => {
    const reflection = task.attempts.findLast((attempt) => attempt.reflection)?.reflection;
    return reflection ? [{ task, reflection }] : [];
  });
  if (critiqued.length === 0) return null;
  return (
    <Card title="Answers of agents">
      <ul className="grid gap-3" data-testid="agent-answers">
        {critiqued.map(({ task, reflection }) => (
          <li key={task.id} className="grid gap-1">
            <TaskLink task={task} showTask={showTask} />
            <AttemptReflectionView reflection={reflection} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Finished missions that the planner of the first plan was shown, as they stood then. */
function PlannedWith({ state: { missionsShown = {} } }: { state: RunState }) {
  const missions = Object.values(missionsShown).at(-1);
  if (!missions) return null;
  return (
    <Card title="Planned with">
      <ul className="grid gap-2" data-testid="planned-with">
        {missions.map((mission) => (
          <li key={mission.runId} className="grid gap-1">
            <Link href={`/runs/${mission.runId}`} className="wrap-anywhere underline underline-offset-2">
              {mission.mission}
            </Link>
            <p className="text-muted text-xs">{formatSimilarMission(mission)}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What planners and reviewers of this run were shown of what was learned before, and what it proposes itself. */
function LessonsOfRun({ state }: { state: RunState }) {
  const { runId, settings, lessonsShown } = state;
  const { propose, use } = settings.lessons;
  const hasEnded = isOver(state);
  const shown = useQuery({ ...lessonsOfRunQuery(runId, "shownTo"), enabled: lessonsShown !== undefined });
  const proposed = useQuery({ ...lessonsOfRunQuery(runId, "proposedBy"), enabled: propose && hasEnded });
  const failed = shown.error ?? proposed.error;
  if (!use && !propose) return null;
  return (
    <Card title="Lessons" aside={<Link href="/lessons">All lessons</Link>}>
      <div className="grid gap-4" data-testid="run-lessons">
        {failed && <Problem problem={{ message: "The lessons could not be loaded.", issues: [] }} />}
        {use && (
          <LessonList
            title="Shown in prompts of this run"
            lessons={lessonsShown === undefined ? [] : shown.data}
            none="No accepted lesson matched this mission."
          />
        )}
        {propose && (
          <LessonList
            title="Proposed by this run"
            lessons={hasEnded ? proposed.data : []}
            none={hasEnded ? "The run proposed no lesson." : "Lessons are proposed when the run ends."}
          />
        )}
      </div>
    </Card>
  );
}

type LessonListProps = { title: string; lessons: readonly LessonView[] | undefined; none: string };

function LessonList({ title, lessons, none }: LessonListProps) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-muted text-xs">{title}</h3>
      {lessons === undefined && <p className="text-muted">Loading…</p>}
      {lessons?.length === 0 && <p className="text-muted">{none}</p>}
      {lessons && lessons.length > 0 && (
        <ul className="grid gap-2">
          {lessons.map((lesson) => (
            <li key={lesson.id} className="grid gap-1">
              <Link
                href={`/lessons?${LESSON_PARAM}=${encodeURIComponent(lesson.id)}`}
                className="wrap-anywhere underline underline-offset-2"
              >
                {lesson.text}
              </Link>
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
                <LessonMarks lesson={lesson} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
