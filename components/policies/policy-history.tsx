"use client";

import { useEffect, useState } from "react";
import { describePolicy } from "@/lib/core/describe/policy";
import type { PolicyView } from "@/lib/core/policy";
import { Button } from "../ui/button";
import { Problem, type ProblemFacts } from "../ui/problem";
import { RelativeTime } from "../ui/relative-time";
import { Skeleton } from "../ui/skeleton";
import { scopeLabel } from "./labels";
import type { LoadHistory } from "./types";

type PolicyHistoryProps = {
  policyId: string;
  /** The version in the editor. */
  current: number;
  load: LoadHistory;
  onTake(version: PolicyView): void;
};

/** Every version of a policy: who made it and when, and what it said. */
export function PolicyHistory({ policyId, current, load, onTake }: PolicyHistoryProps) {
  const [versions, setVersions] = useState<readonly PolicyView[]>();
  const [problem, setProblem] = useState<ProblemFacts>();
  useEffect(() => {
    let isUnmounted = false;
    load(policyId).then(
      (outcome) => {
        if (isUnmounted) return;
        if ("value" in outcome) setVersions(outcome.value);
        else setProblem(outcome.problem);
      },
      () => !isUnmounted && setProblem({ message: "Could not load the history.", issues: [] }),
    );
    return () => {
      isUnmounted = true;
    };
  }, [policyId, load]);
  if (problem) return <Problem problem={problem} />;
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
