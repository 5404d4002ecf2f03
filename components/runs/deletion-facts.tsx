import { describeDeleted, describeKept } from "@/lib/core/describe/deletion";
import type { DeletionCounts } from "@/lib/core/retention/deletion";

/** What a deletion removes and what stays; two lines of room until that is known. */
export function DeletionFacts({ counts }: { counts: DeletionCounts | undefined }) {
  if (!counts) return <p className="min-h-24 text-muted">Counting what would be removed…</p>;
  return (
    <div className="grid min-h-24 content-start gap-3">
      <Facts title="Removed" lines={describeDeleted(counts)} none="Nothing." />
      <Facts title="Kept" lines={describeKept(counts)} />
    </div>
  );
}

function Facts({ title, lines, none }: { title: string; lines: readonly string[]; none?: string }) {
  if (lines.length === 0 && none === undefined) return null;
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      {lines.length === 0 ? (
        <p>{none}</p>
      ) : (
        <ul className="list-disc pl-5">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
