"use client";

import { useMemo, useRef, useState } from "react";
import { getOwn } from "@/lib/core/own";
import type { Plan } from "@/lib/core/plan/schema";
import { type AppliedEdits, applyStaged, type StagingBase } from "@/lib/core/plan/staged/apply";
import { keyOfEdit, type StagedEdit } from "@/lib/core/plan/staged/edits";
import {
  historyOf,
  mapHistory,
  recordStep,
  redoStep,
  type StagedHistory,
  undoStep,
} from "@/lib/core/plan/staged/history";
import { type KeptHistory, packHistory, unpackHistory } from "@/lib/core/plan/staged/kept";
import { rebaseStaged } from "@/lib/core/plan/staged/rebase";
import { stagingBaseOf } from "@/lib/core/run/plan-edits";
import type { RunState } from "@/lib/core/run/state";
import { keep, keepForPage, outlivesReload, readKept } from "../ui/behavior/use-kept";

/** A plan version in full. */
export type PlanInForce = { version: number; plan: Plan };

export type Staging = {
  /** What the edits are staged on, and the run as it was when that last changed. */
  base: StagingBase;
  settledState: RunState;
  version: number;
  edits: readonly StagedEdit[];
  /** Of them, how many ask for something as their tasks are. */
  count: number;
  outcome: AppliedEdits;
  /** False when there is too much of it to outlive a reload. */
  isKept: boolean;
  /** Takes other edits for those that are staged; with the same `typing` as before it is no further step. */
  stage(edits: readonly StagedEdit[], typing?: string): void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  /** Forgets these edits for good: they are in the plan now, or are not wanted. */
  forget(edits: readonly StagedEdit[]): void;
  /** The version on which edits were staged that have been moved to the one in force, until that was seen. */
  movedFrom: number | undefined;
  seeMove(): void;
};

/** Steps beyond this are not kept over a reload; where the changes alone are more, none of them is. */
const MAX_KEPT_CHARS = 1_000_000;

/** The staged edits of a run's plan: kept over reloads, moved along when another version comes into force. */
export function useStaging(state: RunState, { version, plan }: PlanInForce): Staging {
  const key = `plan-edits/${state.runId}`;
  const { base, settledState } = useSettledBase(state, plan);
  const [staged, setStaged] = useState(() => begin(readKept(key), version));
  const [isKept, setKept] = useState(() => outlivesReload(key));
  if (staged.version !== version) setStaged(moved(staged, base, version));
  const { history, movedFrom } = staged;
  const edits = history.present;
  const outcome = useMemo(() => applyStaged(base, edits), [base, edits]);
  const take = (next: StagedHistory) => {
    setStaged({ ...staged, history: next });
    setKept(keepHistory(key, version, next));
  };
  return {
    base,
    settledState,
    version,
    edits,
    outcome,
    isKept,
    count: edits.length - outcome.idle.length,
    stage: (next, typing) => take(recordStep(history, next, typing)),
    undo: history.past.length > 0 ? () => take(undoStep(history)) : undefined,
    redo: history.future.length > 0 ? () => take(redoStep(history)) : undefined,
    forget: (gone) => {
      const keys = new Set(gone.map(keyOfEdit));
      take(historyOf(edits.filter((edit) => !keys.has(keyOfEdit(edit)))));
    },
    movedFrom: edits.length > outcome.idle.length ? movedFrom : undefined,
    seeMove: () => setStaged({ version, history }),
  };
}

type Staged = { version: number; history: StagedHistory; movedFrom?: number };

/** What the tab has, with the version on which it was staged. */
type Kept = KeptHistory & { version: number };

/** Says whether the edits outlive a reload. What is too much for that the page alone has, so that leaving the editor loses nothing. */
function keepHistory(key: string, version: number, history: StagedHistory): boolean {
  const { past, present, future } = history;
  if (past.length + present.length + future.length === 0) return keep(key, undefined);
  const packed = packHistory(history, MAX_KEPT_CHARS);
  if (packed) return keep(key, { version, ...packed } satisfies Kept);
  return keepForPage(key, { version, edits: present } satisfies Kept);
}

function begin(kept: unknown, version: number): Staged {
  const history = unpackHistory(kept);
  const { past, present, future } = history;
  const isEmpty = past.length + present.length + future.length === 0;
  const from = Number((kept as Partial<Kept> | undefined)?.version);
  return { version: isEmpty || !Number.isInteger(from) ? version : from, history };
}

const moved = ({ version: from, history, movedFrom = from }: Staged, base: StagingBase, version: number) => ({
  version,
  movedFrom,
  history: mapHistory(history, (edits) => rebaseStaged(base, edits)),
});

/** The base, the same object until a task is locked or another plan comes: events of a run are many. */
function useSettledBase(state: RunState, plan: Plan) {
  const key = state.order.map((id) => getOwn(state.tasks, id)?.status).join();
  const settled = useRef<{ plan: Plan; key: string; base: StagingBase; settledState: RunState }>(undefined);
  if (settled.current?.plan !== plan || settled.current.key !== key)
    settled.current = { plan, key, base: stagingBaseOf(state, plan), settledState: state };
  return settled.current;
}
