import { actorName } from "@/lib/core/describe/gates/words";
import type { ApprovalState } from "@/lib/core/run/state";
import { RelativeTime } from "../../ui/relative-time";

/** What people asked at a gate and what others replied, oldest first; nothing where nobody did. */
export function QuestionsAsked({ gate: { asked = [] } }: { gate: Pick<ApprovalState, "asked"> }) {
  if (asked.length === 0) return null;
  // They are only ever added.
  const lines = asked.map((one, index) => ({ ...one, key: `${index} ${one.at}` }));
  return (
    <ul aria-label="Questions and replies" className="grid gap-2">
      {lines.map(({ key, by, at, words }) => (
        <li key={key} className="grid gap-0.5">
          <p className="text-muted text-xs">
            <span aria-hidden="true">? </span>
            {actorName(by)}, <RelativeTime at={at} />
          </p>
          <q className="whitespace-pre-wrap break-words">{words}</q>
        </li>
      ))}
    </ul>
  );
}
