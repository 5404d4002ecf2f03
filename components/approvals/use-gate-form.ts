"use client";

import { useMemo } from "react";
import { formEntries, readEntries, readForm } from "@/lib/core/form";
import type { Json } from "@/lib/core/json";
import { formOf } from "@/lib/core/run/gate-terms";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import type { useDraft } from "./use-draft";

/** The form that a gate asks to be filled in, with what stands in it; undefined where it asks for none. */
export function useGateForm(
  state: RunState,
  gate: ApprovalState,
  shown: Json | undefined,
  { draft, change }: ReturnType<typeof useDraft>,
) {
  const schema = formOf(state, gate);
  const nodes = useMemo(() => schema && readForm(schema), [schema]);
  if (!nodes || !gate.verbs.includes("respond")) return;
  const entries = draft.entries ?? formEntries(nodes, gate.kind === "tool_input" ? undefined : shown);
  const reading = readEntries(nodes, entries);
  return {
    nodes,
    entries,
    reading,
    problems: draft.tried && "problems" in reading ? reading.problems : {},
    onChange: (id: string, text: string) => change({ entries: { ...entries, [id]: text }, armed: false }),
  };
}
