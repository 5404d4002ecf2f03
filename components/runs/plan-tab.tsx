"use client";

import dynamic from "next/dynamic";
import { Suspense, useMemo, useState } from "react";
import type { KeptLayout } from "@/lib/client/use-run-layout";
import { getOwn } from "@/lib/core/own";
import type { RunEvent } from "@/lib/core/run/events";
import { canSteer, interventionsFor } from "@/lib/core/run/interventions";
import { isOver } from "@/lib/core/run/retrospects";
import { isPlanEditable } from "@/lib/core/run/selectors";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { isTerminalTask } from "@/lib/core/run/status";
import { decidedHolds } from "../approvals/drafts/kept-drafts";
import { ClosedNote, renderNodeDecision } from "../approvals/lazy-panels";
import { OpenDecisions } from "../approvals/open-decisions";
import { OtherDecisions } from "../approvals/other-decisions";
import { usePlanComments } from "../comments/use-plan-comments";
import { ForkButton } from "../forks/fork-button";
import type { PlanOverlay } from "../graph/facts";
import { RunGraph } from "../graph/run-graph";
import { Inspector } from "../inspector/inspector";
import type { History } from "../log/use-history";
import { issuesByTask } from "../plans/critique/issues-by-task";
import { openFindings, useCritique } from "../plans/critique/use-critique";
import { useMissingRight } from "../shell/rights";
import { handOverFocus } from "../ui/behavior/hand-over-focus";
import { useMedia } from "../ui/behavior/use-media";
import { Button } from "../ui/button";
import { LiveButton } from "../ui/live";
import { Nothing } from "../ui/nothing";
import { Drawer } from "../ui/overlay/dialog";
import { PanelSkeleton, Skeleton } from "../ui/skeleton";
import { RunSummary } from "./run-summary";
import type { Moment } from "./use-moment";
import { selectedInAddress, useGraphView, type VersionPair } from "./use-run-address";
import { TASK_STOP } from "./use-task-keys";

const CommentsPanel = dynamic(() => import("../comments/comments-panel").then((room) => room.CommentsPanel), {
  ssr: false,
  loading: PanelSkeleton,
});
const CommentsWatch = dynamic(() => import("../comments/comments-watch").then((room) => room.CommentsWatch), {
  ssr: false,
});
const TaskCommands = dynamic(() => import("../inspector/task-commands").then((room) => room.TaskCommands));
const CompareNote = dynamic(() => import("./compare-note").then((room) => room.CompareNote), {
  loading: () => <div className="min-h-[2.5625rem] border-line border-b bg-panel" />,
});
const NextGateOfOthers = dynamic(
  () => import("../approvals/next-gate").then((room) => room.NextGateOfOthers),
  { ssr: false },
);
const PastDecisions = dynamic(() => import("../timeline/past-decisions").then((room) => room.PastDecisions), {
  loading: Nothing,
});
const TimelinePanel = dynamic(() => import("../timeline/timeline-panel").then((room) => room.TimelinePanel), {
  ssr: false,
  loading: () => (
    <div role="status" className="p-4">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-40" />
    </div>
  ),
});

type PlanTabProps = {
  state: RunState;
  kept: KeptLayout;
  events: readonly RunEvent[];
  taskId: string | undefined;
  select(taskId: string | undefined): void;
  compared: VersionPair | undefined;
  overlay: PlanOverlay | undefined;
  compare(pair: VersionPair | undefined): void;
  openTab(key: string): void;
  time: TimeTravel;
  /** The timeline takes the place of the canvas. */
  isTimeline?: boolean;
  onEdit?: () => void;
};

/** The run as it is now, while `state` may be that of a past moment, and the way there. */
type TimeTravel = {
  now: RunState;
  history: History;
  at: number | undefined;
  moment: Moment | undefined;
  moveTo(seq: number | undefined): void;
  isDocked: boolean;
  dock(how: "open" | "closed"): void;
  /** The address names a past moment, and the page does not have it yet. */
  isAwaited: boolean;
};

/** The canvas and beside it what is known of the selected task; as a sheet from below where there is no room. */
export function PlanTab(props: PlanTabProps) {
  const { state, kept, events, taskId, select, compared, overlay, compare, openTab } = props;
  const { time, isTimeline = false, onEdit } = props;
  const { now, history, at, moment, moveTo, isDocked, dock } = time;
  const isPast = at !== undefined;
  // A page that begins in the past shows no summary of now first: what replaces it would move everything.
  const [beganPast] = useState(isPast);
  const awaits = beganPast && time.isAwaited;
  const isPhone = useMedia("(max-width: 767px)");
  const task = taskId === undefined ? undefined : getOwn(state.tasks, taskId);
  // While it may still ask, its page keeps room for a decision; what is over begins with its outcome.
  const [wasOver] = useState(isOver(state));
  const isAnswered = useIsAnswered(now);
  const isEditable = isPlanEditable(now);
  const missing = useMissingRight("operate");
  const mayReview = useMissingRight("review") === undefined;
  const noRight = mayReview ? undefined : missing;
  const noEdit = noRight ?? (isEditable ? undefined : "Wait for the next draft.");
  const remarks = usePlanComments();
  const inspected = isPhone || remarks.isOpen ? undefined : task;
  const renderToolbar = useMemo(
    () => (isPast ? undefined : renderNodeDecision({ state, onOpen: select })),
    [isPast, state, select],
  );
  const inspect = (shown: TaskState, onClose?: () => void) => (
    <Inspector
      state={state}
      now={now}
      events={events}
      task={shown}
      onSelect={select}
      {...(onClose && { onClose })}
    />
  );
  const decisions = (of: TaskState | undefined, inSheet = false) =>
    isPast ? (
      <PastDecisions past={state} now={now} taskId={of?.id} onSelect={select} />
    ) : (
      <>
        <OpenDecisions
          state={state}
          events={events}
          inSheet={inSheet}
          isBelowComments={remarks.isOpen}
          taskId={of?.id}
          onSelect={select}
        />
        {isAnswered && <NextGateOfOthers runId={state.runId} />}
      </>
    );
  // Comments stand where they do in the version that the canvas shows, of two in the later.
  const wantedVersion = overlay ? compared?.to : state.planVersion || now.planVersion;
  const shownVersion = wantedVersion === now.planVersion ? undefined : wantedVersion;
  const showVersion = (version: number) =>
    compare(version === now.planVersion ? undefined : { from: now.planVersion, to: version });
  const commentsPanel = (onClose?: () => void) => (
    <CommentsPanel
      state={now}
      events={events}
      version={shownVersion}
      shownPlan={overlay?.after}
      seq={moment?.seq}
      onVersion={showVersion}
      taskId={taskId}
      onSelect={select}
      {...remarks.panel}
      {...(onClose && { onClose })}
    />
  );
  const timeline = (
    <TimelinePanel
      state={now}
      history={history}
      at={at}
      moment={moment}
      selectedTaskId={taskId}
      onSelect={select}
      onMove={moveTo}
      isDock={!isTimeline}
    />
  );
  /** What stays in sight of a task, whatever is read of it. */
  const foot = (shown: TaskState) => (
    <>
      {!isPast && <OtherDecisions state={state} taskId={shown.id} onOpen={select} />}
      {/* Each part has its own box: one that comes, or goes, moves no other. */}
      <div className="contents *:relative *:max-h-[40dvh] *:shrink-0 *:overflow-y-auto *:border-line *:border-t *:border-b-0 *:bg-[var(--panel-ground,var(--panel))]">
        <div key={shown.id} role="status" className="border-t-0! empty:absolute!">
          {answeredGate(state, shown)}
        </div>
        {/* In the place of the actions of a review, and as high: its decision moves nothing when it comes. */}
        {wasDecided(shown) && (
          <div className="grid min-h-[4.6875rem] content-center px-4">
            <ForkButton runId={state.runId} place={{ taskId: shown.id }} label="Fork with another decision" />
          </div>
        )}
        {!isPast && (
          <Suspense fallback={<CommandsRoom state={state} task={shown} />}>
            <TaskCommands key={shown.id} state={state} task={shown} />
          </Suspense>
        )}
      </div>
      {/* Last, so that it stays where it is while actions come and go. */}
      {!isPast && (
        <div className="shrink-0 border-line border-t bg-[var(--panel-ground,var(--panel))] px-2 py-2">
          <Button size="small" variant="quiet" onClick={remarks.ask}>
            Comment on this task
          </Button>
        </div>
      )}
    </>
  );
  const critique = useCritique(state, state.planVersion);
  const graphView = useGraphView();
  const issues = useMemo(() => issuesByTask([], openFindings(critique?.findings ?? [])), [critique]);
  return (
    <section
      aria-label={isTimeline ? "Run over time" : "Plan"}
      className="grid lg:h-full lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[minmax(0,1fr)]"
    >
      {isTimeline ? (
        // Below each other, what follows is not seen before the timeline is there.
        <div className="min-w-0 max-lg:min-h-[75dvh] lg:contents">{timeline}</div>
      ) : (
        <div className="flex min-h-0 min-w-0 flex-col max-lg:p-4">
          {compared && (
            <CompareNote
              compared={compared}
              ready={overlay !== undefined}
              onStop={() => compare(undefined)}
            />
          )}
          <RunGraph
            state={state}
            kept={kept}
            {...graphView}
            selectedTaskId={taskId}
            selectedNow={selectedInAddress}
            onSelect={select}
            renderToolbar={renderToolbar}
            overlay={overlay}
            issues={overlay ? undefined : issues}
            comments={remarks.seen?.pins}
            className="max-lg:h-[32rem] lg:min-h-0 lg:grow lg:rounded-none lg:border-0"
          />
          <div className="flex min-h-8 shrink-0 items-stretch border-line bg-panel lg:border-t">
            <LiveButton
              aria-expanded={isDocked}
              onClick={() => dock(isDocked ? "closed" : "open")}
              className="flex grow items-center gap-1.5 px-3 text-muted text-xs -outline-offset-2 hover:text-ink"
            >
              <span aria-hidden="true">{isDocked ? "▾" : "▸"}</span>Timeline
            </LiveButton>
            {!isPast && onEdit && (isEditable || isDraft(now)) && (
              <LiveButton
                data-act="Edit plan"
                aria-disabled={noEdit !== undefined}
                title={noEdit}
                onClick={noEdit === undefined ? onEdit : undefined}
                className="px-3 text-muted text-xs -outline-offset-2 hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
              >
                Edit plan
              </LiveButton>
            )}
            <LiveButton
              data-comments-button
              aria-expanded={remarks.isOpen}
              onClick={remarks.toggle}
              className="px-3 text-muted text-xs -outline-offset-2 hover:text-ink"
            >
              {remarks.seen?.words ?? "Comments"}
            </LiveButton>
          </div>
          {/* As high before there is anything on it, and before its code is there. */}
          {isDocked && <div className="min-h-[14.625rem] shrink-0 bg-panel">{timeline}</div>}
        </div>
      )}
      {state.planVersion > 0 && (
        <CommentsWatch
          state={now}
          version={shownVersion}
          seq={moment?.seq}
          isReading={remarks.isOpen}
          onSeen={remarks.onSeen}
          onAsk={remarks.ask}
        />
      )}
      <aside
        aria-label={remarks.isOpen && !isPhone ? "Comments on the plan" : task ? "Inspector" : "Run summary"}
        data-inspector
        className={`min-w-0 border-line bg-panel max-lg:border-y lg:flex lg:min-h-0 lg:flex-col lg:border-l ${!wasOver ? "max-lg:mb-(--dock)" : isTimeline ? "" : "max-lg:order-first"}`}
      >
        <div className="relative lg:min-h-0 lg:grow lg:overflow-y-auto">
          {awaits ? (
            <PanelSkeleton />
          ) : remarks.isOpen && !isPhone ? (
            commentsPanel(() => {
              remarks.close();
              handOverFocus("[data-comments-button]");
            })
          ) : inspected ? (
            inspect(inspected, () => {
              select(undefined);
              handOverFocus(TASK_STOP);
            })
          ) : (
            <RunSummary state={state} onSelect={select} openTab={openTab} />
          )}
        </div>
        {/* Beside the plan the foot of the panel; below it the foot of the page, over what is read there. As high whatever
            stands in it: what comes there comes, and does not grow out of what went. */}
        <div className="pointer-events-none *:pointer-events-auto max-lg:fixed max-lg:inset-0 max-lg:z-10 max-lg:flex max-lg:flex-col max-lg:justify-end max-md:bottom-(--navigation) md:max-lg:left-50 lg:contents">
          {decisions(inspected)}
          {/* The server knows of no phone, where the sheet has it. */}
          {inspected && <div className="contents max-md:hidden">{foot(inspected)}</div>}
        </div>
      </aside>
      {isPhone && (
        <Drawer
          isFilled
          title="Comments"
          open={remarks.isOpen}
          onOpenChange={(open) => open || remarks.close()}
        >
          {remarks.isOpen && <div className="relative min-h-0 grow overflow-y-auto">{commentsPanel()}</div>}
        </Drawer>
      )}
      {isPhone && (
        <Drawer
          isFilled
          title={task?.spec.title ?? "Task"}
          open={task !== undefined && !remarks.isOpen}
          onOpenChange={(open) => open || select(undefined)}
        >
          {task && (
            <>
              <div className="relative min-h-0 grow overflow-y-auto">{inspect(task)}</div>
              {decisions(task, true)}
              {foot(task)}
            </>
          )}
        </Drawer>
      )}
    </section>
  );
}

/**
 * Whether the run waits for no answer any more, and asked something since its page was opened. A held decision counts
 * where it was decided here: those that take effect by themselves follow each other, and nothing may come and go with them.
 */
function useIsAnswered({ runId, openApprovals, held }: RunState): boolean {
  const asks = Object.keys(openApprovals).length > 0;
  const [hasAsked, setHasAsked] = useState(asks);
  if (asks && !hasAsked) setHasAsked(true);
  return !asks && Object.keys(held).length === 0 && (hasAsked || decidedHolds.has(runId));
}

/** Between two drafts nothing can be edited: the button of the editor stays, for those whose focus is on it. */
const isDraft = ({ phase, planVersion }: RunState): boolean => phase === "planning" && planVersion > 0;

/** Whether a person, or a review, has decided at the task. */
const wasDecided = ({ spec, status }: TaskState): boolean =>
  isTerminalTask(status) && (spec.type === "planning_review" || spec.type === "human_review");

/** As high as the actions of the task that are on their way. */
function CommandsRoom({ state, task }: { state: RunState; task: TaskState }) {
  if (interventionsFor(state, task).length === 0) return null;
  return <div className={canSteer(state, task) ? "min-h-55" : "min-h-[4.6875rem]"} />;
}

/** What was answered at a task that asks nothing any more. */
function answeredGate(state: RunState, { approvalId }: TaskState) {
  const gate = approvalId === undefined ? undefined : getOwn(state.approvals, approvalId);
  return gate && gate.status !== "open" ? <ClosedNote state={state} gate={gate} /> : null;
}
