"use client";

import { useMemo, useRef, useState } from "react";
import type { Plan } from "@/lib/core/plan/schema";
import { type AppliedEdits, applyStaged, type StagingBase } from "@/lib/core/plan/staged/apply";
import { keyOfEdit, type StagedEdit, stagedEdit } from "@/lib/core/plan/staged/edits";
import {
  historyOf,
  mapHistory,
  recordStep,
  redoStep,
  type StagedHistory,
  undoStep,
} from "@/lib/core/plan/staged/history";
import { rebaseStaged } from "@/lib/core/plan/staged/rebase";
import { stagingBaseOf } from "@/lib/core/run/plan-edits";
import type { RunState } from "@/lib/core/run/state";
import { useKept } from "../ui/behavior/use-kept";

/** A plan version in full. */
export type PlanInForce = { version: number; plan: Plan };

/** Edits as the tab keeps them over reloads, with the version on which they were staged; 0 for none. */
type KeptEdits = { version: number; edits: unknown[] };

export type Staging = {
  /** What the edits are staged on, and the run as it was when that last changed. */
  base: StagingBase;
  settledState: RunState;
  version: number;
  edits: readonly StagedEdit[];
  outcome: AppliedEdits;
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

const NOTHING: KeptEdits = { version: 0, edits: [] };
/** Of a plan that is edited so much the rest is not kept over a reload. */
const MAX_KEPT_CHARS = 1_000_000;

/** The staged edits of a run's plan: kept over reloads, moved along when another version comes into force. */
export function useStaging(state: RunState, { version, plan }: PlanInForce): Staging {
  const [kept, keep] = useKept<KeptEdits>(`plan-edits/${state.runId}`, NOTHING);
  const { base, settledState } = useSettledBase(state, plan);
  const [staged, setStaged] = useState(() => begin(kept, version));
  if (staged.version !== version) setStaged(moved(staged, base, version));
  const { history, movedFrom } = staged;
  const edits = history.present;
  const outcome = useMemo(() => applyStaged(base, edits), [base, edits]);
  const take = (next: StagedHistory) => {
    setStaged({ ...staged, history: next });
    const isKept = JSON.stringify(next.present).length <= MAX_KEPT_CHARS;
    keep(next.present.length === 0 || !isKept ? NOTHING : { version, edits: [...next.present] });
  };
  return {
    ...{ base, settledState, version, edits, outcome },
    stage: (next, typing) => take(recordStep(history, next, typing)),
    undo: history.past.length > 0 ? () => take(undoStep(history)) : undefined,
    redo: history.future.length > 0 ? () => take(redoStep(history)) : undefined,
    forget: (gone) => {
      const keys = new Set(gone.map(keyOfEdit));
      take(historyOf(edits.filter((edit) => !keys.has(keyOfEdit(edit)))));
    },
    movedFrom: edits.length > 0 ? movedFrom : undefined,
    seeMove: () => setStaged({ version, history }),
  };
}

type Staged = { version: number; history: StagedHistory; movedFrom?: number };

function begin(kept: KeptEdits, version: number): Staged {
  const edits = readEdits(kept);
  return { version: edits.length > 0 ? kept.version : version, history: historyOf(edits) };
}

/** What the tab kept, without what cannot be read any more. */
export function readEdits({ edits }: Partial<KeptEdits>): StagedEdit[] {
  return Array.isArray(edits) ? edits.flatMap((edit) => stagedEdit.safeParse(edit).data ?? []) : [];
}

const moved = ({ version: from, history, movedFrom = from }: Staged, base: StagingBase, version: number) => ({
  version,
  movedFrom,
  history: mapHistory(history, (edits) => rebaseStaged(base, edits)),
});

/** The base, the same object until a task is locked or another plan comes: events of a run are many. */
function useSettledBase(state: RunState, plan: Plan) {
  const key = state.order.map((id) => state.tasks[id]?.status).join();
  const settled = useRef<{ plan: Plan; key: string; base: StagingBase; settledState: RunState }>(undefined);
  if (settled.current?.plan !== plan || settled.current.key !== key)
    settled.current = { plan, key, base: stagingBaseOf(state, plan), settledState: state };
  return settled.current;
}
