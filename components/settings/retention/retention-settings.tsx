"use client";

import type { DataExportView } from "@/lib/core/data/views";
import { RETENTION_KINDS, type RetentionSettings } from "@/lib/core/retention";
import type { RetentionView } from "@/lib/core/retention/views";
import { Card } from "../../ui/card";
import { DeleteEnded } from "../data/delete-ended";
import { ExportAudit } from "../data/export-audit";
import { ExportData } from "../data/export-data";
import { AuditPurge } from "./audit-purge";
import { sizeText } from "./labels";
import { RetentionForm } from "./retention-form";

type DataPageProps = {
  view: RetentionView;
  exports: readonly DataExportView[];
};

/** What the workspace keeps, for how long and how much there is, and how to take it away or have it removed. */
export function DataPage({ view, exports }: DataPageProps) {
  const settings = Object.fromEntries(
    RETENTION_KINDS.map((kind) => [kind, view.kinds.find((one) => one.kind === kind)?.keepDays ?? null]),
  ) as RetentionSettings;
  const bytes = [...view.kinds, view.audit].reduce((sum, { stored }) => sum + stored.bytes, 0);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <Card title="What is kept" aside="Unfinished runs are never touched">
        <RetentionForm key={JSON.stringify(settings)} kinds={view.kinds} settings={settings} />
      </Card>
      <div className="grid gap-4">
        <Card title="Export">
          <ExportData exports={exports} bytes={bytes} />
        </Card>
        <Card title="Delete finished runs">
          <DeleteEnded />
        </Card>
        <Card title="Audit log" aside={sizeText(view.audit.stored, "lines")}>
          <div className="grid gap-4">
            <ExportAudit />
            <AuditPurge />
          </div>
        </Card>
      </div>
    </div>
  );
}
