"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import type { ReactNode } from "react";
import { pageSettled } from "@/lib/client/page-settled";
import { useRunClock } from "@/lib/client/run-clock";
import { formatCounted, formatDuration, formatUsd } from "@/lib/core/describe/amounts";
import { formatProgress } from "@/lib/core/describe/costs/totals";
import { gateTitle, headline } from "@/lib/core/describe/gates/headline";
import { lowerFirst } from "@/lib/core/describe/letters";
import { runStatusDisplay } from "@/lib/core/describe/looks/run";
import { markedLine } from "@/lib/core/legible/marked";
import { statusOf } from "@/lib/core/run/effects/status-of";
import type { RunEvent } from "@/lib/core/run/events";
import { ledgerLine } from "@/lib/core/run/ledger/budgets";
import { endOf, isOver } from "@/lib/core/run/retrospects";
import { beganAt } from "@/lib/core/run/selectors";
import { simulatedToolsOf } from "@/lib/core/run/simulated";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { useStuckGates } from "../approvals/use-stuck";
import { budgetTone, usageText } from "../budgets/budget-bar";
import { FamilyButton } from "../forks/family-button";
import { TONE_TEXT } from "../status";
import { templateHref } from "../templates/address";
import { Badge } from "../ui/badge";
import { Progress } from "../ui/progress";
import { RunControls } from "./run-controls";
import { type CountedUsage, tokensText } from "./run-usage";
import type { RunCommandType } from "./types";
import { useRunCommands } from "./use-run-commands";

/** A forecast is no part of what a page begins with. */
const ToFinish = dynamic(
  () => pageSettled().then(async () => (await import("../forecast/run-forecast")).ToFinish),
  { ssr: false, loading: () => "…" },
);

/** Said the moment an order is sent, until the run's state says it itself. */
const PENDING_LABELS: Record<RunCommandType, string> = {
  pause: "Pausing…",
  resume: "Resuming…",
  cancel: "Cancelling…",
  abort: "Aborting…",
  edit_plan: "Updating the plan…",
  request_replan: "Requesting a replan…",
};

type RunHeaderProps = {
  state: RunState;
  events: readonly RunEvent[];
  usage: CountedUsage;
  /** How many runs its family has beside it. */
  forks: number;
  /** A past moment is shown: nothing can be asked of it. */
  isPast: boolean;
};

/** The mission, its state in a sentence, figures and controls. */
export function RunHeader({ state, events, usage, forks, isPast }: RunHeaderProps) {
  const commands = useRunCommands(state);
  const needsPerson = Object.keys(state.openApprovals).length > 0;
  const look = runStatusDisplay({
    status: statusOf(state),
    openApprovals: needsPerson && !isOver(state) ? 1 : 0,
    tasks: state.taskTotals,
  });
  const { pending } = commands;
  const stuck = useStuckGates(state);
  const said = stuck[0] && !isOver(state) ? stuckText(state, stuck[0], stuck.length) : headline(state);
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-2.5 border-line border-b bg-panel px-4 py-3 md:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-80">
          <h1 className="line-clamp-3 font-semibold text-lg leading-snug tracking-tight">
            {markedLine(state.mission)}
          </h1>
          <p
            role="status"
            title={said}
            className={`mt-0.5 line-clamp-2 font-medium max-sm:min-h-[2lh] sm:line-clamp-1 ${TONE_TEXT[pending === undefined ? look.tone : "plain"]}`}
          >
            <span aria-hidden="true">{pending === undefined ? look.icon : "◌"} </span>
            {pending === undefined ? said : PENDING_LABELS[pending]}
          </p>
          {state.template && <TemplateNote template={state.template} />}
          {state.parent && <ForkNote parent={state.parent} />}
        </div>
        {forks > 0 && <FamilyButton runId={state.runId} forks={forks} />}
        <fieldset
          // Those of a run that is over are others: they have not moved.
          key={isOver(state) ? "ended" : "live"}
          disabled={isPast}
          // As wide whatever can be done: the words beside it break where they did.
          className="min-w-0 sm:min-w-94 lg:flex lg:justify-end"
          title={isPast ? "Off while you look at the past" : undefined}
        >
          <legend className="sr-only">Controls</legend>
          <RunControls state={state} events={events} commands={commands} isPast={isPast} />
        </fieldset>
      </div>
      <RunMetrics state={state} usage={usage} />
    </header>
  );
}

/** A gate that waits for nobody comes before those that people can answer. */
function stuckText(state: RunState, gate: ApprovalState, count: number): string {
  const more = count > 1 ? ` and ${count - 1} more` : "";
  return `Nobody is left who may let this pass: ${lowerFirst(gateTitle(state, gate))}${more}`;
}

/** Which template its plan was made of. */
function TemplateNote({ template: { id, name, version } }: { template: NonNullable<RunState["template"]> }) {
  return (
    <p className="wrap-anywhere mt-0.5 line-clamp-2 text-muted text-xs">
      From{" "}
      <Link href={templateHref(id)} className="underline">
        {name}
      </Link>
      , version {version}
    </p>
  );
}

/** Which run this one was forked from, and where. */
function ForkNote({ parent: { runId, seq } }: { parent: NonNullable<RunState["parent"]> }) {
  return (
    <p className="mt-0.5 text-muted text-xs">
      Forked from{" "}
      <Link href={`/runs/${encodeURIComponent(runId)}`} className="underline">
        another run
      </Link>{" "}
      at event {seq}
    </p>
  );
}

/** It goes when the run ends: where all stand in a row, in the last place. */
const TO_FINISH = "To finish";

/** How long, how far, which plan, how much. */
function RunMetrics({ state, usage }: { state: RunState; usage: CountedUsage }) {
  const totals = state.taskTotals;
  const { replans, iterations } = state.counters;
  const isDemo = state.tags.includes("demo");
  const usesSimulatedTools = !isDemo && simulatedToolsOf(state).length > 0;
  const metrics: [string, ReactNode][] = [
    ["Elapsed", <Elapsed key="elapsed" state={state} />],
    ["Tasks", totals.total === 0 ? "None yet" : formatProgress(totals, isOver(state))],
    ["Plan", state.planVersion === 0 ? "Not written yet" : versionText(state.planVersion, replans)],
    ...iterationMetric(iterations, state.settings.maxIterations),
    ["Cost", <Cost key="cost" state={state} usage={usage} />],
    ["Tokens", tokensText(usage.inputTokens + usage.outputTokens)],
    ...(isOver(state) ? [] : [[TO_FINISH, <ToFinish key="rest" state={state} />] as [string, ReactNode]]),
  ];
  return (
    <dl className="flex flex-wrap gap-x-7 gap-y-1.5 text-xs max-sm:grid max-sm:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)_minmax(0,1.2fr)] max-sm:gap-x-3">
      {metrics.map(([name, value]) => (
        <div
          key={name}
          className={`min-w-0 sm:min-w-16 sm:[&:nth-child(3)]:min-w-24 sm:[&:nth-child(6)]:min-w-36 ${name === TO_FINISH ? "sm:order-last" : ""}`}
        >
          <dt className="text-muted">{name}</dt>
          <dd className="font-medium text-sm">{value}</dd>
        </div>
      ))}
      {(state.tags.length > 0 || usesSimulatedTools) && (
        <div className="max-sm:col-span-3">
          <dt className="sr-only">Tags</dt>
          <dd className="flex flex-wrap gap-1 pt-2">
            {state.tags.map((tag) => (
              <Badge key={tag} {...(tag === "demo" && { tone: "amber" })}>
                {tag === "demo" ? "simulated" : tag}
              </Badge>
            ))}
            {usesSimulatedTools && <Badge tone="amber">simulated tools</Badge>}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Shown once there is one: what the summarizer missed is being added, or was. */
function iterationMetric(iterations: number, limit: number): [string, ReactNode][] {
  return iterations === 0 ? [] : [["Iteration", `${iterations} of ${limit}`]];
}

function Elapsed({ state }: { state: RunState }) {
  const now = useRunClock(!isOver(state));
  const until = endOf(state)?.at ?? now;
  return until === undefined ? "…" : formatDuration(until - beganAt(state));
}

/** A cost with an unknown part is unknown; what is known of it is said beside. Where the run has a limit, against that. */
function Cost({ state, usage }: { state: RunState; usage: CountedUsage }) {
  const line = ledgerLine(state, "maxCostMicroUsd", state.lastAt);
  if (line.limit === undefined) return <CostSoFar usage={usage} />;
  const tone = budgetTone(line);
  return (
    <>
      <span className="flex items-baseline gap-1 whitespace-nowrap">
        <CostSoFar usage={usage} isShort />
        <span
          className={`truncate font-normal max-sm:text-xs ${tone === "run" ? "text-muted" : TONE_TEXT[tone]}`}
        >
          of {formatUsd(line.limit / 1_000_000)}
          {tone !== "run" && <span aria-hidden="true"> ▲</span>}
        </span>
      </span>
      <Progress
        label="Cost against the limit of the run"
        value={line.used}
        reserved={line.reserved}
        max={line.limit}
        valueText={usageText(line)}
        tone={tone}
        className="mt-0.5 w-full max-w-36"
      />
    </>
  );
}

function CostSoFar({ usage, isShort = false }: { usage: CountedUsage; isShort?: boolean }) {
  const { knownUsd, unknownCalls } = usage;
  if (unknownCalls === 0) return formatUsd(knownUsd);
  const calls = formatCounted(unknownCalls, "model call has no price", "model calls have no price");
  return (
    <span title={`${calls}; the others cost ${formatUsd(knownUsd)}`}>
      Unknown
      {knownUsd > 0 && !isShort && <span className="text-muted"> · {formatUsd(knownUsd)} known</span>}
    </span>
  );
}

function versionText(version: number, replans: number): string {
  if (replans === 0) return `v${version}`;
  return `v${version} · ${formatCounted(replans, "replan", "replans")}`;
}
