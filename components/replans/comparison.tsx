import { diffPlans } from "@/lib/core/plan/diff";
import type { PlanVersion } from "@/lib/core/run/plan-versions";
import type { VersionPair } from "../runs/use-room-address";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Select } from "../ui/field";
import { Counts } from "./counts";
import { countsOf } from "./replan-entries";
import { VersionDiff } from "./version-diff";

type ComparisonProps = {
  runId: string;
  versions: readonly PlanVersion[];
  pair: VersionPair;
  compare(pair: VersionPair): void;
  onShow(): void;
};

/** What differs between two versions that one can choose, and the way to see it on the canvas. */
export function Comparison({ runId, versions, pair, compare, onShow }: ComparisonProps) {
  const planOf = (wanted: number) => versions.find(({ version }) => version === wanted)?.plan;
  const before = planOf(pair.from);
  const after = planOf(pair.to);
  const diff = before && after && diffPlans(before, after);
  return (
    <section
      aria-label="Changes"
      className="overflow-hidden rounded-xl border border-line bg-panel shadow-card"
    >
      <h2 className="sr-only">What changed</h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-2.5">
        <Picker
          label="From version"
          value={pair.from}
          versions={versions}
          onPick={(from) => compare({ ...pair, from })}
        />
        <span aria-hidden="true">→</span>
        <Picker
          label="To version"
          value={pair.to}
          versions={versions}
          onPick={(to) => compare({ ...pair, to })}
        />
        {diff && <Counts {...countsOf(diff)} />}
        <Button className="ml-auto" disabled={!diff} onClick={onShow}>
          Show on the canvas
        </Button>
      </div>
      {diff ? <VersionDiff runId={runId} diff={diff} /> : <EmptyState title="There is no such version" />}
    </section>
  );
}

type PickerProps = {
  label: string;
  value: number;
  versions: readonly PlanVersion[];
  onPick(version: number): void;
};

function Picker({ label, value, versions, onPick }: PickerProps) {
  return (
    <span className="w-20">
      <Select aria-label={label} value={value} onChange={(event) => onPick(Number(event.target.value))}>
        {versions.map(({ version }) => (
          <option key={version} value={version}>
            v{version}
          </option>
        ))}
      </Select>
    </span>
  );
}
