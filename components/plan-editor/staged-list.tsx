"use client";

import { X } from "lucide-react";
import { formatCounted } from "@/lib/core/describe/amounts";
import type { DiffLine } from "@/lib/core/describe/plans/plan-diff";
import { describeConflict, describeEdit } from "@/lib/core/describe/plans/staged-edits";
import { discardEdit } from "@/lib/core/plan/staged/acts";
import type { EditConflict } from "@/lib/core/plan/staged/apply";
import { keyOfEdit, type StagedEdit } from "@/lib/core/plan/staged/edits";
import { canKeep, keepMine } from "@/lib/core/plan/staged/rebase";
import { usePlanChanges } from "../approvals/context/changes/plan-changes";
import { NotLoaded } from "../approvals/context/context-loaded";
import { DiffLines, DiffSign } from "../plans/diff-lines";
import { Button } from "../ui/button";
import { IconButton } from "../ui/icon-button";
import { LiveButton } from "../ui/live";
import { Section } from "../ui/section";
import { FoldedRows } from "./folded-rows";
import type { Staging } from "./use-staging";

type StagedListProps = { runId: string; staging: Staging; onSelect(taskId: string): void };

/** The staged changes, those that do not fit the plan any more first, each of which can be discarded by itself. */
export function StagedList({ runId, staging, onSelect }: StagedListProps) {
  const { base, edits, stage, outcome, version } = staging;
  const { applied, settled, conflicts } = outcome;
  const discard = (edit: StagedEdit) => stage(discardEdit(edits, keyOfEdit(edit)));
  return (
    <>
      <Moved runId={runId} staging={staging} />
      {conflicts.length > 0 && (
        <Section title={`Conflicts with plan v${version} (${conflicts.length})`} level={2}>
          <FoldedRows
            label="Conflicts"
            className="grid gap-2"
            rows={conflicts.map((conflict) => (
              <Conflict
                key={keyOfEdit(conflict.edit)}
                conflict={conflict}
                onDiscard={() => discard(conflict.edit)}
                onKeep={() => stage(keepMine(base, edits, conflict))}
              />
            ))}
          />
          <p className="text-muted text-xs">Not part of the next version until you decide. None is lost.</p>
        </Section>
      )}
      <Section title={`Staged changes (${applied.length})`} level={2}>
        {applied.length === 0 && (
          <p className="text-muted">
            None yet. Select a task to edit it, add one, or drag from the right edge of a task to another.
          </p>
        )}
        <FoldedRows
          label="Staged changes"
          className="grid gap-0.5"
          rows={applied.map((edit) => (
            <EditRow key={keyOfEdit(edit)} edit={edit} onSelect={onSelect} onDiscard={() => discard(edit)} />
          ))}
        />
        {settled.length > 0 && (
          <div className="flex flex-wrap items-center justify-between gap-2 text-muted">
            <p>
              {formatCounted(settled.length, "change is", "changes are")} already in plan v{version}.
            </p>
            <Button size="small" onClick={() => staging.forget(settled)}>
              Remove
            </Button>
          </div>
        )}
      </Section>
    </>
  );
}

/** What another version changed, when staged changes were moved to it. */
function Moved({ runId, staging }: Omit<StagedListProps, "onSelect">) {
  const { movedFrom, version, outcome, seeMove } = staging;
  const { changes, isMissing, isFetching, load } = usePlanChanges(
    runId,
    movedFrom === undefined ? 0 : version,
    movedFrom,
  );
  if (movedFrom === undefined) return null;
  const { applied, conflicts } = outcome;
  return (
    <div role="alert" className="grid gap-1.5 border-amber border-b bg-ground px-4 py-3">
      <p className="font-medium text-amber">
        <span aria-hidden="true">~ </span>The plan moved from version {movedFrom} to {version}.{" "}
        {fitting(applied.length)} it
        {conflicts.length > 0 && `, ${conflicts.length} ${conflicts.length === 1 ? "is" : "are"} in conflict`}
        .
      </p>
      {isMissing && <NotLoaded what="what changed in the plan" isFetching={isFetching} load={load} />}
      {changes && <DiffLines lines={changes.lines} />}
      <Button size="small" className="justify-self-start" onClick={seeMove}>
        Got it
      </Button>
    </div>
  );
}

const fitting = (changes: number): string =>
  changes === 0
    ? "No staged change fits"
    : changes === 1
      ? "1 staged change fits"
      : `${changes} staged changes fit`;

type ConflictProps = { conflict: EditConflict; onDiscard(): void; onKeep(): void };

function Conflict({ conflict, onDiscard, onKeep }: ConflictProps) {
  return (
    <li className="grid gap-1 rounded-lg border border-amber px-3 py-2">
      <p>
        <EditLine edit={conflict.edit} />
      </p>
      <p className="text-amber">{describeConflict(conflict.why)}</p>
      <div className="flex flex-wrap gap-2">
        {canKeep(conflict) && (
          <Button size="small" onClick={onKeep}>
            Keep mine
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </li>
  );
}

const SIGN_WORDS: Partial<Record<DiffLine["sign"], string>> = { "+": "Added: ", "−": "Deleted: " };

/** What an edit does, with its sign as a word where only that says it. */
function EditLine({ edit }: { edit: StagedEdit }) {
  const { sign, text } = describeEdit(edit);
  return (
    <>
      <DiffSign sign={sign} /> <span className="sr-only">{SIGN_WORDS[sign]}</span>
      {text}
    </>
  );
}

type EditRowProps = { edit: StagedEdit; onSelect(taskId: string): void; onDiscard(): void };

function EditRow({ edit, onSelect, onDiscard }: EditRowProps) {
  const { text } = describeEdit(edit);
  const taskId = taskOf(edit);
  const inside = <EditLine edit={edit} />;
  return (
    <li className="flex items-center gap-1">
      {taskId === undefined ? (
        <span className="min-w-0 grow py-1">{inside}</span>
      ) : (
        <LiveButton
          className="min-w-0 grow rounded-lg px-1 py-1 text-left hover:bg-ground"
          onClick={() => onSelect(taskId)}
        >
          {inside}
        </LiveButton>
      )}
      <IconButton label={`Discard: ${text}`} side="left" className="shrink-0" onClick={onDiscard}>
        <X aria-hidden="true" className="size-3.5" />
      </IconButton>
    </li>
  );
}

/** The task whose form shows the change. */
function taskOf(edit: StagedEdit): string | undefined {
  switch (edit.kind) {
    case "add":
      return edit.task.id;
    case "set":
      return edit.of.id;
    case "connect":
    case "disconnect":
      return edit.to.id;
    default:
      return undefined;
  }
}
