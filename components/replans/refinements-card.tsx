import { formatDropped, SIGN_TEXTS } from "@/lib/core/describe/learning/refinement";
import { formatReason } from "@/lib/core/describe/reason";
import { getOwn } from "@/lib/core/own";
import type { RefinementEntry, RunState } from "@/lib/core/run/state";
import { gateHref } from "../approvals/address";
import { Card } from "../ui/card";
import { ButtonLink } from "../ui/links/button-link";
import { LiveButton } from "../ui/live";
import { RelativeTime } from "../ui/relative-time";
import { SeenText } from "../ui/seen-text";
import { StatusLabel } from "../ui/status-label";
import { refinementDisplay } from "./labels";
import { RefinedTasks } from "./refined-tasks";

type RefinementsCardProps = {
  state: Pick<RunState, "tasks" | "refinements" | "approvals" | "openApprovals">;
  /** Shows what a version changed. */
  showVersion(version: number): void;
};

/** Every look at the rest of the plan, the newest first: after which tasks, what it changed and what was left out. */
export function RefinementsCard({ state, showVersion }: RefinementsCardProps) {
  const { tasks, refinements } = state;
  const entries = refinements?.entries ?? [];
  if (entries.length === 0) return null;
  const titleOf = (id: string) => getOwn(tasks, id)?.spec.title ?? id;
  return (
    <Card title="Refinements">
      <ol className="grid gap-4" data-testid="refinements">
        {entries.toReversed().map((entry) => (
          <li key={entry.number} className="grid gap-1.5">
            <h3 className="font-medium">
              Refinement {entry.number}{" "}
              <StatusLabel status={refinementDisplay(entry.status)} className="text-xs" />
            </h3>
            <p className="break-words text-muted text-xs">
              after {entry.about.map((id) => endedAs(entry, id, titleOf(id))).join(", ")} ·{" "}
              <RelativeTime at={entry.startedAt} />
            </p>
            {entry.status === "offered" ? (
              <Offered state={state} />
            ) : (
              <EntryFacts entry={entry} titleOf={titleOf} showVersion={showVersion} />
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The task that had ended, and what of it speaks against the rest of the plan. */
function endedAs({ because = [] }: RefinementEntry, id: string, title: string): string {
  const sign = because.find(({ taskId }) => taskId === id)?.sign;
  return sign === undefined ? title : `${title} (${SIGN_TEXTS[sign]})`;
}

/** What is proposed, as long as people are asked about it, and the way to its gate. */
function Offered({ state: { approvals, openApprovals } }: Pick<RefinementsCardProps, "state">) {
  const gate = Object.keys(openApprovals)
    .flatMap((id) => getOwn(approvals, id) ?? [])
    .find(({ question }) => question?.about === "refinement");
  if (gate?.question?.about !== "refinement") return null;
  const { summary, modified, added, skipped } = gate.question;
  const titles = new Map([...modified, ...added, ...skipped].map(({ taskId, title }) => [taskId, title]));
  return (
    <>
      {summary !== "" && (
        <p className="break-words">
          <SeenText text={summary} />
        </p>
      )}
      <RefinedTasks facts={gate.question} titleOf={(id) => titles.get(id) ?? id} />
      <ButtonLink size="small" className="justify-self-start" href={gateHref(gate.approvalId)}>
        Decide
      </ButtonLink>
    </>
  );
}

type EntryFactsProps = Pick<RefinementsCardProps, "showVersion"> & {
  entry: RefinementEntry;
  titleOf(taskId: string): string;
};

function EntryFacts({ entry, titleOf, showVersion }: EntryFactsProps) {
  const { summary = "", reason, dropped = [], fromVersion, toVersion } = entry;
  return (
    <>
      {summary !== "" && (
        <p className="break-words">
          <SeenText text={summary} />
        </p>
      )}
      <RefinedTasks facts={entry} titleOf={titleOf} />
      {reason && <p className="break-words text-muted">{formatReason(reason)}</p>}
      {dropped.length > 0 && (
        <ul aria-label="Left out" className="grid gap-0.5 text-muted text-xs">
          {dropped.map((one) => (
            <li key={`${one.part} ${one.taskId}`} className="break-words">
              Left out: {formatDropped(one)}
            </li>
          ))}
        </ul>
      )}
      {toVersion !== undefined && (
        <LiveButton
          className="justify-self-start text-xs underline underline-offset-2"
          onClick={() => showVersion(toVersion)}
        >
          version {fromVersion} → version {toVersion}
        </LiveButton>
      )}
    </>
  );
}
