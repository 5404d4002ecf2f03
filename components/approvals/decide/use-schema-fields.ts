"use client";

import { useMemo } from "react";
import { type FormNode, formEntries, readEntries, readForm } from "@/lib/core/form";
import { canonicalJson, type Json, type JsonObject } from "@/lib/core/json";
import { formOf } from "@/lib/core/run/gates/terms";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import type { useDraft } from "../drafts/use-draft";
import { editableText, readEdited } from "./edited-value";

/**
 * The arguments of a call as fields of its tool's schema, with what stands in them; undefined where fields would not
 * say all of them, so that nothing is lost on the way.
 */
export function useArguments(
  schema: JsonObject | undefined,
  shown: Json | undefined,
  { draft, change }: ReturnType<typeof useDraft>,
) {
  const nodes = useMemo(() => (schema ? readForm(schema) : []), [schema]);
  if (shown === undefined || !canBeFields(nodes, shown)) return;
  const entries = draft.entries ?? formEntries(nodes, shown);
  const reading = readEntries(nodes, entries, shown);
  const set = (next: Record<string, string>) => change({ entries: next, armed: false });
  return {
    nodes,
    entries,
    problems: "problems" in reading ? reading.problems : {},
    onChange: (id: string, text: string) => set({ ...entries, [id]: text }),
    read: () => ("value" in reading ? reading : { problem: "Complete the arguments first." }),
    /** What was typed goes along, as far as the other way can say it. */
    toggle() {
      if (!draft.asJson) {
        const value = "value" in reading ? reading.value : shown;
        return change({ asJson: true, value: editableText(value), armed: false });
      }
      const read = readEdited(shown, draft.value ?? "");
      const value = "value" in read && canBeFields(nodes, read.value) ? read.value : undefined;
      const entered = value === undefined ? {} : { entries: formEntries(nodes, value) };
      change({ asJson: false, armed: false, ...entered });
    },
  };
}

/** Whether fields say all of a value, so that nothing is lost on the way. */
export function canBeFields(nodes: readonly FormNode[], value: Json): boolean {
  const isWhole = nodes.some(({ path }) => path.length === 0);
  if (nodes.length === 0 || isWhole) return false;
  const back = readEntries(nodes, formEntries(nodes, value), value);
  return "value" in back && canonicalJson(back.value) === canonicalJson(value);
}

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
