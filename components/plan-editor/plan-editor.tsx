"use client";

import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { call } from "@/lib/client/call";
import { planVersionQuery } from "@/lib/client/query";
import type { KeptLayout } from "@/lib/client/use-run-layout";
import { addTask, connectionProblem, deleteTask, setDependency } from "@/lib/core/plan/staged/acts";
import { isSameEdit } from "@/lib/core/plan/staged/edits";
import { editRight } from "@/lib/core/run/plan-edits";
import { isPlanEditable } from "@/lib/core/run/selectors";
import type { RunState } from "@/lib/core/run/state";
import { RunGraph } from "../graph/run-graph";
import { issuesByTask } from "../plans/critique/issues-by-task";
import { selectedInAddress } from "../runs/use-run-address";
import { type SendRunCommand, useRunCommands } from "../runs/use-run-commands";
import { isFocusFree } from "../ui/behavior/keep-focus";
import { useRestored } from "../ui/behavior/use-kept";
import { useMedia } from "../ui/behavior/use-media";
import { Button } from "../ui/button";
import { Drawer } from "../ui/overlay/dialog";
import { useToast } from "../ui/overlay/toast";
import { RestoredNote } from "../ui/restored-note";
import { PanelSkeleton } from "../ui/skeleton";
import { ApplyDialog } from "./apply-dialog";
import { EDITABLE_NODES, EdgeCuts } from "./canvas-editing";
import { CheckList } from "./check-list";
import { editedState } from "./edited-state";
import { counted, EditorBar } from "./editor-bar";
import { LeaveDialog } from "./leave-dialog";
import { StagedList } from "./staged-list";
import { TaskForm } from "./task-form";
import { TextDialog } from "./text-dialog";
import { UnreadFieldsProvider, useUnapplied, withUnread } from "./unapplied";
import { useEditChecks } from "./use-edit-checks";
import { useEditorKeys } from "./use-editor-keys";
import { type PlanFacts, usePlanFacts } from "./use-plan-facts";
import { type PlanInForce, type Staging, useStaging } from "./use-staging";

type PlanEditorProps = {
  state: RunState;
  kept: KeptLayout;
  taskId: string | undefined;
  select(taskId: string | undefined): void;
  onLeave(): void;
};

/** The plan of a run while a person edits it: canvas and form, staged changes, one Apply. Loaded when it is opened. */
export function PlanEditor(props: PlanEditorProps) {
  const { runId, planVersion } = props.state;
  const { data, isError, refetch } = useQuery(planVersionQuery(runId, planVersion));
  const known = usePlanFacts();
  // A version that comes is read while the one before it still stands.
  const last = useRef(data);
  if (data) last.current = data;
  const inForce = last.current;
  if ((isError && !inForce) || (known.isError && !known.facts)) {
    const again = () => {
      if (isError) void refetch();
      known.refetch();
    };
    return (
      <div role="alert" className="grid justify-items-start gap-2 p-6">
        <p className="text-bad">
          <span aria-hidden="true">✕ </span>Could not load the plan.
        </p>
        <div className="flex gap-2">
          <Button onClick={again}>Try again</Button>
          <Button onClick={props.onLeave}>Close</Button>
        </div>
      </div>
    );
  }
  if (!inForce || !known.facts) return <PanelSkeleton />;
  return <Editor {...props} inForce={inForce} facts={known.facts} />;
}

const CANVAS_CLASS =
  "max-lg:h-[32rem] max-lg:rounded-none max-lg:border-x-0 lg:min-h-0 lg:grow lg:rounded-none lg:border-0";

type EditorProps = PlanEditorProps & { inForce: PlanInForce; facts: PlanFacts };

function Editor({ state, kept, taskId, select, onLeave, inForce, facts }: EditorProps) {
  const staging = useStaging(state, inForce);
  const { base, edits, stage, outcome, version, count } = staging;
  const { plan } = outcome;
  const [dialog, setDialog] = useState<"apply" | "leave" | "text">();
  const unapplied = useUnapplied(state.runId, staging);
  const draft = useRestoredDraft(state.runId, staging, unapplied);
  const right = editRight(state, facts.me);
  const commands = useRunCommands(state, right === "review" ? sendDraftEdit : undefined);
  const toast = useToast();
  const isPhone = useMedia("(max-width: 767px)");
  const isEditable = isPlanEditable(state) && right !== undefined;
  const isReadOnly = right === undefined;
  const shown = useDeferredValue(plan);
  const checked = useEditChecks(staging, facts);
  const checks = useMemo(
    () => withUnread(checked.checks, unapplied.unread),
    [checked.checks, unapplied.unread],
  );
  const task = plan.tasks.find(({ id }) => id === taskId);
  const aside = useRef<HTMLElement>(null);
  /** The task that was added last, until another one is looked at. */
  const [addedId, setAddedId] = useState<string>();
  const [shownId, setShownId] = useState(taskId);
  if (taskId !== shownId) {
    setShownId(taskId);
    if (taskId !== addedId) setAddedId(undefined);
  }
  // The canvas comes and changes right after what is typed and listed: no key waits for it.
  const isDrawn = useDeferredValue(true, false);
  const shownState = useMemo(() => editedState(state, shown), [state, shown]);
  const overlay = useMemo(() => ({ before: base.plan, after: shown }), [base, shown]);
  const problems = useMemo(() => [...(checks?.errors ?? []), ...(checks?.warnings ?? [])], [checks]);
  const issues = useMemo(() => issuesByTask(problems, checks?.critique.findings ?? []), [problems, checks]);
  const add = () => {
    const added = addTask(base, edits, task ? { dependsOn: [task.id] } : {});
    stage(added.edits);
    setAddedId(added.id);
    select(added.id);
  };
  const remove = () => {
    if (!task) return;
    stage(deleteTask(base, edits, task.id));
    select(undefined);
  };
  useEffect(() => {
    takeFreeFocus(aside.current?.querySelector<HTMLElement>("[data-inspected]") ?? aside.current);
    return () => takeFreeFocus(document.querySelector<HTMLElement>('[data-act="Edit plan"]'));
  }, []);
  const isDeletable = task && base.locks.get(task.id)?.kind !== "ended";
  const unsaved = [...stagedWords(count), ...unapplied.words];
  const leave = () => (unsaved.length > 0 ? setDialog("leave") : onLeave());
  useEditorKeys({
    leave,
    ...(!isReadOnly && {
      undo: staging.undo,
      redo: staging.redo,
      addTask: add,
      deleteSelected: isDeletable ? remove : undefined,
    }),
  });
  const connect = (kind: "connect" | "disconnect") => (from: string, to: string) =>
    stage(setDependency(base, edits, { kind, from, to }));
  const editing = {
    nodeTypes: EDITABLE_NODES,
    connect: connect("connect"),
    canConnect: (from: string, to: string) =>
      connectionProblem({ plan, locks: base.locks }, from, to) === undefined,
    renderLayer: (layer: Pick<Parameters<typeof EdgeCuts>[0], "graph" | "ways">) =>
      task && !base.locks.has(task.id) ? (
        <EdgeCuts {...layer} selectedTaskId={task.id} disconnect={connect("disconnect")} />
      ) : null,
  };
  const form = (onClose?: () => void) =>
    task && (
      <UnreadFieldsProvider value={unapplied.fieldsOf(task.id)}>
        <TaskForm
          key={task.id}
          state={state}
          staging={staging}
          task={task}
          facts={facts}
          isReadOnly={isReadOnly}
          isNew={task.id === addedId}
          issues={problems.filter((issue) => issue.taskId === task.id)}
          onSelect={select}
          {...(onClose && { onClose })}
        />
      </UnreadFieldsProvider>
    );
  return (
    <section
      aria-label="Plan editor"
      className="lg:grid lg:h-full lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[minmax(0,1fr)]"
    >
      {/* Narrow, the bar stays in sight over the lists, too, below the bar of the page. */}
      <div className="max-lg:contents lg:flex lg:min-h-0 lg:min-w-0 lg:flex-col">
        <div className="max-lg:sticky max-lg:top-0 max-lg:z-10 max-md:top-12">
          <EditorBar
            staging={staging}
            checks={checks}
            isReadOnly={isReadOnly}
            isEditable={isEditable}
            onAdd={add}
            onLeave={leave}
            onApply={() => {
              commands.clearProblem();
              setDialog("apply");
            }}
          />
        </div>
        {!staging.isKept && <UnkeptNote />}
        {draft && !isReadOnly && (
          <div className="border-line border-b bg-panel px-3 py-1.5">
            <RestoredNote {...draft} label="Discard draft" />
          </div>
        )}
        {isReadOnly && (
          <p role="status" className="border-line border-b bg-panel px-3 py-1.5">
            <Lock aria-hidden="true" className="mr-1.5 inline size-4 align-text-bottom text-muted" />
            You can look, but not edit. Editing requires the right to operate runs, or to review while the
            plan waits for your approval.
          </p>
        )}
        {isDrawn ? (
          <RunGraph
            state={shownState}
            kept={kept}
            selectedTaskId={taskId}
            selectedNow={selectedInAddress}
            onSelect={select}
            overlay={overlay}
            issues={issues}
            editing={isReadOnly ? undefined : editing}
            className={CANVAS_CLASS}
          />
        ) : (
          <div className={CANVAS_CLASS} />
        )}
      </div>
      <aside
        ref={aside}
        tabIndex={-1}
        aria-label={task && !isPhone ? "Task form" : "Staged changes and checks"}
        data-inspector
        className="relative min-w-0 border-line bg-panel -outline-offset-2 max-lg:border-y lg:min-h-0 lg:overflow-y-auto lg:border-l"
      >
        {task && !isPhone ? (
          form(() => select(undefined))
        ) : (
          <>
            {!isReadOnly && <StagedList runId={state.runId} staging={staging} onSelect={select} />}
            <CheckList checks={checks} plan={plan} onSelect={select} />
            {!isReadOnly && (
              <div className="px-4 py-3">
                <Button size="small" disabled={!isEditable} onClick={() => setDialog("text")}>
                  Edit as text…
                </Button>
              </div>
            )}
          </>
        )}
      </aside>
      {isPhone && (
        <Drawer
          isFilled
          title={task?.title ?? "Task"}
          open={task !== undefined}
          onOpenChange={(open) => open || select(undefined)}
        >
          {task && (
            <div data-editor-sheet className="relative min-h-0 grow overflow-y-auto">
              {form()}
            </div>
          )}
        </Drawer>
      )}
      {dialog === "apply" && (
        <ApplyDialog
          state={state}
          staging={staging}
          checks={checks}
          commands={commands}
          isBehind={checked.isBehind}
          reason={unapplied.reason}
          onReason={unapplied.setReason}
          onClose={() => setDialog(undefined)}
          onApplied={() => {
            setDialog(undefined);
            unapplied.setReason("");
            toast({ title: `Plan version ${version + 1} saved`, tone: "ok", icon: "✓" });
            if (outcome.conflicts.length === 0) onLeave();
          }}
        />
      )}
      {dialog === "text" && (
        <TextDialog
          state={state}
          staging={staging}
          facts={facts}
          written={unapplied.text}
          onWrite={unapplied.setText}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === "leave" && (
        <LeaveDialog
          what={unsaved}
          isKept={staging.isKept && unapplied.isKept}
          onStay={() => setDialog(undefined)}
          onKeep={onLeave}
          onDiscard={() => {
            staging.forget(edits);
            unapplied.forget();
            onLeave();
          }}
        />
      )}
    </section>
  );
}

/**
 * What the editor began with that was staged or typed before and is not in the plan, with the way to begin without it.
 * Undefined where it began with nothing, or that is gone.
 */
function useRestoredDraft(
  runId: string,
  { edits, count, stage }: Staging,
  unapplied: ReturnType<typeof useUnapplied>,
) {
  const key = `plan-edits/${runId}`;
  const { restored, forget } = useRestored(key, `${key}/unread`, `${key}/written`, `${key}/reason`);
  const typed = JSON.stringify([unapplied.unread, unapplied.text, unapplied.reason]);
  const [began] = useState({ edits, typed, words: [...stagedWords(count), ...unapplied.words] });
  const isGone = count === 0 && unapplied.words.length === 0;
  if (!restored || isGone || began.words.length === 0) return;
  const onRemove = () => {
    stage(edits.filter((edit) => !began.edits.some((one) => isSameEdit(one, edit))));
    // What was typed since is no part of it.
    if (typed === began.typed) unapplied.forget();
    forget();
  };
  return { ...restored, what: `not saved: ${began.words.join(", ")}`, onRemove };
}

const stagedWords = (count: number): string[] => (count > 0 ? [counted(count, "staged change")] : []);

/** Where the tab has no room for what is staged. */
const UnkeptNote = () => (
  <p role="status" className="border-line border-b bg-panel px-3 py-1.5 text-amber">
    <span aria-hidden="true">▲ </span>These changes are too large for this tab to keep through a reload. Apply
    them before you leave this page.
  </p>
);

/** It begins beside the canvas, and ends where the editor was opened, unless something else has the focus. */
function takeFreeFocus(taker: HTMLElement | null): void {
  if (isFocusFree()) taker?.focus({ preventScroll: true });
}

/** The edit of a draft by one who may review it and not operate its run: the one command that they can give. */
const sendDraftEdit: SendRunCommand = async (command, key) => {
  if (command.type !== "edit_plan") throw new Error(`A reviewer cannot send ${command.type}`);
  const { id, plan, expectedPlanVersion, reason } = command;
  return call("POST /api/v1/runs/{id}/plan", { id, plan, expectedPlanVersion, reason }, { key });
};
