"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { byRoute } from "@/lib/client/mutation";
import { queryKeys, replaysQuery } from "@/lib/client/query";
import { formatCounted } from "@/lib/core/describe/amounts";
import { MAX_REPLAY_FILE_CHARS } from "@/lib/core/inputs/limits";
import type { ReplayView } from "@/lib/core/replay/view";
import type { Page } from "@/lib/core/views";
import { REPLAY_STATUS_DISPLAY } from "../status";
import { Badge } from "../ui/badge";
import { EmptyState } from "../ui/empty-state";
import { ButtonLink } from "../ui/links/button-link";
import { FilterLinks } from "../ui/links/filter-links";
import { ItemList } from "../ui/links/item-list";
import { ImportDialog } from "../ui/overlay/import-dialog";
import { PageHeader } from "../ui/page-header";
import { Progress } from "../ui/progress";
import { RelativeTime } from "../ui/relative-time";
import { StatusLabel } from "../ui/status-label";
import { filterOf, GROUP_CHOICES, type ReplaysView, replayHref } from "./address";

type ReplaysScreenProps = { view: ReplaysView; page: Page<ReplayView> };

/** The replays of the workspace, newest first; those at work move on before one's eyes. */
export function ReplaysScreen({ view, page }: ReplaysScreenProps) {
  const { data = page } = useQuery({ ...replaysQuery(filterOf(view)), initialData: page });
  const none = (
    <EmptyState title="No replays yet">
      Open an attempt of a run, choose Trajectory, then Replay; or replay a file, or ask other models.
    </EmptyState>
  );
  return (
    <>
      <PageHeader
        title="Replays"
        actions={
          <>
            <ButtonLink href="/replays/new">Ask other models</ButtonLink>
            <ImportReplay />
          </>
        }
      >
        Recorded attempts, with their tool calls made again or their turns put to other models.
      </PageHeader>
      <FilterLinks label="Filter replays" path="/replays" view={view} groups={[SHOWN]} />
      <ItemList label="Replays" things="replays" path="/replays" view={view} page={data} none={none}>
        {(replay) => <Row key={replay.id} replay={replay} />}
      </ItemList>
    </>
  );
}

const SHOWN = { name: "show", all: "All", choices: GROUP_CHOICES };

function Row({ replay }: { replay: ReplayView }) {
  const { id, kind, status, title, source, createdBy, createdAt, mismatches } = replay;
  return (
    <li className="grid gap-1 border-line border-b px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Link
          data-opens
          href={replayHref(id)}
          className="wrap-anywhere line-clamp-2 min-h-6 min-w-0 font-medium hover:underline"
        >
          {title}
        </Link>
        <span className="flex items-baseline gap-3 text-xs">
          {mismatches !== null && mismatches > 0 && (
            <span className="text-muted">{formatCounted(mismatches, "difference", "differences")}</span>
          )}
          <StatusLabel status={REPLAY_STATUS_DISPLAY[status]} />
        </span>
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
        {kind === "model" && <Badge>model replay</Badge>}
        <span>{source ? "from a run" : kind === "model" ? "from attempts or files" : "from a file"}</span>
        <span>
          by {createdBy}, <RelativeTime at={createdAt} />
        </span>
      </p>
      <ReplayProgress replay={replay} />
    </li>
  );
}

/** How far a replay has come; nothing once it has come to its end. */
export function ReplayProgress({ replay }: { replay: ReplayView }) {
  const { status, doneSteps, totalSteps, cancelledAt } = replay;
  if (status !== "queued" && status !== "running") return null;
  const text = `${doneSteps} of ${totalSteps} steps`;
  return (
    <div className="grid gap-1">
      <Progress label="Steps replayed" value={doneSteps} max={totalSteps} valueText={text} />
      <p className="text-muted text-xs">{cancelledAt === null ? text : `Cancelling… ${text}`}</p>
    </div>
  );
}

/** Replays a file: an export of a replay with its settings, or a trajectory alone. */
function ImportReplay() {
  const router = useRouter();
  return (
    <ImportDialog
      title="Replay a file"
      description="JSON: an exported replay, or a trajectory."
      label="Replay or trajectory"
      fileLabel="File to replay"
      placeholder='{"query": "…", "steps": […]}'
      maxChars={MAX_REPLAY_FILE_CHARS}
      words={{ open: "Replay a file", send: "Replay", sending: "Starting…" }}
      send={byRoute("POST /api/v1/replays/import")}
      invalidates={[queryKeys.replays]}
      onTaken={({ replayId }) => router.push(replayHref(replayId))}
    />
  );
}
