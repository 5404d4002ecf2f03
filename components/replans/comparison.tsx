import { lazy, Suspense, useMemo } from "react";
import { formatCounted } from "@/lib/core/describe/amounts";
import { describeAct } from "@/lib/core/describe/gates/acts";
import { diffLines, wordsOf } from "@/lib/core/describe/plans/plan-diff";
import type { Json } from "@/lib/core/json";
import { markedLine } from "@/lib/core/legible/marked";
import { countChanges, diffPlans, type FieldChange, type PlanDiff } from "@/lib/core/plan/compare/diff";
import { actsIn } from "@/lib/core/run/controls/release/facts";
import type { PlanVersion } from "@/lib/core/run/events/plan-versions";
import type { ActPlaces } from "@/lib/core/run/events/release";
import { VersionForecasts } from "../forecast/version-forecasts";
import { PlanValue } from "../inspector/value-view";
import { DiffLines, DiffSign } from "../plans/diff-lines";
import type { VersionPair } from "../runs/use-run-address";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Select } from "../ui/field";
import { Section } from "../ui/section";
import { SeenText } from "../ui/seen-text";
import { Counts } from "./counts";

/** What compares words comes with the first text that has changed. */
const ChangedText = lazy(() => import("./changed-text").then((room) => ({ default: room.ChangedText })));

/** What tasks do outside, by their ids. */
type Acts = ReadonlyMap<string, ActPlaces>;
type VersionDiffProps = {
  runId: string;
  diff: PlanDiff;
  acts: Acts;
  /** False where the surroundings list the changes in words. */
  summed?: boolean;
};
type TitlesProps = { title: string; sign: string; tasks: PlanDiff["added"]; acts?: Acts };

type ComparisonProps = {
  runId: string;
  versions: readonly PlanVersion[];
  pair: VersionPair;
  compare(pair: VersionPair): void;
  onShow(): void;
};

/** What differs between two versions that one can choose, and the way to see it on the canvas. */
export function Comparison({ runId, versions, pair, compare, onShow }: ComparisonProps) {
  const versionOf = (wanted: number) => versions.find(({ version }) => version === wanted);
  const before = versionOf(pair.from);
  const after = versionOf(pair.to);
  const diff = before && after && diffPlans(before.plan, after.plan);
  const acts = useMemo(() => actsOfVersion(after), [after]);
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
        {diff && <Counts {...countChanges(diff)} />}
        <Button className="ml-auto" disabled={!diff} onClick={onShow}>
          Show on canvas
        </Button>
      </div>
      <VersionForecasts runId={runId} {...pair} />
      {diff ? (
        <VersionDiff runId={runId} diff={diff} acts={acts} />
      ) : (
        <EmptyState title="Version not found" />
      )}
    </section>
  );
}

/** No task has ended, as far as this goes: it says what all of a version does. */
const actsOfVersion = (version: PlanVersion | undefined): Acts =>
  version ? actsIn({ ...NOTHING_ENDED, tasks: version.plan.tasks, reach: version.reach }) : new Map();

const NOTHING_ENDED = { ended: new Set<string>(), over: new Set<string>() };

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

/** What differs between two versions: in words first, then field by field. */
export function VersionDiff({ runId, diff, acts, summed = true }: VersionDiffProps) {
  const { added, removed, rewritten, changed, rewired, agentsChanged, kept } = diff;
  const lines = diffLines(diff);
  if (lines.length === 0) return <EmptyState title="These versions are identical" />;
  return (
    <>
      {summed && (
        <Section title="Summary" aside={formatCounted(kept.length, "task unchanged", "tasks unchanged")}>
          <DiffLines lines={lines} />
        </Section>
      )}
      <Titles title="Added" sign="+" tasks={added} acts={acts} />
      <Titles title="Removed" sign="−" tasks={removed} />
      {rewritten.map((task) => (
        <Rewritten key={task.id} runId={runId} task={task} />
      ))}
      {changed.map(({ id, title, fields }) => (
        <Section
          key={id}
          title={`Changed: ${markedLine(title)}`}
          aside={<span className="font-mono">{id}</span>}
        >
          <Fields runId={runId} fields={fields} />
        </Section>
      ))}
      {agentsChanged.map(({ name, change, fields = [] }) => (
        <Section key={name} title={`Agent ${change}: ${markedLine(name)}`}>
          {fields.length > 0 && <Fields runId={runId} fields={fields} />}
        </Section>
      ))}
      {rewired.length > 0 && (
        <Section title="Dependencies changed">
          <ul className="grid gap-1">
            {rewired.map((one) => (
              <li key={one.task}>
                <SeenText text={one.title} />
                <Rewired {...one} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** One task under another id, as edits of that task. */
function Rewritten({ runId, task }: { runId: string; task: PlanDiff["rewritten"][number] }) {
  const { id, title, from, fields, added, removed } = task;
  const isSame = fields.length + added.length + removed.length === 0;
  return (
    <Section
      title={`Rewritten: ${markedLine(title)}`}
      aside={
        <span className="font-mono">
          {from.id} → {id}
        </span>
      }
    >
      {isSame && <p className="text-muted">The same under a new id.</p>}
      <Fields runId={runId} fields={fields} />
      <Rewired added={added} removed={removed} />
    </Section>
  );
}

const Fields = ({ runId, fields }: { runId: string; fields: readonly FieldChange[] }) => (
  <dl className="grid gap-2">
    {fields.map((change) => (
      <FieldRow key={change.field} runId={runId} change={change} />
    ))}
  </dl>
);

const Rewired = ({ added, removed }: Pick<PlanDiff["rewired"][number], "added" | "removed">) => (
  <span className="text-muted text-xs">
    {added.length > 0 && ` · now depends on ${added.join(", ")}`}
    {removed.length > 0 && ` · no longer depends on ${removed.join(", ")}`}
  </span>
);

function Titles({ title, sign, tasks, acts }: TitlesProps) {
  if (tasks.length === 0) return null;
  return (
    <Section title={title} aside={String(tasks.length)}>
      <ul className="grid gap-0.5">
        {tasks.map((task) => (
          <li key={task.id} className="flex flex-wrap justify-between gap-x-3">
            <span>
              <DiffSign sign={sign} /> <SeenText text={task.title} />
            </span>
            <span className="font-mono text-muted text-xs">{task.id}</span>
            <ActNote act={acts?.get(task.id)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What a task may do outside, as the list of a release has it. */
function ActNote({ act }: { act: ActPlaces | undefined }) {
  if (!act) return null;
  return (
    <span className="wrap-anywhere basis-full text-amber text-xs">
      <SeenText text={describeAct(act)} />
    </span>
  );
}

/** The change of a text stands in the words of the task; anything else is shown as it was and as it is. */
function FieldRow({ runId, change: { field, before, after } }: { runId: string; change: FieldChange }) {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  const sides = (
    <div className="grid gap-2 md:grid-cols-2">
      <Side label="before" runId={runId} value={before} />
      <Side label="after" runId={runId} value={after} />
    </div>
  );
  return (
    <div>
      <dt className="font-mono text-muted text-xs">{field}</dt>
      <dd className="mt-1">
        {was === undefined || is === undefined ? (
          sides
        ) : (
          <Suspense fallback={sides}>
            <ChangedText before={was} after={is} sides={sides} />
          </Suspense>
        )}
      </dd>
    </div>
  );
}

function Side({ label, runId, value }: { label: string; runId: string; value: Json | undefined }) {
  return (
    <div className="grid content-start gap-0.5">
      <span className="text-muted text-xs">{label}</span>
      {value === undefined ? (
        <span className="text-muted">nothing</span>
      ) : (
        <PlanValue runId={runId} value={value} />
      )}
    </div>
  );
}
