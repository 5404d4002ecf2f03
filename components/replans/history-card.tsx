import type { ReactNode } from "react";
import { formatReason } from "@/lib/core/describe/reason";
import { getOwn } from "@/lib/core/own";
import { spendingOf } from "@/lib/core/run/ledger/spending";
import type { ReplanEntry, RunState } from "@/lib/core/run/state";
import { REPLAN_OUTCOME_DISPLAY } from "../status";
import { Card } from "../ui/card";
import { LiveButton } from "../ui/live";
import { RelativeTime } from "../ui/relative-time";
import { StatusLabel } from "../ui/status-label";
import { Counts } from "./counts";
import { deciderLabel, TRIGGER_LABELS } from "./labels";
import { SpendingText } from "./spending";

type HistoryCardProps = {
  state: Pick<RunState, "tasks" | "replanHistory">;
  showTask(taskId: string): void;
  /** Shows what a version changed. */
  showVersion(version: number): void;
};

/** Every replan and iteration, the newest first: why, who decided, what it changed, what it cost and came to. */
export function HistoryCard({ state, showTask, showVersion }: HistoryCardProps) {
  if (state.replanHistory.length === 0) return null;
  return (
    <Card title="Plan history">
      <ol className="grid gap-4">
        {state.replanHistory.toReversed().map((entry) => (
          <li key={`${entry.kind} ${entry.number}`} className="grid gap-1.5">
            <EntryHeader entry={entry} />
            <EntryReason entry={entry} title={titleOf(state, entry)} showTask={showTask} />
            <Facts entry={entry} showVersion={showVersion} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

const titleOf = ({ tasks }: HistoryCardProps["state"], { taskId }: ReplanEntry): string | undefined =>
  taskId === undefined ? undefined : (getOwn(tasks, taskId)?.spec.title ?? taskId);

function EntryHeader({ entry: { kind, number, outcome, changes } }: { entry: ReplanEntry }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <h3 className="font-medium">
        {kind === "iteration" ? "Iteration" : "Replan"} {number}{" "}
        <StatusLabel status={REPLAN_OUTCOME_DISPLAY[outcome]} className="text-xs" />
      </h3>
      {changes && <Counts {...changes} />}
    </div>
  );
}

type EntryReasonProps = { entry: ReplanEntry; title: string | undefined; showTask(taskId: string): void };

function EntryReason({ entry, title, showTask }: EntryReasonProps) {
  const { trigger, taskId, failure, outcome } = entry;
  const reason = formatReason(entry.reason);
  const diagnosis = entry.diagnosis && formatReason(entry.diagnosis);
  return (
    <>
      <p className="text-muted text-xs">
        {TRIGGER_LABELS[trigger]}
        {taskId !== undefined && (
          <>
            {": "}
            <LiveButton className="underline underline-offset-2" onClick={() => showTask(taskId)}>
              {title}
            </LiveButton>
          </>
        )}
        {" · "}
        <RelativeTime at={entry.startedAt} />
      </p>
      <p className="line-clamp-4">{reason}</p>
      {diagnosis !== undefined && diagnosis !== reason && (
        <p className="line-clamp-4 text-muted">{diagnosis}</p>
      )}
      {failure !== undefined && (
        <p className={outcome === "withdrawn" ? "text-muted" : "text-bad"}>
          <span aria-hidden="true">{REPLAN_OUTCOME_DISPLAY[outcome].icon} </span>
          {formatReason(failure)}
        </p>
      )}
    </>
  );
}

function Facts({ entry, showVersion }: { entry: ReplanEntry; showVersion(version: number): void }) {
  const { fromVersion, toVersion, decidedBy, discardedCost, spent } = entry;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-xs">
      <Fact name="Decided by">{deciderLabel(decidedBy)}</Fact>
      {toVersion !== undefined && (
        <Fact name="Plan">
          <LiveButton className="min-h-6 underline underline-offset-2" onClick={() => showVersion(toVersion)}>
            version {fromVersion} → version {toVersion}
          </LiveButton>
        </Fact>
      )}
      <Fact name="Cost">
        <SpendingText spending={spendingOf(spent)} />
      </Fact>
      {discardedCost && (
        <Fact name="Discarded work">
          <SpendingText spending={spendingOf(discardedCost)} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
