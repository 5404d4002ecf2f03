import type { Json } from "@/lib/core/json";
import type { Summary } from "@/lib/core/trajectory";
import { textOf } from "./value-view";

/** What stands for the first steps in the agent's requests from here on; the steps themselves stay above. */
export function SummaryCard({ summary }: { summary: Summary }) {
  const { upToStep, by, goals, facts, pending, lastOutputDigest, note } = summary;
  const steps = upToStep === 1 ? "Step 1 was" : `Steps 1 to ${upToStep} were`;
  const found = Object.entries(facts);
  return (
    <li
      className="wrap-anywhere min-w-0 border-line border-b bg-raised px-4 py-3 last:border-b-0"
      data-summary={upToStep}
    >
      <details>
        <summary className="cursor-pointer text-sm">
          <span aria-hidden="true">⊟ </span>
          {steps} summarised by {by === "model" ? "a model" : "a rule"}
          <span className="block text-muted text-xs">
            From here on the agent reads this instead; above it all stands in full.
          </span>
        </summary>
        <div className="mt-2 grid gap-2">
          <Lines title="Goals" lines={goals} />
          {found.length > 0 && (
            <div className="grid gap-1">
              <p className="font-medium text-xs">Facts</p>
              <dl className="grid gap-1">
                {found.map(([name, value]) => (
                  <Fact key={name} name={name} value={value} />
                ))}
              </dl>
            </div>
          )}
          <Lines title="Pending" lines={pending} />
          <Lines title="Last output" lines={[lastOutputDigest]} />
          <Lines title="Note" lines={[note]} />
        </div>
      </details>
    </li>
  );
}

function Fact({ name, value }: { name: string; value: Json }) {
  return (
    <div className="grid gap-0.5 border-line border-l-2 pl-3">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="whitespace-pre-wrap">{textOf(value)}</dd>
    </div>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  const shownLines = lines
    .filter((line) => line.trim() !== "")
    .map((line, index) => ({ key: `${index} ${line}`, line }));
  if (shownLines.length === 0) return null;
  return (
    <div className="grid gap-1">
      <p className="font-medium text-xs">{title}</p>
      {shownLines.map(({ key, line }) => (
        <p key={key} className="whitespace-pre-wrap">
          {line}
        </p>
      ))}
    </div>
  );
}
