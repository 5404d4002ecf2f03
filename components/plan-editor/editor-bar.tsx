"use client";

import { Plus, Redo2, Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { describeStaging } from "@/lib/core/describe/plans/staged-edits";
import type { StagedEdit } from "@/lib/core/plan/staged/edits";
import { useDebounced } from "../ui/behavior/use-debounced";
import { Button } from "../ui/button";
import { IconButton } from "../ui/icon-button";
import type { EditChecks } from "./check-edit";
import type { Staging } from "./use-staging";

type EditorBarProps = {
  staging: Staging;
  checks: EditChecks | undefined;
  /** Only what is staged can be looked at and left. */
  isReadOnly: boolean;
  /** Whether the run takes changes of its plan now. */
  isEditable: boolean;
  onAdd(): void;
  onLeave(): void;
  onApply(): void;
};

/** What is staged, in numbers and to be heard, and what can be done with the plan as a whole. */
export function EditorBar(props: EditorBarProps) {
  const { staging, checks, isReadOnly, isEditable, onAdd, onLeave, onApply } = props;
  const { version, edits, count, outcome, undo, redo } = staging;
  const isOpen = isEditable && !isReadOnly;
  const counts = isReadOnly && count === 0 ? "" : countText(count, checks, outcome.conflicts.length);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-b bg-panel px-3 py-1.5">
      <div className="flex min-w-0 grow basis-full items-center sm:basis-48">
        <p className="mr-auto min-w-0">
          <span className="font-medium">
            {isReadOnly ? "Plan" : "Editing plan"} v{version}
          </span>
          {counts !== "" && <span className="text-muted"> · {counts}</span>}
        </p>
        <Announcement edits={edits} counts={counts} />
        {!isReadOnly && (
          <>
            <IconButton label="Undo (Ctrl Z)" aria-disabled={!undo} onClick={undo}>
              <Undo2 aria-hidden="true" className="size-4" />
            </IconButton>
            <IconButton label="Redo (Ctrl Shift Z)" aria-disabled={!redo} onClick={redo}>
              <Redo2 aria-hidden="true" className="size-4" />
            </IconButton>
          </>
        )}
      </div>
      {isOpen && (
        <Button onClick={onAdd} data-act="Add task">
          <Plus aria-hidden="true" className="size-4" />
          Add task
        </Button>
      )}
      {/* In their place and as high: the canvas below stays where it is. */}
      {!isReadOnly && !isEditable && (
        <p role="alert" className="min-w-0 grow basis-40 text-amber text-xs">
          <span aria-hidden="true">▲ </span>This plan can no longer be edited.
          {count > 0 && " Your changes stay staged in this tab."}
        </p>
      )}
      <Button onClick={onLeave} data-act="Leave plan editor">
        Close
      </Button>
      {isOpen && (
        <Button
          variant="main"
          disabled={outcome.applied.length === 0}
          data-act="Review and apply plan changes"
          onClick={onApply}
        >
          Review and apply…
        </Button>
      )}
    </div>
  );
}

const SPOKEN_AFTER_MS = 700;

/** Says to screen readers what the last step staged or took back, once typing pauses. */
function Announcement({ edits, counts }: { edits: readonly StagedEdit[]; counts: string }) {
  const settled = useDebounced(edits, SPOKEN_AFTER_MS);
  const before = useRef(edits);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const words = describeStaging(before.current, settled);
    before.current = settled;
    if (words !== undefined) setSaid(words);
  }, [settled]);
  return (
    <p role="status" className="sr-only">
      {said !== "" && `${said} ${counts}.`}
    </p>
  );
}

export const counted = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;

function countText(changes: number, checks: EditChecks | undefined, conflicts: number): string {
  const errors = checks?.errors.length ?? 0;
  return [
    changes === 0 ? "nothing staged" : counted(changes, "staged change"),
    errors > 0 && counted(errors, "error"),
    conflicts > 0 && counted(conflicts, "conflict"),
  ]
    .filter(Boolean)
    .join(" · ");
}
