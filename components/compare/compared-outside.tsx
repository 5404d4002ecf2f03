import type { ReactNode } from "react";
import { type OutsideByApproval, outsideByApproval } from "@/lib/core/compare/outside";
import type { ComparedRun } from "@/lib/core/compare/view";
import { withMore } from "@/lib/core/describe/amounts";
import { consentWords, OUTSIDE_OUTCOMES } from "@/lib/core/describe/outside";
import type { OutsideCall, OutsideCalls } from "@/lib/core/run/outside-calls";
import { SeenText } from "../ui/seen-text";
import { RunsTable } from "./runs-table";

const KINDS: readonly { name: string; of: keyof OutsideByApproval }[] = [
  { name: "As approved", of: "approved" },
  { name: "Approved, in another order", of: "reordered" },
  { name: "Added or changed since", of: "later" },
  { name: "No plan approved", of: "unplanned" },
  { name: "Approved, not done", of: "leftOut" },
];

/** What each run changed outside beside what people let it do; nothing where no run did anything and none was to. */
export function ComparedOutside({
  runs,
  outside,
}: {
  runs: readonly ComparedRun[];
  outside: readonly OutsideCalls[];
}) {
  const parts = outside.map(outsideByApproval);
  const rows = KINDS.filter(({ of }) => parts.some((part) => part[of].length > 0));
  if (rows.length === 0) return null;
  return (
    <RunsTable
      label="Changed outside"
      runs={runs}
      padding="px-3"
      corner={
        <th scope="col" className="w-28 px-4 py-2 font-normal max-sm:w-24 max-sm:px-3">
          Changed outside
        </th>
      }
    >
      {rows.map(({ name, of }) => (
        <tr key={of} className="border-line border-b align-top last:border-b-0">
          <th scope="row" className="px-4 py-2 font-normal text-muted text-xs max-sm:px-3">
            {name}
          </th>
          {parts.map((part, index) => (
            <td key={runs[index]?.runId} className="px-3 py-2">
              <Cell part={part} of={of} />
            </td>
          ))}
        </tr>
      ))}
      {outside.some(({ items, count }) => count > items.length) && (
        <tr className="text-muted text-xs">
          <th scope="row" className="px-4 py-2 font-normal max-sm:px-3">
            Not listed
          </th>
          {outside.map(({ items, count }, index) => (
            <td key={runs[index]?.runId} className="px-3 py-2">
              {count > items.length && withMore("", count - items.length).trim()}
            </td>
          ))}
        </tr>
      )}
    </RunsTable>
  );
}

function Cell({ part, of }: { part: OutsideByApproval; of: keyof OutsideByApproval }) {
  if (part[of].length === 0) return <span className="text-muted">nothing</span>;
  if (of === "leftOut") {
    return (
      <Lines>
        {part.leftOut.map(({ taskId, title, status }) => (
          <li key={taskId}>
            <SeenText text={title} /> <span className="text-muted text-xs">{status}</span>
          </li>
        ))}
      </Lines>
    );
  }
  return (
    <Lines>
      {part[of].map((call) => (
        <CallLine key={`${call.taskId} ${call.attempt} ${call.step} ${call.callId}`} call={call} />
      ))}
    </Lines>
  );
}

const Lines = ({ children }: { children: ReactNode }) => (
  <ul className="wrap-anywhere grid gap-1.5">{children}</ul>
);

function CallLine({ call: { tool, title, args, simulated, outcome, consent } }: { call: OutsideCall }) {
  const ending = OUTSIDE_OUTCOMES[outcome];
  return (
    <li>
      <span className="font-mono text-xs">
        <SeenText text={tool} />
      </span>
      {simulated && <span className="text-amber text-xs"> simulated</span>}
      <span className="line-clamp-3">
        <SeenText text={title} />
      </span>
      <span className="line-clamp-3 font-mono text-muted text-xs">
        <SeenText text={args} />
      </span>
      {ending !== undefined && <span className="block text-amber text-xs">{ending}</span>}
      <span className="block text-muted text-xs first-letter:uppercase">
        <SeenText text={consentWords(consent)} />
      </span>
    </li>
  );
}
