"use client";

import type { ApprovalView } from "@/lib/core/views";
import { Button } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { GateRow } from "./gate-row";
import { selectedGates, unselectableReason } from "./selection";

type GateListProps = {
  label: string;
  gates: ApprovalView[];
  /** How many there are without the filter. */
  total: number;
  chosenId: string | undefined;
  empty: { title: string; text: string };
  onOpen(gate: ApprovalView): void;
  /** The gates chosen to be decided together, and how one is chosen or left. */
  selected: ReadonlySet<string>;
  onSelect(id: string): void;
  onClearFilters(): void;
};

/** Gates in a list; one that is empty says whether there is nothing or whether the filters hide it. */
export function GateList({
  label,
  gates,
  total,
  chosenId,
  empty,
  onOpen,
  selected,
  onSelect,
  onClearFilters,
}: GateListProps) {
  if (gates.length === 0 && total > 0) {
    const clear = <Button onClick={onClearFilters}>Clear the filters</Button>;
    return (
      <EmptyState title="The filters hide everything" action={clear}>
        {total === 1 ? "One gate does" : `${total} gates do`} not fit them.
      </EmptyState>
    );
  }
  if (gates.length === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  const selectedNow = selectedGates(gates, selected);
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {gates.map((gate) => (
        <li key={gate.id} data-status={gate.status} className="grid grid-cols-[auto_minmax(0,1fr)]">
          <SelectGate
            gate={gate}
            selected={selectedNow.includes(gate)}
            disabledReason={unselectableReason(gate, selectedNow)}
            onSelect={onSelect}
          />
          <GateRow gate={gate} chosen={gate.id === chosenId} onOpen={() => onOpen(gate)} />
        </li>
      ))}
    </ul>
  );
}

type SelectGateProps = {
  gate: ApprovalView;
  selected: boolean;
  /** Why it cannot be chosen. */
  disabledReason: string | undefined;
  onSelect(id: string): void;
};

function SelectGate({ gate, selected, disabledReason, onSelect }: SelectGateProps) {
  return (
    <label
      className="flex items-start py-3 pl-4"
      title={disabledReason ?? "Choose it together with others (x)"}
    >
      <span className="sr-only">Choose: {gate.prompt}</span>
      <input
        type="checkbox"
        className={`size-6 ${gate.status === "open" ? "" : "invisible"}`}
        checked={selected}
        disabled={!selected && disabledReason !== undefined}
        onChange={() => onSelect(gate.id)}
      />
    </label>
  );
}
