import { applyStaged, type StagingBase } from "@/lib/core/plan/staged/apply";
import type { StagedEdit } from "@/lib/core/plan/staged/edits";
import type { RunState } from "@/lib/core/run/state";
import type { Staging } from "../plan-editor/use-staging";
import { nothing } from "./specimen";

/** Edits that are staged on the second version of a plan, as the editor's list takes them. */
export const stagingOf = (state: RunState, base: StagingBase, edits: StagedEdit[]): Staging => ({
  ...{ base, settledState: state, version: 2, edits, outcome: applyStaged(base, edits) },
  ...{ stage: nothing, undo: undefined, redo: undefined, forget: nothing, seeMove: nothing },
  ...{ movedFrom: undefined, isKept: true, count: edits.length },
});
