"use client";

import { useQuery } from "@tanstack/react-query";
import { policyHistoryQuery } from "@/lib/client/query";
import { describePolicy } from "@/lib/core/describe/policy";
import type { PolicyView } from "@/lib/core/policy";
import { Button } from "../ui/button";
import { Problem } from "../ui/problem";
import { RelativeTime } from "../ui/relative-time";
import { Skeleton } from "../ui/skeleton";
import { scopeLabel } from "./labels";

type PolicyHistoryProps = {
  policyId: string;
  /** The version in the editor. */
  current: number;
  onTake(version: PolicyView): void;
};

/** Every version of a policy: who made it and when, and what it said. */
export function PolicyHistory({ policyId, current, onTake }: PolicyHistoryProps) {
  const { data: versions, error } = useQuery(policyHistoryQuery(policyId));
  if (error) return <Problem problem={{ message: "Could not load the history.", issues: [] }} />;
  if (!versions) return <Skeleton className="h-16" />;
  return (
    <ol className="grid gap-3">
      {versions.map((one) => (
        <li key={one.version} className="grid gap-1 border-line border-b pb-3 last:border-b-0 last:pb-0">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span>
              <span className="font-medium">Version {one.version}</span>
              <span className="text-muted">
                {" "}
                by {one.author}, <RelativeTime at={one.at} />
              </span>
            </span>
            {one.version === current ? (
              <span className="text-muted text-xs">In the editor</span>
            ) : (
              one.active && (
                <Button size="small" onClick={() => onTake(one)}>
                  Restore
                </Button>
              )
            )}
          </p>
          {one.active ? <PolicyDescription view={one} /> : <p className="text-muted text-xs">Removed.</p>}
        </li>
      ))}
    </ol>
  );
}

function PolicyDescription({ view: { name, scope, policy } }: { view: PolicyView }) {
  return (
    <div className="text-muted text-xs">
      <p>
        {name} · {scopeLabel(scope)}
      </p>
      <ul>
        {describePolicy(policy).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
