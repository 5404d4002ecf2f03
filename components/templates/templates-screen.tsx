"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { formatCounted } from "@/lib/core/describe/amounts";
import { formatReviewDecided, formatVersionWork } from "@/lib/core/describe/library";
import type { TemplateKind } from "@/lib/core/templates/limits";
import type { TemplateView } from "@/lib/core/templates/view";
import { Badge } from "../ui/badge";
import { useUrlParam } from "../ui/behavior/use-url-param";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ButtonLink } from "../ui/links/button-link";
import { RelativeTime } from "../ui/relative-time";
import { listHref, startHref, TEMPLATE_PARAM } from "./address";
import { AgentToolNames } from "./agent-text";
import { OutcomeLink } from "./outcome-link";

const TemplateDrawer = dynamic(() => import("./template-drawer").then((room) => room.TemplateDrawer), {
  ssr: false,
});
const NewTemplate = dynamic(() => import("./new-template").then((room) => room.NewTemplate), { ssr: false });

const SHOWN_VERSIONS = 3;

const WORDS = {
  plan: {
    list: "Plan templates",
    active: "Plans with parameters, to run again.",
    archived: "Out of use; their runs still name them.",
    add: "New template",
    none: "No templates yet",
    noneArchived: "No archived templates",
    begin:
      "Open a run whose plan worked, choose “Save as template”, and mark the texts that differ from run to run. You can also paste a plan here.",
  },
  review: {
    list: "Reviews of this workspace",
    active: "A planning review that names one of these asks its questions, unless the plan says otherwise.",
    archived: "Out of use; plans no longer find them.",
    add: "New review",
    none: "No reviews of your own yet",
    noneArchived: "No archived reviews",
    begin: "Set up what plans of this workspace are asked, and name it in a plan.",
  },
  agent: {
    list: "Agents of this workspace",
    active: "Agents to put into plans, from the plan editor. A plan gets a copy.",
    archived: "Out of use; plans keep their copies.",
    add: "New agent",
    none: "No agents of your own yet",
    noneArchived: "No archived agents",
    begin: "Keep an agent of a recent run, or write one, and put it into the plans that need it.",
  },
} as const satisfies Record<TemplateKind, Record<string, string>>;

type TemplatesScreenProps = { kind: TemplateKind; templates: readonly TemplateView[]; archived: boolean };

/** The templates of a kind that the workspace has: of plans what they ask for, and what their runs came to. */
export function TemplatesScreen({ kind, templates, archived }: TemplatesScreenProps) {
  const words = WORDS[kind];
  const [openId, setOpenId] = useUrlParam(TEMPLATE_PARAM);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 max-w-prose text-muted">{archived ? words.archived : words.active}</p>
        <div data-acts className="flex flex-wrap gap-2">
          <ButtonLink variant="quiet" href={listHref(kind, !archived)}>
            {archived ? "Show active" : "Show archived"}
          </ButtonLink>
          <Button aria-haspopup="dialog" onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        </div>
      </div>
      {templates.length === 0 ? (
        <EmptyState title={archived ? words.noneArchived : words.none}>{!archived && words.begin}</EmptyState>
      ) : (
        <ul
          aria-label={words.list}
          className="overflow-hidden rounded-xl border border-line bg-panel shadow-card"
        >
          {templates.map((template) => (
            <TemplateRow
              key={template.templateId}
              template={template}
              onOpen={() => setOpenId(template.templateId, "push")}
            />
          ))}
        </ul>
      )}
      <TemplateDrawer kind={kind} templateId={openId} onClose={() => setOpenId(undefined)} />
      {isAdding && (
        <NewTemplate
          kind={kind}
          onClose={(templateId) => {
            setAdding(false);
            if (templateId !== undefined) setOpenId(templateId, "push");
          }}
        />
      )}
    </>
  );
}

function TemplateRow({ template, onOpen }: { template: TemplateView; onOpen(): void }) {
  const {
    templateId,
    kind,
    name,
    version,
    title,
    tasks,
    params,
    archived,
    by,
    at,
    outcomes,
    review,
    agent,
    work,
    decided,
  } = template;
  const isPlan = kind === "plan";
  const label = by.kind === "person" ? by.name : by.kind;
  return (
    <li className="grid gap-2 border-line border-b px-4 py-3 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-4">
      <div className="grid min-w-0 gap-1">
        <h2 className="wrap-anywhere font-medium">{name}</h2>
        {review && (
          <>
            <p className="wrap-anywhere line-clamp-2 text-muted">{review.useWhen ?? review.review.focus}</p>
            {decided && decided.length > 0 && (
              <ul aria-label="Decisions by version" className="grid gap-0.5 text-muted text-xs">
                {decided.slice(0, SHOWN_VERSIONS).map((one) => (
                  <li key={one.version}>
                    v{one.version}: {formatReviewDecided(one)}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
        {agent && (
          <>
            <p className="wrap-anywhere line-clamp-2 text-muted">{agent.useWhen ?? agent.agent.prompt}</p>
            <AgentToolNames tools={agent.agent.tools} />
            {work?.[0] && (
              <p className="text-muted text-xs">
                v{work[0].version}: {formatVersionWork(work[0])}
              </p>
            )}
          </>
        )}
        {isPlan && (
          <>
            <p className="wrap-anywhere line-clamp-2 text-muted">{title}</p>
            <p className="flex flex-wrap items-center gap-1 text-xs">
              {params.map((param) => (
                <Badge key={param.name} wraps>
                  <span className="font-mono">{param.name}</span>
                </Badge>
              ))}
              {params.length === 0 && <span className="text-muted">No parameters</span>}
            </p>
            <Outcomes templateId={templateId} name={name} version={version} outcomes={outcomes} />
          </>
        )}
        <p className="text-muted text-xs">
          Version {version} by {label}, <RelativeTime at={at} />
          {isPlan && ` · ${formatCounted(tasks, "task", "tasks")}`}
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        {isPlan && !archived && (
          <ButtonLink variant="main" href={startHref(templateId)} aria-label={`Use ${name}`}>
            Use
          </ButtonLink>
        )}
        <Button data-opens aria-label={`Open ${name}`} onClick={onOpen}>
          Open
        </Button>
      </div>
    </li>
  );
}

type OutcomesProps = Pick<TemplateView, "templateId" | "name" | "version" | "outcomes">;

/** The last versions, each with its success rate, which leads to the runs behind it; the newest is named before it has run. */
function Outcomes({ templateId, name, version, outcomes }: OutcomesProps) {
  const newest = { version, runs: 0, ended: 0, completed: 0, simulated: 0 };
  const all = outcomes[0]?.version === version ? outcomes : [newest, ...outcomes];
  return (
    <ul aria-label="Success rate by version" className="grid gap-0.5 text-xs">
      {all.slice(0, SHOWN_VERSIONS).map((one) => (
        <li key={one.version}>
          <span className="text-muted">v{one.version}:</span>{" "}
          <OutcomeLink templateId={templateId} name={name} outcome={one} />
        </li>
      ))}
    </ul>
  );
}
