import type { Json } from "@/lib/core/json";
import { type DiffLine, diffLines } from "@/lib/core/plan/describe-diff";
import type { FieldChange, PlanDiff } from "@/lib/core/plan/diff";
import { Section } from "../inspector/part";
import { ValueView } from "../inspector/value-view";
import { EmptyState } from "../ui/empty-state";

const SIGN_CLASSES: Record<DiffLine["sign"], string> = {
  "+": "text-ok",
  "−": "text-bad",
  "~": "text-amber",
  "⇄": "text-amber",
};

type VersionDiffProps = { runId: string; diff: PlanDiff };

/** What differs between two versions: in words first, then field by field. */
export function VersionDiff({ runId, diff }: VersionDiffProps) {
  const { added, removed, changed, rewired, kept } = diff;
  const lines = diffLines(diff);
  if (lines.length === 0) return <EmptyState title="These versions do not differ" />;
  return (
    <>
      <Section title="In words" aside={`${kept.length} tasks stay as they are`}>
        <ul className="grid gap-1">
          {lines.map(({ sign, text }) => (
            <li key={`${sign} ${text}`} className="grid grid-cols-[1rem_minmax(0,1fr)]">
              <span className={SIGN_CLASSES[sign]}>{sign}</span>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Titles title="Added" className="text-ok" sign="+" tasks={added} />
      <Titles title="Removed" className="text-bad" sign="−" tasks={removed} />
      {changed.map(({ id, title, fields }) => (
        <Section key={id} title={`Changed: ${title}`} aside={<span className="font-mono">{id}</span>}>
          <dl className="grid gap-2">
            {fields.map((change) => (
              <FieldRow key={change.field} runId={runId} change={change} />
            ))}
          </dl>
        </Section>
      ))}
      {rewired.length > 0 && (
        <Section title="Waits for other tasks">
          <ul className="grid gap-1">
            {rewired.map((one) => (
              <li key={one.task}>
                {one.title}
                <span className="text-muted text-xs">
                  {one.added.length > 0 && ` · now after ${one.added.join(", ")}`}
                  {one.removed.length > 0 && ` · no longer after ${one.removed.join(", ")}`}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

type TitlesProps = { title: string; className: string; sign: string; tasks: PlanDiff["added"] };

function Titles({ title, className, sign, tasks }: TitlesProps) {
  if (tasks.length === 0) return null;
  return (
    <Section title={title} aside={String(tasks.length)}>
      <ul className="grid gap-0.5">
        {tasks.map((task) => (
          <li key={task.id} className="flex flex-wrap justify-between gap-x-3">
            <span>
              <span aria-hidden="true" className={className}>
                {sign}{" "}
              </span>
              {task.title}
            </span>
            <span className="font-mono text-muted text-xs">{task.id}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function FieldRow({ runId, change: { field, before, after } }: { runId: string; change: FieldChange }) {
  return (
    <div>
      <dt className="font-mono text-muted text-xs">{field}</dt>
      <dd className="mt-1 grid gap-2 md:grid-cols-2">
        <Side label="before" runId={runId} value={before} />
        <Side label="after" runId={runId} value={after} />
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
        <ValueView runId={runId} value={value} />
      )}
    </div>
  );
}
