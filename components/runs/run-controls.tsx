"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { RunEvent } from "@/lib/core/run/events";
import { isOver } from "@/lib/core/run/retrospects";
import type { RunState } from "@/lib/core/run/state";
import { useMissingRight } from "../shell/rights";
import { useMedia } from "../ui/behavior/use-media";
import { Button } from "../ui/button";
import { ButtonLink } from "../ui/links/button-link";
import { Dialog, DialogClose } from "../ui/overlay/dialog";
import { DropdownMenu, type MenuItem } from "../ui/overlay/dropdown-menu";
import { useToast } from "../ui/overlay/toast";
import { Problem } from "../ui/problem";
import type { RunFile } from "./save-run-file";
import type { RunCommands } from "./use-run-commands";

const RunPicker = dynamic(() => import("../compare/run-picker").then((room) => room.RunPicker), {
  ssr: false,
});

const ReplanDialog = dynamic(() => import("./replan-dialog").then((room) => room.ReplanDialog), {
  ssr: false,
});

const AbortDialog = dynamic(() => import("./abort-dialog").then((room) => room.AbortDialog), { ssr: false });

const SaveTemplate = dynamic(() => import("../templates/save-template").then((room) => room.SaveTemplate), {
  ssr: false,
});

const PromoteExample = dynamic(
  () => import("../library/promote-example").then((room) => room.PromoteExample),
  {
    ssr: false,
  },
);

const DeleteRuns = dynamic(() => import("./delete-runs").then((room) => room.DeleteRuns), { ssr: false });

type MoreCommandsProps = { state: RunState; commands: RunCommands; onCancel(): void };

type RunControlsProps = {
  state: RunState;
  events: readonly RunEvent[];
  commands: RunCommands;
  /** A past moment is shown, in which nothing is under way. */
  isPast: boolean;
};

/**
 * Pause, resume, replan, edit, abort, cancel. Cancelling asks once more: it cannot be taken back. On a phone it is in the menu,
 * so that all stand in one line, whatever they say.
 */
export function RunControls({ state, events, commands, isPast }: RunControlsProps) {
  const missing = useMissingRight("operate");
  const [isCancelOpen, openCancel] = useState(false);
  if (isOver(state)) return <EndedRun state={state} />;
  const { pending, problem, send } = commands;
  const isOff = pending !== undefined || missing !== undefined;
  return (
    <div className="grid gap-2 lg:justify-items-end">
      <div data-acts className="flex flex-wrap gap-2 max-sm:gap-1">
        <ReplanButton state={state} events={events} commands={commands} isPast={isPast} />
        <PauseButton paused={state.paused !== undefined} commands={commands} />
        <MoreCommands state={state} commands={commands} onCancel={() => openCancel(true)} />
        <Dialog
          open={isCancelOpen}
          onOpenChange={openCancel}
          title="Cancel this run?"
          description="Running tasks are stopped and pending ones are dropped. Finished results are kept. This cannot be undone."
          trigger={
            <Button variant="quiet" className="max-sm:hidden" disabled={isOff} data-act="Cancel run">
              {pending === "cancel" ? "Cancelling…" : "Cancel run"}
            </Button>
          }
          footer={
            <>
              <DialogClose>
                <Button>Keep running</Button>
              </DialogClose>
              <DialogClose>
                <Button variant="danger" onClick={() => send({ type: "cancel" })}>
                  Cancel run
                </Button>
              </DialogClose>
            </>
          }
        />
      </div>
      {missing && <p className="text-muted text-xs">{missing}</p>}
      <Problem problem={pending === undefined ? problem : undefined} />
    </div>
  );
}

type EndedAct = "compare" | "template" | "promote" | "delete";

/**
 * What can be done with a run that is over: it is taken away as a file, and its plan becomes an example for later ones. What
 * is done less often is in a menu, so that these take no more room than the controls of a run under way.
 */
function EndedRun({ state: { runId, mission, planVersion, finished } }: { state: RunState }) {
  const router = useRouter();
  const toast = useToast();
  const hasPlan = planVersion > 0;
  const [open, setOpen] = useState<EndedAct>();
  const close = () => setOpen(undefined);
  const leave = () => {
    toast({ title: "Run deleted", text: "The audit log keeps a line.", tone: "ok", icon: "✓" });
    router.push("/runs");
  };
  const missing = useMissingRight("operate");
  const mayPromote = useMissingRight("review") === undefined;
  const mayDelete = useMissingRight("admin") === undefined;
  const offered = [
    { key: "compare" as const, label: "Compare with…", is: hasPlan },
    { key: "template" as const, label: "Save as template…", is: hasPlan, disabled: missing !== undefined },
    { key: "promote" as const, label: "Promote to example…", is: finished && hasPlan && mayPromote },
    { key: "delete" as const, label: "Delete run…", is: finished && mayDelete },
  ].filter(({ is }) => is);
  return (
    <div data-acts className="flex flex-wrap gap-2 max-sm:gap-1">
      <ButtonLink href={againHref(runId)}>Run again…</ButtonLink>
      <RunExport runId={runId} hasPlan={hasPlan} />
      {offered.length > 0 && (
        <DropdownMenu
          trigger={<Button>More</Button>}
          items={offered.map(({ is: _is, ...item }) => ({ ...item, onSelect: () => setOpen(item.key) }))}
        />
      )}
      {hasPlan && missing && <p className="w-full text-muted text-xs">{missing}</p>}
      {open === "compare" && <RunPicker fixed={[runId]} onClose={close} />}
      {open === "template" && <SaveTemplate runId={runId} version={planVersion} onClose={close} />}
      {open === "promote" && <PromoteExample from={{ runId }} onClose={close} />}
      {open === "delete" && (
        <DeleteRuns
          runs={[{ id: runId, title: mission }]}
          onClose={close}
          onDeleted={(ids) => ids.length > 0 && leave()}
        />
      )}
    </div>
  );
}

/** The form of a new mission, filled with what this run was asked to do. */
const againHref = (runId: string): string => `/runs/new?from=${encodeURIComponent(runId)}`;

/** What is asked for is kept while its dialog is closed. */
function ReplanButton(props: RunControlsProps) {
  const { state, commands } = props;
  const [isOpen, setOpen] = useState(false);
  const [instruction, onInstruction] = useState("");
  const { pending } = commands;
  const missing = useMissingRight("operate");
  const isReplanning =
    !props.isPast &&
    (pending === "request_replan" || state.replan !== undefined || state.replanWanted !== undefined);
  // There before it can be used, so that it moves nothing when it can.
  const notYet = missing ?? (state.phase === "executing" ? undefined : "The plan does not run yet");
  const toggle = (open: boolean) => {
    commands.clearProblem();
    setOpen(open);
  };
  return (
    <>
      <Button
        className="min-w-28 max-sm:px-2.5"
        aria-haspopup="dialog"
        disabled={pending !== undefined || isReplanning || notYet !== undefined}
        title={notYet}
        data-act="Replan run"
        onClick={() => toggle(true)}
      >
        {isReplanning ? (state.paused ? "Replans on resume" : "Replanning…") : "Replan"}
      </Button>
      {isOpen && (
        <ReplanDialog
          {...props}
          instruction={instruction}
          onInstruction={onInstruction}
          onClose={() => toggle(false)}
        />
      )}
    </>
  );
}

function PauseButton({ paused, commands: { pending, send } }: { paused: boolean; commands: RunCommands }) {
  const missing = useMissingRight("operate");
  // As wide on a phone whatever it says: the button beside it does not move.
  const className = "max-sm:min-w-26.5";
  // Not `disabled`, which would take the focus away: the next key takes the same button back.
  if (pending === "pause" || pending === "resume") {
    return (
      <Button className={className} aria-disabled>
        {pending === "pause" ? "Pausing…" : "Resuming…"}
      </Button>
    );
  }
  return (
    <Button
      className={className}
      disabled={pending !== undefined || missing !== undefined}
      title={missing}
      data-act={paused ? "Resume run" : "Pause run"}
      onClick={() => send({ type: paused ? "resume" : "pause" })}
    >
      {paused ? "Resume" : "Pause"}
    </Button>
  );
}

/** What is done to a run less often: it is aborted with a reason, compared, or taken away as a file. */
function MoreCommands({ state, commands, onCancel }: MoreCommandsProps) {
  const router = useRouter();
  const [open, setOpen] = useState<"abort" | "compare" | "template">();
  const [abortReason, setAbortReason] = useState("");
  const exports = useExportItems(state.runId, state.planVersion > 0);
  const mayOperate = useMissingRight("operate") === undefined;
  const isPhone = useMedia("(max-width: 639.98px)");
  const close = () => setOpen(undefined);
  const abort = () => {
    commands.clearProblem();
    setOpen("abort");
  };
  return (
    <>
      <DropdownMenu
        trigger={<Button disabled={commands.pending !== undefined}>More</Button>}
        items={[
          ...(isPhone
            ? [{ key: "cancel", label: "Cancel run…", disabled: !mayOperate, onSelect: onCancel }]
            : []),
          { key: "abort", label: "Abort run…", disabled: !mayOperate, onSelect: abort },
          {
            key: "compare",
            label: "Compare with…",
            disabled: state.planVersion === 0,
            onSelect: () => setOpen("compare"),
          },
          {
            key: "template",
            label: "Save as template…",
            disabled: state.planVersion === 0 || !mayOperate,
            onSelect: () => setOpen("template"),
          },
          {
            key: "again",
            label: "Run again with changes…",
            onSelect: () => router.push(againHref(state.runId)),
          },
          ...exports,
        ]}
      />
      {open === "template" && (
        <SaveTemplate runId={state.runId} version={state.planVersion} onClose={close} />
      )}
      {open === "compare" && <RunPicker fixed={[state.runId]} onClose={close} />}
      {open === "abort" && (
        <AbortDialog commands={commands} reason={abortReason} onReason={setAbortReason} onClose={close} />
      )}
    </>
  );
}

const FILE_LABELS: [file: RunFile, label: string][] = [
  ["report", "Export report (HTML)"],
  ["svg", "Export graph (SVG)"],
  ["png", "Export graph (PNG)"],
  ["mermaid", "Export plan (Mermaid)"],
];

/** A run as files, for a menu; what saves them is loaded with the first. */
function useExportItems(runId: string, hasPlan: boolean): MenuItem[] {
  const toast = useToast();
  const save = async (file: RunFile) => {
    try {
      const { saveRunFile } = await import("./save-run-file");
      await saveRunFile(runId, file);
    } catch {
      toast({ title: "Could not export the run", text: "Try again.", tone: "bad", icon: "✕" });
    }
  };
  return FILE_LABELS.map(([file, label]) => ({
    key: `export ${file}`,
    label,
    disabled: file !== "report" && !hasPlan,
    onSelect: () => void save(file),
  }));
}

/** The same as a menu of its own, of a run that takes no more commands. */
function RunExport({ runId, hasPlan }: { runId: string; hasPlan: boolean }) {
  return <DropdownMenu trigger={<Button>Export</Button>} items={useExportItems(runId, hasPlan)} />;
}
