"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DataExportView } from "@/lib/core/data/views";
import { formatCount } from "@/lib/core/describe/amounts";
import { formatBytes } from "@/lib/core/describe/bytes";
import { DownloadLink } from "../../ui/links/download-link";
import { Progress } from "../../ui/progress";
import { RelativeTime } from "../../ui/relative-time";
import { exportsQuery } from "./query";

/** All that the workspace has as one file, and how far the last downloads of it have come. */
export function ExportData({
  exports: known,
  bytes,
}: {
  exports: readonly DataExportView[];
  /** About how much there is, as the database keeps it. */
  bytes: number;
}) {
  /** The newest export when the browser asked for another. */
  const [newest, setNewest] = useState<string | null>();
  const isAwaited = (items: readonly DataExportView[]) =>
    newest !== undefined && (items[0]?.exportId ?? null) === newest;
  const { data } = useQuery({ ...exportsQuery(isAwaited), initialData: { items: [...known] } });
  return (
    <div className="grid gap-3">
      <p>
        Runs with their events, plans, decisions, approvals and comments; lessons, examples, templates, costs,
        the audit log and settings, as JSON lines in one archive. Keys are never part of it.
      </p>
      <p className="text-muted text-xs">
        The database holds about {formatBytes(bytes)} of it. The archive is compressed.
      </p>
      <div>
        <DownloadLink
          href="/api/v1/data/export"
          onDownload={() => setNewest(data.items[0]?.exportId ?? null)}
        >
          Download all data
        </DownloadLink>
      </div>
      {data.items.length > 0 && (
        <ul aria-label="Last exports" className="grid divide-y divide-line border-line border-t">
          {data.items.map((one) => (
            <ExportLine key={one.exportId} {...one} />
          ))}
        </ul>
      )}
    </div>
  );
}

const STATUS = {
  running: "Downloading…",
  complete: "Complete",
  broken: "Broken off",
  silent: "No data sent for a minute",
} as const;

function ExportLine({ by, startedAt, rows, bytes, doneLists, lists, status }: DataExportView) {
  const counts = `${formatCount(rows)} ${rows === 1 ? "row" : "rows"}, ${formatBytes(bytes)} before compression`;
  const done = `${doneLists} of ${lists} lists`;
  return (
    <li className="grid gap-1 py-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className={status === "broken" ? "text-bad" : "font-medium"}>{STATUS[status]}</span>
        <span className="text-muted text-xs">
          {by && `${by}, `}
          <RelativeTime at={startedAt} />
        </span>
      </div>
      <p className="text-muted text-xs tabular-nums">
        {status === "complete" ? counts : `${counts}; ${done}`}
      </p>
      {status === "running" && (
        <Progress label="Lists exported" value={doneLists} max={lists} valueText={`${done}; ${counts}`} />
      )}
    </li>
  );
}
