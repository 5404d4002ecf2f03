import Link from "next/link";
import { REPLAN_OUTCOMES } from "@/lib/core/run/state";
import { REPLAN_OUTCOME_DISPLAY } from "../status";
import { addressOf, type HistoryView } from "./address";

/** Which changes of plan to show, by what they came to. */
export function OutcomeFilter({ view }: { view: HistoryView }) {
  return (
    <nav aria-label="Filter the history">
      <ul className="flex flex-wrap gap-1.5">
        {[undefined, ...REPLAN_OUTCOMES].map((outcome) => (
          <li key={outcome ?? "all"}>
            <Link
              href={addressOf({ outcome, cursor: undefined })}
              aria-current={outcome === view.outcome ? "true" : undefined}
              className={`inline-flex min-h-8 items-center rounded-full border px-3 ${
                outcome === view.outcome
                  ? "border-ink bg-ink text-ground"
                  : "border-line bg-panel text-muted hover:border-edge hover:text-ink"
              }`}
            >
              {outcome === undefined ? "all" : REPLAN_OUTCOME_DISPLAY[outcome].word}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
