"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import Link from "next/link";
import { type ReactNode, useMemo } from "react";
import { routeAddress } from "@/lib/client/call";
import { byRoute, useAct } from "@/lib/client/mutation";
import { fromPageText, type PageText } from "@/lib/client/page-text";
import { queryKeys, replayQuery } from "@/lib/client/query";
import { describeModelReplayProblem, isModelReplayProblem } from "@/lib/core/describe/replays/model-replays";
import { describeReplayFailure, describeReplayStatus } from "@/lib/core/describe/replays/replays";
import type { ModelReplayReport } from "@/lib/core/replay/model/report";
import type { ReplayFailure, ToolReplayReport } from "@/lib/core/replay/report";
import type { ToolReplaySettings } from "@/lib/core/replay/settings";
import type { ReplayDetail } from "@/lib/core/replay/view";
import { taskHref } from "../runs/task-href";
import { REPLAY_STATUS_DISPLAY } from "../status";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { ButtonLink } from "../ui/links/button-link";
import { Money } from "../ui/money";
import { PageHeader } from "../ui/page-header";
import { Problem } from "../ui/problem";
import { RelativeTime } from "../ui/relative-time";
import { Skeleton } from "../ui/skeleton";
import { StatusLabel } from "../ui/status-label";
import { Differences } from "./differences";
import { ModelReport } from "./model-report";
import { usdOf } from "./model-table";
import { ReplayedSteps } from "./replayed-steps";
import { ReplayProgress } from "./replays-screen";

const ReplayCanvas = dynamic(() => import("./replay-canvas").then((room) => room.ReplayCanvas), {
  ssr: false,
  loading: () => <Skeleton className="h-80 md:h-112" />,
});

/** One replay: how it stands, what differs, where in its run, and what became of each call. */
export function ReplayScreen({ given: { json } }: { given: PageText<ReplayDetail> }) {
  const given = useMemo((): ReplayDetail => fromPageText({ json }), [json]);
  const { data: replay = given } = useQuery({ ...replayQuery(given.id), initialData: given });
  const isTool = replay.kind === "tool";
  const report = isTool ? (replay.report as ToolReplayReport | null) : null;
  return (
    <>
      <PageHeader title={replay.title} actions={<Actions replay={replay} />}>
        {isTool
          ? describeReplayStatus(replay.status, report ?? undefined)
          : "Recorded turns, put to other models and prompts."}
      </PageHeader>
      <Summary replay={replay} facts={isTool ? factsOf(replay) : modelFactsOf(replay)} />
      {isTool && report && <Differences report={report} />}
      {/* In their room until they are known: what is read below stays. */}
      {isTool && !report && isUnderWay(replay) && <Skeleton className="h-43" />}
      {isTool && replay.source && <ReplayCanvas replay={replay} source={replay.source} />}
      {isTool && <ReplayedSteps replay={replay} />}
      {!isTool && <ModelReport replay={replay} />}
      {isTool && <Settings settings={replay.settings as ToolReplaySettings} />}
    </>
  );
}

function Actions({ replay: { id, status } }: { replay: ReplayDetail }) {
  const { act, pending, problem } = useAct({
    send: byRoute("POST /api/v1/replays/{id}/cancel"),
    invalidates: [queryKeys.replays],
  });
  const isOpen = isUnderWay({ status });
  return (
    <>
      <Problem problem={problem} />
      {/* Farther from the edge at which the buttons stand: when it goes the other one stays. */}
      {isOpen && (
        <Button
          variant="danger"
          className="max-sm:order-1"
          disabled={pending !== undefined}
          onClick={() => void act({ id })}
        >
          {pending ? "Cancelling…" : "Cancel replay"}
        </Button>
      )}
      <ButtonLink href={routeAddress("GET /api/v1/replays/{id}/export", { id })} prefetch={false} download>
        Export
      </ButtonLink>
    </>
  );
}

const isUnderWay = ({ status }: Pick<ReplayDetail, "status">): boolean =>
  status === "queued" || status === "running";

type FactLine = { name: string; value: ReactNode };

function factsOf({ report, doneSteps, totalSteps }: ReplayDetail): FactLine[] {
  if (!report) return [];
  const { liveCalls, comparedCalls, recordedCalls } = report as ToolReplayReport;
  return [
    { name: "Steps", value: `${doneSteps} of ${totalSteps}` },
    { name: "Calls made", value: liveCalls },
    { name: "Compared", value: comparedCalls },
    { name: "From the recording", value: recordedCalls },
  ];
}

function modelFactsOf({ report, doneSteps, totalSteps }: ReplayDetail): FactLine[] {
  if (!report) return [];
  const { calls, costMicroUsd } = report as ModelReplayReport;
  return [
    { name: "Turns", value: `${doneSteps} of ${totalSteps}` },
    { name: "Model calls", value: calls },
    { name: "Cost", value: calls === 0 ? "none" : <Money usd={usdOf(costMicroUsd)} /> },
  ];
}

function Summary({ replay, facts }: { replay: ReplayDetail; facts: readonly FactLine[] }) {
  const { kind, status, source, createdBy, createdAt, failure } = replay;
  return (
    <section
      aria-label="Summary"
      className="grid gap-2 rounded-xl border border-line bg-panel px-4 py-3 shadow-card"
    >
      {/* Each on its own line on a phone: times grow longer as they pass, and would move what is below. */}
      <div className="grid gap-x-3 gap-y-1 text-muted text-xs sm:flex sm:flex-wrap sm:items-baseline">
        <StatusLabel status={REPLAY_STATUS_DISPLAY[status]} className="font-medium text-sm" />
        <p>
          {source ? (
            <Link href={taskHref(source)} className="wrap-anywhere text-ink underline underline-offset-2">
              Attempt {source.attempt} of <span className="font-mono">{source.taskId}</span>
            </Link>
          ) : kind === "model" ? (
            "From attempts or files"
          ) : (
            "From a file"
          )}
        </p>
        <p>
          by {createdBy}, <RelativeTime at={createdAt} />
        </p>
      </div>
      <ReplayProgress replay={replay} />
      {failure && (
        <p className="wrap-anywhere text-bad">
          <span aria-hidden="true">✕ </span>
          {isModelReplayProblem(failure)
            ? describeModelReplayProblem(failure)
            : describeReplayFailure(failure as ReplayFailure)}
        </p>
      )}
      {facts.length > 0 && (
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-xs">
          {facts.map(({ name, value }) => (
            <div key={name} className="flex gap-1.5">
              <dt className="text-muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function Settings({ settings }: { settings: ToolReplaySettings }) {
  const { verify, stopOnMismatch, ignore, writingTools } = settings;
  const lines = [
    verify ? "Results are compared." : "Nothing is compared.",
    ...(stopOnMismatch ? ["Stops at the first mismatch."] : []),
    ...(ignore.length > 0 ? [`Ignored paths: ${ignore.join(", ")}`] : []),
    ...(writingTools.length > 0 ? [`Tools that may write: ${writingTools.join(", ")}`] : []),
  ];
  return (
    <Card title="Settings">
      <ul className="grid gap-1">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </Card>
  );
}
