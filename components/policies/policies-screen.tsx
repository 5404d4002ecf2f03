"use client";

import dynamic from "next/dynamic";
import { useId, useState } from "react";
import { describePolicy } from "@/lib/core/describe/policy";
import type { PolicyView } from "@/lib/core/policy";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { useToast } from "../ui/overlay/toast";
import { RelativeTime } from "../ui/relative-time";
import { PanelSkeleton } from "../ui/skeleton";
import { scopeLabel } from "./labels";
import { draftOf, NEW_POLICY, type PolicyDraft } from "./policy-draft";
import { PolicySimulator } from "./policy-simulator";
import type { ToolInfo } from "./types";

/** Opened by a press alone. */
const PolicyEditor = dynamic(() => import("./policy-editor").then((room) => room.PolicyEditor), {
  loading: PanelSkeleton,
});

type PolicyListProps = { policies: readonly PolicyView[]; onEdit(policy: PolicyView): void };

type PoliciesScreenProps = {
  policies: readonly PolicyView[];
  tools: readonly ToolInfo[];
};

/** The policies of the workspace, one of them being edited, and what they make of a call. */
export function PoliciesScreen({ policies, tools }: PoliciesScreenProps) {
  const toast = useToast();
  const heading = useId();
  const [edited, setEdited] = useState<PolicyDraft>();
  const done = (title: string) => {
    setEdited(undefined);
    toast({ title, text: "Takes effect for running missions within seconds.", tone: "ok", icon: "✓" });
  };
  if (edited) {
    return (
      <PolicyEditor
        key={edited.policyId ?? "new"}
        initial={edited}
        newest={policies.find(({ id }) => id === edited.policyId)}
        tools={tools}
        onSaved={(name) => done(`“${name}” saved`)}
        onRemoved={(name) => done(`“${name}” removed`)}
        onClose={() => setEdited(undefined)}
      />
    );
  }
  const add = (
    <Button variant="main" data-act="New policy" onClick={() => setEdited(NEW_POLICY)}>
      New policy
    </Button>
  );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <section aria-labelledby={heading} className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id={heading} className="font-semibold text-base">
            Active policies
          </h2>
          {policies.length > 0 && add}
        </div>
        {policies.length === 0 ? (
          <div className="rounded-xl border border-line bg-panel">
            <EmptyState title="No policies yet" action={add}>
              All tools are allowed with any arguments, unless a run or agent has its own policy. A policy can
              deny tools or require approval for certain calls.
            </EmptyState>
          </div>
        ) : (
          <PolicyList policies={policies} onEdit={(one) => setEdited(draftOf(one, tools))} />
        )}
      </section>
      <Card title="Policy simulator" aside="Nothing is executed">
        <PolicySimulator tools={tools} firstRole="agent" overrides={{}} />
      </Card>
    </div>
  );
}

/** The policies in force: whom each binds, what it does in words, and who said so last. */
function PolicyList({ policies, onEdit }: PolicyListProps) {
  return (
    <ul className="grid gap-3">
      {policies.map((one) => (
        <li
          key={one.id}
          className="grid gap-1 rounded-xl border border-line bg-panel px-4 py-3 shadow-card sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-4"
        >
          <div className="grid min-w-0 gap-1">
            <h3 className="flex flex-wrap items-center gap-2 font-semibold">
              <span className="min-w-0">{one.name}</span>
              <Badge>{scopeLabel(one.scope)}</Badge>
            </h3>
            <ul>
              {describePolicy(one.policy).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <p className="text-muted text-xs">
              Version {one.version} by {one.author}, <RelativeTime at={one.at} />
            </p>
          </div>
          <div>
            <Button data-opens aria-label={`Edit ${one.name}`} onClick={() => onEdit(one)}>
              Edit
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
