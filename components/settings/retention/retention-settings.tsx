"use client";

import { RETENTION_KINDS, type RetentionSettings } from "@/lib/core/retention";
import type { RetentionView } from "@/lib/core/views";
import { Card } from "../../ui/card";
import { AuditPurge } from "./audit-purge";
import { sizeText } from "./labels";
import { RetentionForm } from "./retention-form";
import type { RetentionActions } from "./types";

/** What the workspace keeps, for how long, how much there is, and when some of it was last removed. */
export function RetentionPage({ view, actions }: { view: RetentionView; actions: RetentionActions }) {
  const settings = Object.fromEntries(
    RETENTION_KINDS.map((kind) => [kind, view.kinds.find((one) => one.kind === kind)?.keepDays ?? null]),
  ) as RetentionSettings;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <Card title="What is kept" aside="Unfinished runs are never touched">
        <RetentionForm
          key={JSON.stringify(settings)}
          kinds={view.kinds}
          settings={settings}
          change={actions.change}
        />
      </Card>
      <Card title="Audit log" aside={sizeText(view.audit.stored, "lines")}>
        <AuditPurge purge={actions.purgeAudit} />
      </Card>
    </div>
  );
}
