import Link from "next/link";
import { DRILL_OUTCOME_LABELS, describeFault } from "@/lib/core/describe/gates/drills";
import { KIND_LABELS, pastVerbLabel } from "@/lib/core/describe/gates/words";
import { DRILL_OUTCOMES } from "@/lib/core/drills/judge";
import { DRILL_KINDS } from "@/lib/core/drills/kinds";
import type { DrillView } from "@/lib/core/drills/view";
import type { Page } from "@/lib/core/views";
import { closedGateHref } from "../approvals/address";
import { DRILL_OUTCOME_LOOKS } from "../approvals/drill-note";
import { TONE_TEXT } from "../status";
import { Badge } from "../ui/badge";
import { EmptyState } from "../ui/empty-state";
import { ButtonLink } from "../ui/links/button-link";
import { FilterLinks } from "../ui/links/filter-links";
import { RelativeTime } from "../ui/relative-time";
import { addressOf, type DrillsView } from "./address";

type Props = { view: DrillsView; page: Page<DrillView> };

/** Closed drills, each with what it came to and what was planted. */
export function DrillList({ view, page: { items, nextCursor } }: Props) {
  const { cursor: _cursor, ...first } = view;
  const { kind, outcome, ...days } = first;
  return (
    <>
      <FilterLinks
        label="Outcome"
        links={[undefined, ...DRILL_OUTCOMES].map((one) => ({
          href: addressOf({ ...days, ...(kind && { kind }), ...(one && { outcome: one }) }),
          label: one ? DRILL_OUTCOME_LABELS[one] : "All",
          isCurrent: one === outcome,
        }))}
      />
      <FilterLinks
        label="Kind of gate"
        links={[undefined, ...DRILL_KINDS].map((one) => ({
          href: addressOf({ ...days, ...(outcome && { outcome }), ...(one && { kind: one }) }),
          label: one ? KIND_LABELS[one] : "All kinds",
          isCurrent: one === kind,
        }))}
      />
      {items.length === 0 ? (
        <NoDrills isFiltered={Object.keys(view).length > 0} />
      ) : (
        <ol
          aria-label="Drills"
          className="overflow-hidden rounded-xl border border-line bg-panel shadow-card"
        >
          {items.map((drill) => (
            <Drill key={drill.approvalId} drill={drill} />
          ))}
        </ol>
      )}
      {nextCursor && (
        <ButtonLink className="justify-self-start" href={addressOf({ ...first, cursor: nextCursor })}>
          Older drills
        </ButtonLink>
      )}
    </>
  );
}

function Drill({ drill }: { drill: DrillView }) {
  const { approvalId, kind, mission, reviewer, verb, comment, outcome, fault, closedAt, own } = drill;
  const look = outcome && DRILL_OUTCOME_LOOKS[outcome];
  return (
    <li className="grid gap-1 border-line border-b px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <Badge>{KIND_LABELS[kind]}</Badge>
          {own ? (
            <Link data-opens href={closedGateHref(approvalId)} className="font-medium hover:underline">
              {mission}
            </Link>
          ) : (
            <span className="font-medium">{mission}</span>
          )}
        </span>
        {look && outcome ? (
          <span className={`text-xs ${TONE_TEXT[look.tone]}`}>
            <span aria-hidden="true">{look.icon} </span>
            {DRILL_OUTCOME_LABELS[outcome]}
          </span>
        ) : (
          <span className="text-muted text-xs">Not answered</span>
        )}
      </div>
      <p>{fault ? describeFault(fault) : "Nothing was wrong with it."}</p>
      <p className="text-muted text-xs">
        {verb ? `${pastVerbLabel(verb)} by ${reviewer.name}` : `Sent to ${reviewer.name}`} ·{" "}
        <RelativeTime at={closedAt} />
      </p>
      {comment && <q className="whitespace-pre-wrap text-muted">{comment}</q>}
    </li>
  );
}

function NoDrills({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    const all = <ButtonLink href="/insights/drills">Show all</ButtonLink>;
    return <EmptyState title="No drills match the filter" action={all} />;
  }
  const settings = <ButtonLink href="/settings/drills">Drill settings</ButtonLink>;
  return (
    <EmptyState title="No drills yet" action={settings}>
      Drills that were answered or have expired appear here, with what was planted.
    </EmptyState>
  );
}
