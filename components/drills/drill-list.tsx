import Link from "next/link";
import { DRILL_OUTCOME_LABELS, describeFault } from "@/lib/core/describe/gates/drills";
import { KIND_LABELS, pastVerbLabel } from "@/lib/core/describe/gates/words";
import { DRILL_OUTCOMES } from "@/lib/core/drills/judge";
import { DRILL_KINDS } from "@/lib/core/drills/kinds";
import type { DrillView } from "@/lib/core/drills/view";
import type { ListDrillsInput } from "@/lib/core/inputs/drills";
import type { Page } from "@/lib/core/views";
import { closedGateHref } from "../approvals/address";
import { DRILL_OUTCOME_LOOKS } from "../approvals/drill-note";
import { TONE_TEXT } from "../status";
import { Badge } from "../ui/badge";
import { EmptyState } from "../ui/empty-state";
import { ButtonLink } from "../ui/links/button-link";
import { FilterLinks } from "../ui/links/filter-links";
import { ItemList } from "../ui/links/item-list";
import { RelativeTime } from "../ui/relative-time";

type DrillListProps = { view: ListDrillsInput; page: Page<DrillView> };

const PATH = "/insights/drills";

/** Closed drills, each with what it came to and what was planted. */
export function DrillList({ view, page }: DrillListProps) {
  const settings = <ButtonLink href="/settings/drills">Drill settings</ButtonLink>;
  const none = (
    <EmptyState title="No drills yet" action={settings}>
      Drills that were answered or have expired appear here, with what was planted.
    </EmptyState>
  );
  return (
    <>
      <FilterLinks label="Outcome" path={PATH} view={view} groups={[OUTCOMES]} />
      <FilterLinks label="Kind of gate" path={PATH} view={view} groups={[KINDS]} />
      <ItemList label="Drills" things="drills" path={PATH} view={view} page={page} none={none}>
        {(drill) => <Drill key={drill.approvalId} drill={drill} />}
      </ItemList>
    </>
  );
}

const OUTCOMES = {
  name: "outcome",
  all: "All",
  choices: DRILL_OUTCOMES.map((one) => [one, DRILL_OUTCOME_LABELS[one]] as const),
};
const KINDS = {
  name: "kind",
  all: "All kinds",
  choices: DRILL_KINDS.map((one) => [one, KIND_LABELS[one]] as const),
};

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
