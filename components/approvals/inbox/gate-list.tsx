"use client";

import type { ApprovalView } from "@/lib/core/views";
import { Button } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { GateRow } from "./gate-row";

type GateListProps = {
  label: string;
  gates: ApprovalView[];
  /** How many there are without the filter. */
  total: number;
  chosenId: string | undefined;
  empty: { title: string; text: string };
  onOpen(gate: ApprovalView): void;
  onClearFilters(): void;
};

/** Gates in a list; one that is empty says whether there is nothing or whether the filters hide it. */
export function GateList({ label, gates, total, chosenId, empty, onOpen, onClearFilters }: GateListProps) {
  if (gates.length === 0 && total > 0) {
    const clear = <Button onClick={onClearFilters}>Clear the filters</Button>;
    return (
      <EmptyState title="The filters hide everything" action={clear}>
        {total === 1 ? "One gate does" : `${total} gates do`} not fit them.
      </EmptyState>
    );
  }
  if (gates.length === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {gates.map((gate) => (
        <li key={gate.id} data-status={gate.status}>
          <GateRow gate={gate} chosen={gate.id === chosenId} onOpen={() => onOpen(gate)} />
        </li>
      ))}
    </ul>
  );
}
