import type { ForkPreview } from "@/lib/core/fork-views";
import { Badge } from "../ui/badge";

/** What a fork keeps and does again, and what has been done outside already. */
export function ForkFacts({ preview }: { preview: ForkPreview }) {
  const { fromSeq, at, planVersion, keptCount, againCount, pendingCount } = preview;
  return (
    <div className="grid gap-4">
      <p className="text-muted text-xs">
        Shares events 1 to {fromSeq}, up to{" "}
        <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleString()}</time>, plan v
        {planVersion}
      </p>
      <dl className="grid grid-cols-3 gap-3">
        {[
          ["Kept", keptCount],
          ["Start over", againCount],
          ["Not started", pendingCount],
        ].map(([name, count]) => (
          <div key={name}>
            <dt className="text-muted text-xs">{name}</dt>
            <dd className="font-medium text-base">{count}</dd>
          </div>
        ))}
      </dl>
      <Effects preview={preview} />
    </div>
  );
}

function Effects({ preview: { effects, effectCount } }: { preview: ForkPreview }) {
  if (effectCount === 0)
    return <p className="text-muted">No tool of this run has changed anything outside.</p>;
  return (
    <section aria-label="Effects so far" className="grid gap-2 rounded-lg border border-amber/50 px-3 py-2">
      <h3 className="font-medium text-amber">
        Already done outside: {effectCount === 1 ? "1 call" : `${effectCount} calls`}
      </h3>
      <p className="text-muted text-xs">A fork undoes none of it. The same call again asks a person first.</p>
      <ul className="grid max-h-60 gap-2 overflow-y-auto">
        {effects.map((effect) => (
          <li key={`${effect.taskId} ${effect.tool} ${effect.args} ${effect.at}`} className="grid gap-0.5">
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-mono text-xs">{effect.tool}</span>
              <span>{effect.title}</span>
              {effect.at === null && <Badge tone="amber">outcome unknown</Badge>}
              {effect.later && <Badge>after this point</Badge>}
            </span>
            <span className="break-words font-mono text-muted text-xs">{effect.args}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
