"use client";

import dynamic from "next/dynamic";
import { useCallback, useMemo, useState } from "react";
import { useLateReads } from "@/lib/client/late-reads";
import type { LiveRun } from "@/lib/client/live/fold-events";
import { StoppedClock } from "@/lib/client/run-clock";
import { useLiveRun } from "@/lib/client/use-live-run";
import { useRunLayout } from "@/lib/client/use-run-layout";
import type { PlanLayout } from "@/lib/core/layout/plan-layout";
import { type PlanVersion, planVersionsOf } from "@/lib/core/run/events/plan-versions";
import { offeredPlan } from "@/lib/core/run/offered-plan";
import { tasksToShow } from "@/lib/core/run/selectors";
import type { RunState } from "@/lib/core/run/state";
import { RUN_LOG_EVENTS } from "@/lib/core/stream/frames";
import type { RunPurges } from "@/lib/core/views";
import type { PlanOverlay } from "../graph/facts";
import { type History, useHistory } from "../log/use-history";
import { EventKeys } from "../timeline/event-keys";
import { handOverFocus } from "../ui/behavior/hand-over-focus";
import { useUrlParam } from "../ui/behavior/use-url-param";
import { Nothing } from "../ui/nothing";
import { PanelSkeleton } from "../ui/skeleton";
import { Tabs } from "../ui/tabs";
import { PlanTab } from "./plan-tab";
import { RunHeader } from "./run-header";
import { addUsage, type CountedUsage } from "./run-usage";
import { isReadWhole, useMoment } from "./use-moment";
import { selectedInAddress, useRunAddress, type VersionPair } from "./use-run-address";
import { useTaskKeys } from "./use-task-keys";

// Read by few visitors of the page, and large: each comes with its tab.
const loading = PanelSkeleton;
const PlanEditor = dynamic(() => import("../plan-editor/plan-editor").then((room) => room.PlanEditor), {
  ssr: false,
  loading,
});
const AnswerTab = dynamic(() => import("./answer/answer-tab").then((room) => room.AnswerTab), { loading });
const CostTab = dynamic(() => import("../costs/cost-tab").then((room) => room.CostTab), { loading });
const LogTab = dynamic(() => import("../log/log-tab").then((room) => room.LogTab), { loading });
const ReflectionTab = dynamic(
  () => import("../reflection/reflection-tab").then((room) => room.ReflectionTab),
  { loading },
);
const DrillEnd = dynamic(() => import("../drills/drill-end").then((room) => room.DrillEnd), {
  loading: Nothing,
});
const MomentBar = dynamic(() => import("../timeline/moment-bar").then((room) => room.MomentBar), {
  loading: () => <div className="min-h-[6.625rem] border-ink border-y bg-panel md:min-h-[2.875rem]" />,
});
const MomentReader = dynamic(() => import("../timeline/moment-reader").then((room) => room.MomentReader), {
  loading: Nothing,
});
const ReplansTab = dynamic(() => import("../replans/replans-tab").then((room) => room.ReplansTab), {
  loading,
});

type RunScreenProps = {
  snapshot: LiveRun;
  usage: CountedUsage;
  /** How many runs its family has beside it. */
  forks: number;
  purged: RunPurges;
  /** Where the tasks are, as far as the page began with it. */
  layout: PlanLayout | null;
};

/** The control room: a run as it happens, folded from the stream on top of what the server rendered. */
export function RunScreen({ snapshot, usage, forks, purged, layout }: RunScreenProps) {
  const { state: now, log, drill } = useLiveRun(snapshot);
  const kept = useRunLayout(now, layout);
  useLateReads(now);
  const address = useRunAddress();
  const { taskId, select, compared, compare, openTab } = address;
  const [tab = "plan"] = useUrlParam("tab");
  const { at, moveTo, moment, onReader } = useMoment(now.seq);
  const [momentFailed, onFailure] = useState(false);
  const state = moment?.state ?? now;
  const [docked, dock] = useUrlParam("timeline");
  const [edited, setEdited] = useUrlParam("edit");
  const isPast = at !== undefined;
  // Played or stepped to its end, a past leaves its bar and its timeline in their places: they go with a press.
  const [hasBar, showBar] = useState(isPast);
  if (isPast && !hasBar) showBar(true);
  const isDocked = docked === "open" || (hasBar && docked === undefined);
  // A task is shown with what was decided about it: the page of a large run has not read any of that yet.
  const lacksLog = taskId !== undefined && log.length < RUN_LOG_EVENTS;
  const isOnTimeline = isPast || isDocked || tab === "timeline";
  const needsFullHistory =
    tab === "log" ||
    tab === "replans" ||
    compared !== undefined ||
    lacksLog ||
    (isOnTimeline && isReadWhole(now.seq));
  const history = useHistory(now.runId, log, needsFullHistory);
  const versions = useMemo(() => planVersionsOf(history.events), [history.events]);
  const proposed = useMemo(() => proposedIn(now, compared), [now, compared]);
  const overlay = useMemo(
    () => overlayOf(proposed ? [...versions, proposed] : versions, compared),
    [versions, proposed, compared],
  );
  const currentUsage = useMemo(() => addUsage(usage, history.events), [usage, history.events]);
  const events = moment?.events ?? history.events;
  const taskIds = useMemo(() => tasksToShow(state).map(({ id }) => id), [state]);
  const isOfTasks = tab === "plan" || tab === "timeline";
  useTaskKeys({ taskIds, selected: selectedInAddress, select, enabled: isOfTasks });
  const showOnCanvas = useCallback(
    (from: number, to: number) => {
      compare({ from, to });
      openTab(undefined);
    },
    [compare, openTab],
  );
  const showMoment = useCallback(
    (seq: number) => {
      moveTo(seq);
      openTab(undefined);
    },
    [moveTo, openTab],
  );
  const showTask = useCallback(
    (id: string) => {
      select(id);
      openTab(undefined);
    },
    [select, openTab],
  );
  const plan = {
    state,
    kept,
    events,
    taskId,
    select,
    compared,
    overlay,
    compare,
    openTab,
    time: {
      now,
      history,
      at,
      moment,
      moveTo,
      isDocked,
      dock,
      isAwaited: isPast && moment === undefined && !momentFailed,
    },
  };
  const tabs = [
    {
      key: "plan",
      label: "Plan",
      panel:
        edited !== undefined && !isPast ? (
          <PlanEditor
            state={state}
            kept={kept}
            taskId={taskId}
            select={select}
            onLeave={() => setEdited(undefined)}
          />
        ) : (
          <PlanTab {...plan} onEdit={() => setEdited("plan")} />
        ),
    },
    { key: "timeline", label: "Timeline", panel: <PlanTab {...plan} isTimeline /> },
    {
      key: "log",
      label: "Log",
      count: now.seq,
      panel: <LogPanel state={now} history={history} onMove={showMoment} />,
    },
    {
      key: "replans",
      label: "Replans",
      count: now.counters.replans,
      panel: (
        <ReplansTab
          state={now}
          history={history}
          versions={versions}
          compared={compared}
          compare={compare}
          showOnCanvas={showOnCanvas}
          showTask={showTask}
        />
      ),
    },
    { key: "answer", label: "Answer", panel: <AnswerTab state={now} /> },
    ...(isReflectedOn(now)
      ? [{ key: "reflection", label: "Reflection", panel: <ReflectionTab state={now} showTask={showTask} /> }]
      : []),
    { key: "cost", label: "Cost", panel: <CostTab state={state} showTask={showTask} moment={moment} /> },
  ];
  return (
    <StoppedClock value={moment?.state.lastAt}>
      <div data-bleed className="flex min-w-0 flex-col lg:h-dvh lg:min-h-[38rem]">
        <RunHeader
          state={state}
          events={events}
          forks={forks}
          isPast={isPast}
          usage={moment?.usage ?? currentUsage}
        />
        {drill && <DrillEnd approvalId={Object.keys(now.approvals)[0] ?? ""} />}
        {purged.payloadsAt !== null && <PurgedNote at={purged.payloadsAt} />}
        {/* Going to the past would end an edit of the plan. */}
        {edited === undefined && <EventKeys at={at} moment={moment} onMove={moveTo} lastSeq={now.seq} />}
        {isPast && (
          <MomentReader
            runId={now.runId}
            lastSeq={now.seq}
            history={history}
            at={at}
            onReader={onReader}
            onFailure={onFailure}
          />
        )}
        {hasBar && (
          <MomentBar
            state={now}
            at={at}
            moment={moment}
            purged={purged}
            failed={momentFailed}
            retry={history.retry}
            isTabNow={!isOfTasks && tab !== "cost"}
            onNow={() => {
              showBar(false);
              moveTo(undefined);
              handOverFocus("[data-time-slider]", '[role="tab"][aria-selected="true"]');
            }}
          />
        )}
        <Tabs
          label="Run"
          tabs={tabs}
          className="flex min-h-0 min-w-0 grow flex-col [&>[role=tablist]]:shrink-0 [&>[role=tablist]]:bg-panel [&>[role=tablist]]:px-4 md:[&>[role=tablist]]:px-6"
          panelClassName="relative min-h-0 grow lg:overflow-y-auto"
        />
      </div>
    </StoppedClock>
  );
}

/** True for a run that says something of how it went, or of what it was shown of earlier work. */
function isReflectedOn({ settings, ...shown }: RunState): boolean {
  const { reasoning, reflection, selfCritique, retrospect, lessons } = settings;
  const asked = reasoning || reflection.enabled || selfCritique || retrospect.enabled || lessons.propose;
  const { lessonsShown, missionsShown, examplesShown } = shown;
  return asked || [lessonsShown, missionsShown, examplesShown].some((one) => one !== undefined);
}

function PurgedNote({ at }: { at: number }) {
  return (
    <p className="border-line border-b bg-panel px-4 py-1.5 text-muted text-xs md:px-6">
      Steps and tool calls were removed under retention on {new Date(at).toISOString().slice(0, 10)}.
    </p>
  );
}

function LogPanel(props: { state: RunState; history: History; onMove(seq: number): void }) {
  return (
    <div className="p-4 md:p-6">
      <LogTab {...props} />
    </div>
  );
}

/** The version that waits for people, where it is one of the two that are compared. */
function proposedIn(now: RunState, compared: VersionPair | undefined): ShownVersion | undefined {
  const version = now.offered?.version;
  if (version === undefined || (compared?.from !== version && compared?.to !== version)) return;
  const plan = offeredPlan(now);
  return plan && { version, plan };
}

type ShownVersion = Pick<PlanVersion, "version" | "plan">;

/** The two plans that are compared; undefined while one of them is not known. */
function overlayOf(
  versions: readonly ShownVersion[],
  compared: VersionPair | undefined,
): PlanOverlay | undefined {
  const planOf = (wanted: number) => versions.find(({ version }) => version === wanted)?.plan;
  const before = compared && planOf(compared.from);
  const after = compared && planOf(compared.to);
  return before && after ? { before, after } : undefined;
}
