"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { byRoute, useAct } from "@/lib/client/mutation";
import { queryKeys, templateQuery } from "@/lib/client/query";
import { formatReviewDecided, formatVersionWork } from "@/lib/core/describe/library";
import type { SaveTemplateInput } from "@/lib/core/inputs/templates";
import { serializePlan } from "@/lib/core/plan/write/json";
import type { TemplateKind } from "@/lib/core/templates/limits";
import type { TemplateParam } from "@/lib/core/templates/params";
import type { AgentWork, ReviewDecided, TemplateDetail } from "@/lib/core/templates/view";
import { Badge } from "../ui/badge";
import { keep, readKept } from "../ui/behavior/use-kept";
import { Button } from "../ui/button";
import { ButtonLink } from "../ui/links/button-link";
import { OlderEdits, StartsFrom } from "../ui/older-edits";
import { Drawer } from "../ui/overlay/dialog";
import { DrawerPart } from "../ui/overlay/drawer-part";
import { Problem } from "../ui/problem";
import { RelativeTime } from "../ui/relative-time";
import { Skeleton } from "../ui/skeleton";
import { startHref } from "./address";
import { AgentForm } from "./agent-form";
import { AgentText } from "./agent-text";
import { OutcomeLink } from "./outcome-link";
import { ReviewForm } from "./review-form";
import { ReviewText } from "./review-text";
import { sendSave } from "./send-template";
import { TemplateForm } from "./template-form";

const TITLES: Record<TemplateKind, string> = {
  plan: "Plan template",
  review: "Review template",
  agent: "Agent template",
};

type TemplateDrawerProps = { kind: TemplateKind; templateId: string | undefined; onClose(): void };

/** One template with all its versions, and what can be done with it. */
export function TemplateDrawer({ kind, templateId, onClose }: TemplateDrawerProps) {
  return (
    <Drawer
      title={TITLES[kind]}
      size="wide"
      open={templateId !== undefined}
      onOpenChange={(open) => open || onClose()}
    >
      {templateId !== undefined && <LoadedTemplate key={templateId} templateId={templateId} />}
    </Drawer>
  );
}

function LoadedTemplate({ templateId }: { templateId: string }) {
  const [version, setVersion] = useState<number>();
  /** What the edit that is under way began with: somebody else may save a version before it ends. */
  const [edited, setEdited] = useState<number>();
  const { data, error } = useQuery(templateQuery(templateId, version));
  if (error)
    return (
      <Problem problem={{ message: "Could not load this template. Close it and try again.", issues: [] }} />
    );
  if (!data) return <Skeleton className="h-64" />;
  const keptAs = (of: number) => `template/${templateId}/${of}`;
  if (edited !== undefined)
    return (
      <NextVersion
        detail={data}
        from={edited}
        keptAs={keptAs(edited)}
        onClose={() => {
          setVersion(undefined);
          setEdited(undefined);
        }}
      />
    );
  const { review, agent } = data;
  return (
    <div className="grid gap-5">
      <Facts
        detail={data}
        isEdited={readKept(keptAs(data.version)) !== undefined}
        onEdit={() => setEdited(data.version)}
      />
      {!data.archived && (
        <OlderEdits
          keptAs={keptAs}
          versions={data.versions.map((one) => one.version).filter((one) => one !== data.version)}
          onContinue={(older) => {
            setVersion(older);
            setEdited(older);
          }}
        />
      )}
      {data.kind === "plan" && (
        <DrawerPart title="Parameters">
          <Params params={data.params} />
        </DrawerPart>
      )}
      <Versions detail={data} onShow={setVersion} />
      {review ? (
        <DrawerPart title={`Version ${data.version}`}>
          <div className="grid gap-3">
            {review.useWhen !== undefined && <p className="wrap-anywhere text-muted">{review.useWhen}</p>}
            <ReviewText name={data.name} review={review.review} />
          </div>
        </DrawerPart>
      ) : agent ? (
        <DrawerPart title={`Version ${data.version}`}>
          <div className="grid gap-3">
            {agent.useWhen !== undefined && <p className="wrap-anywhere text-muted">{agent.useWhen}</p>}
            <AgentText agent={agent.agent} />
          </div>
        </DrawerPart>
      ) : (
        <DrawerPart title={`Plan of version ${data.version}`}>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
            tabIndex={0}
            className="wrap-anywhere max-h-96 overflow-auto whitespace-pre-wrap rounded-lg border border-line bg-ground p-3 font-mono text-xs"
          >
            {serializePlan(data.body)}
          </pre>
        </DrawerPart>
      )}
    </div>
  );
}

/** What it is called and makes, and what can be done with it. */
function Facts({ detail, isEdited, onEdit }: { detail: TemplateDetail; isEdited: boolean; onEdit(): void }) {
  const router = useRouter();
  const { act, pending, problem } = useAct({
    send: byRoute("POST /api/v1/templates/{id}/archive"),
    invalidates: [queryKeys.templates],
  });
  const { templateId, kind, name, title, archived } = detail;
  const toggle = async () => {
    if (await act({ id: templateId, archived: !archived })) router.refresh();
  };
  return (
    <div className="grid gap-3">
      <div>
        <p className="wrap-anywhere font-medium">{name}</p>
        {kind === "plan" && <p className="wrap-anywhere text-muted">{title}</p>}
      </div>
      <Problem problem={problem} />
      <div className="flex flex-wrap gap-2">
        {!archived && (
          <>
            {kind === "plan" && (
              <ButtonLink variant="main" href={startHref(templateId)}>
                Use template
              </ButtonLink>
            )}
            <Button onClick={onEdit}>{isEdited ? "Continue editing" : "Edit"}</Button>
          </>
        )}
        <Button disabled={pending !== undefined} onClick={() => void toggle()}>
          {pending ? "Saving…" : archived ? "Restore" : "Archive"}
        </Button>
      </div>
    </div>
  );
}

function Params({ params }: { params: readonly TemplateParam[] }) {
  if (params.length === 0) return <p className="text-muted">It has none.</p>;
  return (
    <ul aria-label="Parameters" className="grid gap-2">
      {params.map(({ name, type, options, required, default: value, help }) => (
        <li key={name} className="grid min-w-0 gap-0.5">
          <p className="flex flex-wrap items-center gap-2">
            <span className="wrap-anywhere font-mono text-sm">{name}</span>
            <Badge>{type}</Badge>
            {required && value === undefined && <Badge tone="amber">required</Badge>}
          </p>
          <p className="wrap-anywhere line-clamp-3 text-muted text-xs">
            {[options && `One of ${options.join(", ")}.`, value !== undefined && `Default: ${value}.`, help]
              .filter(Boolean)
              .join(" ")}
          </p>
        </li>
      ))}
    </ul>
  );
}

const NO_RUNS = { runs: 0, ended: 0, completed: 0, simulated: 0 };

const workOf = (work: readonly AgentWork[], version: number) =>
  work.find((one) => one.version === version) ?? { tasks: 0, succeeded: 0, failed: 0, simulated: 0 };

const decidedOf = (decided: readonly ReviewDecided[], version: number) =>
  decided.find((one) => one.version === version) ?? { decisions: 0, stood: 0, simulated: 0 };

/** All versions, each with its success rate. */
function Versions({ detail, onShow }: { detail: TemplateDetail; onShow(version: number): void }) {
  const { templateId, kind, name, versions, outcomes, work = [], decided = [], version: shown } = detail;
  return (
    <DrawerPart title="Versions">
      <ol aria-label="Versions" className="grid gap-2">
        {versions.map(({ version, by, at }) => (
          <li key={version} className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <div className="min-w-0">
              <p>
                Version {version}
                {kind === "agent" && `: ${formatVersionWork(workOf(work, version))}`}
                {kind === "review" && `: ${formatReviewDecided(decidedOf(decided, version))}`}
                {kind === "plan" && (
                  <>
                    {": "}
                    <OutcomeLink
                      templateId={templateId}
                      name={name}
                      outcome={outcomes.find((one) => one.version === version) ?? { version, ...NO_RUNS }}
                    />
                  </>
                )}
              </p>
              <p className="text-muted text-xs">
                By {by.kind === "person" ? by.name : by.kind}, <RelativeTime at={at} />
              </p>
            </div>
            {version === shown ? (
              <Badge>shown</Badge>
            ) : (
              <Button size="small" aria-label={`Show version ${version}`} onClick={() => onShow(version)}>
                Show
              </Button>
            )}
          </li>
        ))}
      </ol>
    </DrawerPart>
  );
}

/** `from`: the version that what is kept began with. */
type NextVersionProps = { detail: TemplateDetail; from: number; keptAs: string; onClose(): void };

/** The next version, begun with the one that is shown. A refused one keeps what was typed, and so does one that is left. */
function NextVersion({ detail, from, keptAs, onClose }: NextVersionProps) {
  const router = useRouter();
  const { act, pending, problem } = useAct({ send: sendSave, invalidates: [queryKeys.templates] });
  const { templateId, version, newest, body, params, review, agent } = detail;
  const end = () => {
    keep(keptAs, undefined);
    onClose();
  };
  const common = {
    keptAs,
    problem,
    busy: pending !== undefined,
    submitLabel: `Save version ${newest + 1}`,
    onSubmit: async (input: Pick<SaveTemplateInput, "body" | "params">) => {
      if (!(await act({ templateId, expectedVersion: newest, ...input }))) return;
      router.refresh();
      end();
    },
    onCancel: end,
  };
  return (
    <div className="grid gap-4">
      <StartsFrom version={readKept(keptAs) === undefined ? version : from} newest={newest} />
      {review ? (
        <ReviewForm begins={review} {...common} />
      ) : agent ? (
        <AgentForm begins={agent} {...common} />
      ) : (
        <TemplateForm begins={{ text: serializePlan(body), params }} {...common} />
      )}
    </div>
  );
}
