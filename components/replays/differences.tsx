import type { Json } from "@/lib/core/json";
import type { ReplayMismatch, ToolReplayReport } from "@/lib/core/replay/report";
import { Card } from "../ui/card";

/** Every place that differs: step, tool and path, then what was recorded and what the tool gives now. */
export function Differences({ report: { mismatches, truncated } }: { report: ToolReplayReport }) {
  if (mismatches.length === 0) return null;
  const aside = `${truncated ? "more than " : ""}${mismatches.length} ${mismatches.length === 1 ? "place" : "places"}`;
  return (
    <Card title="Differences" aside={aside}>
      <ol aria-label="Differences" className="-mx-4 -my-3">
        {mismatches.map((one) => (
          <Mismatch key={`${one.step} ${one.callId} ${one.path}`} mismatch={one} />
        ))}
      </ol>
    </Card>
  );
}

function Mismatch({ mismatch }: { mismatch: ReplayMismatch }) {
  const { step, tool, path, cut } = mismatch;
  return (
    <li className="grid gap-2 border-line border-b px-4 py-3 last:border-b-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-muted">Step {step}</span>
        <span className="wrap-anywhere font-mono">{tool}</span>
        <code className="wrap-anywhere rounded bg-ground px-1.5 font-mono text-xs">
          {path === "$" ? "whole result" : path}
        </code>
        {cut && <span className="text-muted text-xs">cut</span>}
      </p>
      <dl className="grid gap-2 sm:grid-cols-2">
        <Side name="Recorded" value={mismatch.original} />
        <Side name="Now" value={mismatch.replayed} />
      </dl>
    </li>
  );
}

function Side({ name, value }: { name: string; value: Json | undefined }) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-ground px-3 py-2">
      <dt className="text-muted text-xs">{name}</dt>
      {/* Long values scroll: the keyboard has to get there. */}
      <dd className="max-h-48 overflow-auto" {...(isLong(value) && { tabIndex: 0 })}>
        {value === undefined ? (
          <span className="text-muted">nothing there</span>
        ) : (
          <pre className="wrap-anywhere whitespace-pre-wrap font-mono text-xs">{textOf(value)}</pre>
        )}
      </dd>
    </div>
  );
}

const LONG_CHARS = 300;
const textOf = (value: Json): string => JSON.stringify(value, null, 2);
const isLong = (value: Json | undefined): boolean => value !== undefined && textOf(value).length > LONG_CHARS;
