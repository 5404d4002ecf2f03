"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { familyQuery } from "@/lib/client/query";
import { runStatusDisplay } from "@/lib/core/describe/looks/run";
import { MAX_COMPARED } from "@/lib/core/inputs/limits";
import type { FamilyMember, RunFamily } from "@/lib/core/run/fork-views";
import { NO_TASKS } from "@/lib/core/run/state/totals";
import { compareHref } from "../compare/address";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ButtonLink } from "../ui/links/button-link";
import { LiveInput } from "../ui/live";
import { Money } from "../ui/money";
import { RelativeTime } from "../ui/relative-time";
import { PanelSkeleton } from "../ui/skeleton";
import { StatusLabel } from "../ui/status-label";

/** How far a run stands in; deeper ones stand where the last does. */
const INDENTS = ["", "ml-5", "ml-10", "ml-15", "ml-20"];

/** The family of a run, read when it is shown. */
export function Family({ runId }: { runId: string }) {
  const { data, isError, refetch } = useQuery(familyQuery(runId));
  if (data) return <FamilyTree family={data} />;
  if (!isError) return <PanelSkeleton />;
  return (
    <EmptyState
      title="Could not load the forks"
      action={<Button onClick={() => void refetch()}>Try again</Button>}
    />
  );
}

/** The runs of a family as a tree, of which some can be chosen to be compared. */
function FamilyTree({ family: { runId, members, more } }: { family: RunFamily }) {
  const [chosen, setChosen] = useState<string[]>([runId]);
  const toggle = (id: string) =>
    setChosen((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  const ordered = members.map((one) => one.runId).filter((id) => chosen.includes(id));
  const canCompare = ordered.length >= 2 && ordered.length <= MAX_COMPARED;
  return (
    <div className="grid gap-3">
      <ul aria-label="Runs" className="grid gap-2">
        {members.map((member) => (
          <li key={member.runId} className={INDENTS[Math.min(member.depth, INDENTS.length - 1)]}>
            <Member
              member={member}
              isHere={member.runId === runId}
              isChosen={chosen.includes(member.runId)}
              onToggle={() => toggle(member.runId)}
            />
          </li>
        ))}
      </ul>
      {more && <p className="text-muted text-xs">There are more forks than are listed.</p>}
      {canCompare ? (
        <ButtonLink variant="main" href={compareHref(ordered)}>
          Compare {ordered.length} runs
        </ButtonLink>
      ) : (
        <Button disabled>Compare runs</Button>
      )}
    </div>
  );
}

type MemberProps = { member: FamilyMember; isHere: boolean; isChosen: boolean; onToggle(): void };

function Member({ member, isHere, isChosen, onToggle }: MemberProps) {
  const { runId, title, status, parentSeq, planVersion, cost, createdAt } = member;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 rounded-lg border border-line px-3 py-2">
      <LiveInput
        type="checkbox"
        className="mt-1 size-4 self-start"
        aria-label={`Compare ${title}, ${parentSeq === null ? "the first run" : `forked at event ${parentSeq}`}`}
        checked={isChosen}
        onChange={onToggle}
      />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {isHere ? (
            <span className="font-medium">{title} (this run)</span>
          ) : (
            <Link href={`/runs/${encodeURIComponent(runId)}`} className="font-medium underline">
              {title}
            </Link>
          )}
          <StatusLabel status={runStatusDisplay({ status, openApprovals: 0, tasks: NO_TASKS })} />
        </p>
        <p className="text-muted text-xs">
          {parentSeq === null ? "First run" : `Forked at event ${parentSeq}`} · plan v{planVersion} ·{" "}
          <Money usd={cost.usd} /> · <RelativeTime at={createdAt} />
        </p>
      </div>
    </div>
  );
}
