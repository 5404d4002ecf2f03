import Link from "next/link";
import { withQuery } from "@/lib/client/call";
import { upperFirst } from "@/lib/core/describe/letters";
import { runStatusDisplay } from "@/lib/core/describe/looks/run";
import type { Page, ReplanListItem } from "@/lib/core/views";
import { Counts } from "../replans/counts";
import { decisionLabel, TRIGGER_LABELS } from "../replans/labels";
import { SpendingText } from "../replans/spending";
import { REPLAN_OUTCOME_DISPLAY } from "../status";
import { EmptyState } from "../ui/empty-state";
import { ButtonLink } from "../ui/links/button-link";
import { ItemList } from "../ui/links/item-list";
import { RelativeTime } from "../ui/relative-time";
import { StatusLabel } from "../ui/status-label";
import type { HistoryView } from "./history-filters";

type ReplanRowsProps = { view: HistoryView; page: Page<ReplanListItem> };

/** Changes of plan of all runs, each with the way to what it changed. */
export function ReplanRows({ view, page }: ReplanRowsProps) {
  const none = (
    <EmptyState title="No plan changes yet" action={<ButtonLink href="/">Try a sample</ButtonLink>}>
      Replans and iterations of all runs appear here: why a plan changed, who decided, what it cost.
    </EmptyState>
  );
  return (
    <ItemList label="Plan changes" things="changes" path="/history" view={view} page={page} none={none}>
      {(item) => <Row key={`${item.runId} ${item.kind} ${item.number}`} item={item} />}
    </ItemList>
  );
}

function Row({ item }: { item: ReplanListItem }) {
  const { kind, number, mission, outcome, trigger, taskId, reason, failure, decidedBy, startedAt } = item;
  const { added, removed, changed, cost, discardedCost, diagnosis, afterwards, runId } = item;
  return (
    <li className="grid gap-1 border-line border-b px-4 py-3 last:border-b-0">
      <div className="flex flex-col gap-x-4 sm:flex-row sm:flex-wrap sm:items-baseline sm:justify-between">
        <Link data-opens href={changesHref(item)} className="font-medium hover:underline">
          {kind === "iteration" ? "Iteration" : "Replan"} {number} of “{mission}”
        </Link>
        <span className="flex items-baseline gap-3">
          {added !== null && <Counts added={added} removed={removed ?? 0} changed={changed ?? 0} />}
          <StatusLabel status={REPLAN_OUTCOME_DISPLAY[outcome]} className="text-xs" />
        </span>
      </div>
      <p className="text-muted text-xs">
        {upperFirst(TRIGGER_LABELS[trigger])}
        {taskId !== null && (
          <>
            {": "}
            <span className="font-mono">{taskId}</span>
          </>
        )}
        {decidedBy && ` · decided by ${decisionLabel(decidedBy)}`} · <RelativeTime at={startedAt} />
      </p>
      <p className="line-clamp-3">{reason}</p>
      {diagnosis !== null && diagnosis !== reason && (
        <p className="line-clamp-3 text-muted">Diagnosis: {diagnosis}</p>
      )}
      {failure !== null && <p className="line-clamp-3 text-muted">{failure}</p>}
      {cost && (
        <p className="text-muted text-xs">
          Cost: <SpendingText spending={cost} />
          {discardedCost && discardedCost.modelCalls > 0 && (
            <>
              {" · discarded work: "}
              <SpendingText spending={discardedCost} />
            </>
          )}
        </p>
      )}
      <p className="flex flex-wrap items-baseline gap-x-2 text-xs">
        <span className="text-muted">Afterwards:</span>
        <Link
          href={`/runs/${encodeURIComponent(runId)}`}
          aria-label={`The run of “${mission}” afterwards: ${runStatusDisplay(afterwards).word}`}
          className="inline-flex min-h-6 items-center hover:underline"
        >
          <StatusLabel status={runStatusDisplay(afterwards)} />
        </Link>
      </p>
    </li>
  );
}

type Changed = { runId: string; fromVersion: number; toVersion: number | null };

/** The run's page with its versions, at what this replan changed. */
export function changesHref({ runId, fromVersion, toVersion }: Changed): string {
  const pair = toVersion === null ? {} : { from: fromVersion, to: toVersion };
  return withQuery(`/runs/${encodeURIComponent(runId)}`, { tab: "replans", ...pair });
}
