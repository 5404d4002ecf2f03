import { isJsonObject, type Json } from "@/lib/core/json";
import type { StoredValue } from "@/lib/core/stored-value";

/** What a gate shows, as text: results by the task they came from, anything else as it is. */
export function ShownValue({ shown }: { shown: StoredValue }) {
  const value = "inline" in shown ? shown.inline : shown.preview;
  const parts = isJsonObject(value) ? Object.entries(value) : [["", value] as const];
  return (
    <div>
      <h3 className="font-medium text-muted text-xs">What it is about</h3>
      <dl className="mt-1 grid max-h-72 gap-2 overflow-y-auto rounded-lg border border-line bg-panel p-2 text-xs">
        {parts.map(([name, part]) => (
          <div key={name}>
            {name !== "" && <dt className="font-mono text-muted">{name}</dt>}
            <dd className="whitespace-pre-wrap">{textOf(part)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The words of a decision, a text as it is, other values as JSON. */
function textOf(value: Json): string {
  if (typeof value === "string") return value;
  if (isJsonObject(value) && typeof value.decision === "string" && typeof value.reasoning === "string") {
    return `${value.decision}: ${value.reasoning}`;
  }
  return JSON.stringify(value, null, 2);
}
