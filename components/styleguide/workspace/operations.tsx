"use client";

import { statusQuery } from "@/lib/client/query";
import type { DataExportView } from "@/lib/core/data/views";
import { DEFAULT_RETENTION, RETENTION_KINDS } from "@/lib/core/retention";
import type { RetentionView } from "@/lib/core/retention/views";
import type { SystemStatus } from "@/lib/core/views";
import { daySpending } from "@/lib/testing/views/overview-figures";
import { systemStatus } from "@/lib/testing/views/settings/system-status";
import { ApiScreen } from "../../settings/api/api-screen";
import { ConfirmField } from "../../settings/confirm-field";
import { DeleteEnded, DeletionProgress } from "../../settings/data/delete-ended";
import { ExportAudit } from "../../settings/data/export-audit";
import { ExportData } from "../../settings/data/export-data";
import { EditableList } from "../../settings/editable-list";
import { HealthScreen } from "../../settings/health/health-screen";
import { RemoveDialog } from "../../settings/remove-dialog";
import { AuditPurge } from "../../settings/retention/audit-purge";
import { RetentionForm } from "../../settings/retention/retention-form";
import { DataPage } from "../../settings/retention/retention-settings";
import { SettingsFrame } from "../../settings/settings-frame";
import { RunBudgetsForm } from "../../settings/spending/run-budgets-form";
import { SpendingForm } from "../../settings/spending/spending-form";
import { ValueForm } from "../../settings/value-form";
import {
  ActStates,
  Answered,
  Fetched,
  LONG_TEXT,
  nothing,
  OnPage,
  Opened,
  refused,
  Specimen,
  State,
} from "../specimen";

/** What is kept, what it may cost, how the installation stands, and what the pages of settings are made of. */
export function Operations() {
  return (
    <>
      <Specimen name="SettingsFrame" states="on one of its pages">
        {() => (
          <OnPage path="/settings/policies">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <SettingsFrame>The page.</SettingsFrame>
            </div>
          </OnPage>
        )}
      </Specimen>
      <Specimen name="EditableList" states="some, empty">
        {() =>
          [["Ada", LONG_TEXT], []].map((items) => (
            <EditableList
              key={items.length}
              title="Reviewers"
              addLabel="Add reviewer"
              onAdd={nothing}
              empty={{ title: "No reviewers yet", text: "A reviewer is asked at gates." }}
              items={items.map((item) => (
                <li key={item} className="py-2">
                  {item}
                </li>
              ))}
              form={undefined}
            />
          ))
        }
      </Specimen>
      <Specimen name="ValueForm" states="as it opens, refused, long text">
        {() => (
          <Fetched queries={[]}>
            <ValueForm
              {...VALUE}
              title="Daily cap"
              aside="$1.20 spent today"
              draft=""
              error={undefined}
              isSame
            />
            <ValueForm {...VALUE} title={LONG_TEXT} draft="much" error="Enter an amount." isSame={false}>
              {LONG_TEXT}
            </ValueForm>
            <ActStates>
              {(state) => <ValueForm {...VALUE} title={state} draft="12" error={undefined} isSame={false} />}
            </ActStates>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="ConfirmField" states="empty, typed, sent without the words">
        {() => (
          <>
            <ConfirmField words="delete runs" value="" onValue={nothing} tried={false} />
            <ConfirmField words="delete runs" value="delete runs" onValue={nothing} tried />
            <ConfirmField words="delete runs" value="delete" onValue={nothing} tried />
          </>
        )}
      </Specimen>
      <Specimen name="RemoveDialog" states="the button and the question, while it is removed, refused">
        {() => (
          <Opened>
            <div>{REMOVAL}</div>
            <ActStates>{() => <div>{REMOVAL}</div>}</ActStates>
          </Opened>
        )}
      </Specimen>
      <Specimen name="RetentionForm" states="for ever, for days, refused; never checked, unknown size">
        {() => (
          <Fetched queries={[]}>
            {([null, 30, 99_999] as const).map((keepDays) => (
              <State key={keepDays ?? "for ever"} name={keepDays === null ? "for ever" : `${keepDays} days`}>
                <RetentionForm
                  kinds={retentionOf(keepDays).kinds}
                  settings={{ ...DEFAULT_RETENTION, runs: keepDays, payloads: keepDays && keepDays + 1 }}
                  change={refused}
                />
              </State>
            ))}
            <Opened>
              <ActStates>
                {() => (
                  <RetentionForm
                    kinds={retentionOf(30).kinds.slice(0, 1)}
                    settings={DEFAULT_RETENTION}
                    change={refused}
                  />
                )}
              </ActStates>
            </Opened>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="DataPage" states="whole">
        {() => (
          <Fetched queries={[]}>
            <DataPage
              view={retentionOf(30)}
              exports={[]}
              actions={{ change: refused, purgeAudit: refused }}
            />
          </Fetched>
        )}
      </Specimen>
      <Specimen name="AuditPurge" states="opened, while lines are removed, refused, removed">
        {() => (
          <>
            <Opened>
              <AuditPurge purge={refused} />
              <ActStates>{() => <AuditPurge purge={refused} />}</ActStates>
            </Opened>
            {[
              { removed: 0, more: false },
              { removed: 1, more: false },
              { removed: 12_000, more: true },
            ].map((reply) => (
              <State key={reply.removed} name={`removed: ${reply.removed}`}>
                <Answered reply={reply}>
                  <AuditPurge purge={refused} />
                </Answered>
              </State>
            ))}
          </>
        )}
      </Specimen>
      <Specimen name="ExportData" states="none yet, each status">
        {() => (
          <>
            <Fetched queries={[]}>
              <ExportData exports={[]} bytes={2_000_000} />
            </Fetched>
            <Fetched queries={[]}>
              <ExportData exports={EXPORTS} bytes={2_000_000_000} />
            </Fetched>
          </>
        )}
      </Specimen>
      <Specimen name="ExportAudit" states="all days">
        {() => <ExportAudit />}
      </Specimen>
      <Specimen name="DeleteEnded" states="before a day is chosen, opened, while runs are deleted, refused">
        {() => (
          <Fetched queries={[{ queryKey: ["deletion", "before", ""], data: DELETION }]}>
            <DeleteEnded />
            <Opened>
              <ActStates>{() => <DeleteEnded />}</ActStates>
            </Opened>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="DeletionProgress" states="begun, nearly done">
        {() => (
          <>
            <DeletionProgress count={0} total={1} />
            <DeletionProgress count={11_900} total={12_000} />
          </>
        )}
      </Specimen>
      <Specimen name="SpendingForm" states="no cap, a cap">
        {() => (
          <Fetched queries={[]}>
            <SpendingForm spending={daySpending()} change={refused} />
            <SpendingForm spending={daySpending({ capMicroUsd: 10_000_000 })} change={refused} />
          </Fetched>
        )}
      </Specimen>
      <Specimen name="RunBudgetsForm" states="no limits, limits, refused">
        {() => (
          <Fetched queries={[]}>
            {[
              {},
              { maxTokens: 200_000, maxCostMicroUsd: 5_000_000, maxTotalReplans: 3 },
              { maxTokens: -1 },
            ].map((budgets) => (
              <RunBudgetsForm key={JSON.stringify(budgets)} budgets={budgets} save={refused} />
            ))}
            <ActStates>{() => <RunBudgetsForm budgets={{ maxTokens: 200_000 }} save={refused} />}</ActStates>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="HealthScreen" states="all is well, each part that is not, no answer">
        {() =>
          HEALTH.map(([name, first]) => (
            <State key={name} name={name}>
              <Fetched
                queries={[{ queryKey: statusQuery().queryKey, data: first }]}
                failed={name === "no answer" ? [statusQuery().queryKey] : []}
              >
                <HealthScreen first={first} />
              </Fetched>
            </State>
          ))
        }
      </Specimen>
      <Specimen name="ApiScreen" states="with and without fields, long text; none">
        {() => (
          <>
            <State name="some">
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <ApiScreen entries={ENTRIES} />
              </div>
            </State>
            <State name="none">
              <ApiScreen entries={[]} />
            </State>
          </>
        )}
      </Specimen>
    </>
  );
}

const DELETION = {
  ...{ runs: 12, events: 4_000, comments: 3, replays: 2, files: 1, forks: 1, unfinished: 2, inUse: 1 },
};

const REMOVAL = (
  <RemoveDialog name="the channel" title="Remove the channel?" remove={refused}>
    Its messages are removed as well.
  </RemoveDialog>
);

const VALUE = {
  ...{ label: "US dollars a day", help: "Leave empty for no cap.", inputMode: "decimal" as const },
  ...{ placeholder: "No cap", onDraft: nothing, save: refused, onSaved: nothing },
};

const retentionOf = (keepDays: number | null): RetentionView => ({
  kinds: RETENTION_KINDS.map((kind, at) => ({
    ...{ kind, keepDays, removed: at },
    ...{ stored: { rows: at === 0 ? null : at * 12_000, bytes: at * 40_000_000 } },
    ...{ checkedAt: at === 1 ? null : 0, purgedAt: at === 2 ? 0 : null },
  })),
  audit: { stored: { rows: 1_200, bytes: 400_000 } },
});

const EXPORTS = (["running", "complete", "broken", "silent"] as const).map(
  (status, at): DataExportView => ({
    ...{ exportId: status, by: at === 3 ? null : "Ada", startedAt: 0, doneLists: at + 1, lists: 12, status },
    ...{ rows: at * 12_000 + 1, bytes: 40_000_000 },
  }),
);

const HEALTH: readonly [name: string, first: SystemStatus][] = [
  ["all is well", systemStatus()],
  [
    "nothing is well",
    systemStatus({
      ...{ writable: false, workers: 0, waitingRuns: 3, waitingSinceMs: 480_000, stalledRuns: 2 },
      silentModels: [{ model: "acme:large", gates: 2, sinceMs: 540_000 }],
    }),
  ],
  [
    "all workers are busy",
    systemStatus({ workers: 1, waitingRuns: 1, waitingSinceMs: 480_000, stalledRuns: 1 }),
  ],
  ["no answer", systemStatus()],
];

const ENTRY = {
  ...{ name: "GET /runs", group: "Runs", description: "Lists runs, newest first. `limit` says how many." },
  ...{ scope: "view", parameters: [], body: [], alternatives: [] },
};
const ENTRIES = [
  { ...ENTRY, parameters: [{ name: "limit", type: "integer", required: false }] },
  {
    ...{ ...ENTRY, name: "POST /runs", scope: "operate", description: LONG_TEXT },
    ...{ body: [{ name: "mission", type: "string", required: true }], alternatives: ["{ mission: string }"] },
  },
  { ...ENTRY, name: "GET /health", group: "System", scope: undefined },
];
