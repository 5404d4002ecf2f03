"use client";

import type { ReactNode } from "react";
import { approvalsQuery, runsQuery, savedViewsQuery } from "@/lib/client/query";
import { MAX_FILE_BYTES } from "@/lib/core/attachments/limits";
import type { SavedView } from "@/lib/core/views";
import { gateView } from "@/lib/testing/runs/waiting-gate";
import { AttachmentField } from "../../attachments/attachment-field";
import { AttachmentList } from "../../attachments/attachment-list";
import { changeFiles, type FileChange, type FormFile } from "../../attachments/uploads";
import { PaletteSearch, PaletteView } from "../../palette/palette";
import { Sheets } from "../../palette/sheets";
import { FilterForm } from "../../run-list/filter-form";
import { RunFilters } from "../../run-list/run-filters";
import { filterOf, type RunsView, viewOf } from "../../run-list/runs-view";
import { SavedViews } from "../../run-list/saved-views";
import { CancelResults, SelectedRuns } from "../../run-list/selected-runs";
import { ViewDialog } from "../../run-list/view-dialog";
import { MY_GATES } from "../../shell/live-filters";
import { RightsOfViewer } from "../../shell/rights";
import { TextArea } from "../../ui/field";
import {
  ActStates,
  Fetched,
  InPlace,
  LONG_TEXT,
  nothing,
  Opened,
  type Scheme,
  Specimen,
  State,
} from "../specimen";
import { pageOfRuns } from "./page-of-runs";

/** How runs and pages are found, chosen and begun. */
export function Lists() {
  return (
    <>
      <Specimen name="RunFilters" states="all runs, each filter set, long text">
        {(scheme) => (
          <>
            <State name="all runs">
              <Filters view={viewOf({})} scheme={scheme} />
            </State>
            <State name="filters set">
              <Filters view={FILTERED} scheme={scheme} />
            </State>
            <State name="long text">
              <Filters view={viewOf({ q: LONG_TEXT, tag: LONG_TEXT, owner: LONG_TEXT })} scheme={scheme} />
            </State>
          </>
        )}
      </Specimen>
      <Specimen name="FilterForm" states="as it opens, filled">
        {() => (
          <Fetched queries={[{ queryKey: ["run-owners"], data: { items: [{ id: "ben", name: "Ben" }] } }]}>
            <State name="as it opens">
              <FilterForm view={viewOf({})} viewerId="anna" onDone={nothing} />
            </State>
            <State name="filled">
              <FilterForm view={FILTERED} viewerId="anna" onDone={nothing} />
            </State>
          </Fetched>
        )}
      </Specimen>
      <Specimen
        name="SavedViews"
        states="several and long names, one that is shown, with its menu, filters that are not saved"
      >
        {() => (
          <Fetched queries={[{ queryKey: savedViewsQuery().queryKey, data: { items: VIEWS } }]}>
            <State name="several">
              <SavedViews view={viewOf({})} />
            </State>
            <State name="shown">
              <SavedViews view={viewOf({ show: "failed" })} />
            </State>
            <State name="with its menu open">
              <Opened>
                <SavedViews view={viewOf({ show: "failed" })} />
              </Opened>
            </State>
            <State name="not saved">
              <SavedViews view={viewOf({ show: "live" })} />
            </State>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="ViewDialog" states="save, rename, remove; while it saves, refused">
        {() => (
          <InPlace>
            <ViewDialog act={{ kind: "save", query: "show=live" }} names={VIEWS} onClose={nothing} />
            <ViewDialog act={{ kind: "rename", view: LONG_VIEW }} names={VIEWS} onClose={nothing} />
            <ViewDialog act={{ kind: "remove", view: LONG_VIEW }} names={VIEWS} onClose={nothing} />
            <ActStates>
              {() => <ViewDialog act={{ kind: "rename", view: LONG_VIEW }} names={VIEWS} onClose={nothing} />}
            </ActStates>
          </InPlace>
        )}
      </Specimen>
      <Specimen
        name="SelectedRuns"
        states="one that works, several, ended ones, without the right; while they are cancelled, refused"
      >
        {(scheme) => <Selections scheme={scheme} />}
      </Specimen>
      <Specimen name="CancelResults" states="cancelled, refused, long text">
        {(scheme) => {
          const asked = pageOfRuns(scheme).items;
          const [first, second] = asked;
          const long = asked.at(-1);
          return (
            <CancelResults
              asked={asked}
              items={[
                { runId: first?.id ?? "", ok: true },
                { runId: second?.id ?? "", ok: false, problem: "The run has ended already." },
                { runId: long?.id ?? "", ok: false },
              ]}
              onClose={nothing}
            />
          );
        }}
      </Specimen>
      <Specimen name="PaletteSearch" states="as it opens, pages alone">
        {(scheme) => (
          <>
            <State name="as it opens">
              <Fetched queries={knownToPalette(scheme)}>
                <Layer>
                  <PaletteSearch onClose={nothing} onShowKeys={nothing} />
                </Layer>
              </Fetched>
            </State>
            <State name="pages alone">
              <Fetched queries={[]}>
                <Layer>
                  <PaletteSearch onClose={nothing} onShowKeys={nothing} />
                </Layer>
              </Fetched>
            </State>
          </>
        )}
      </Specimen>
      <Specimen name="PaletteView" states="results, nothing found, searching, could not search">
        {(scheme) => <Palettes scheme={scheme} />}
      </Specimen>
      <Specimen name="Sheets" states="the palette, the keys">
        {(scheme) => (
          <Fetched queries={knownToPalette(scheme)}>
            <InPlace>
              <Sheets open="palette" onOpen={nothing} />
              <Sheets open="keys" onOpen={nothing} />
            </InPlace>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="AttachmentField" states="empty, around a mission, each state of a file, long name">
        {() => (
          <>
            <State name="empty">
              <AttachmentField uploads={{ files: [], add: nothing, remove: nothing }} />
            </State>
            <State name="files">
              <AttachmentField uploads={{ files: FILES, add: nothing, remove: nothing }}>
                <TextArea rows={3} aria-label="Mission" defaultValue="Compare the quarters." />
              </AttachmentField>
            </State>
          </>
        )}
      </Specimen>
      <Specimen name="AttachmentList" states="files, one of them a table, long name">
        {() => (
          <Layer>
            <AttachmentList
              files={[
                { ...FILE, id: "att_1", name: "Sales <1>.csv", bytes: 2_048 },
                { ...FILE, id: "att_2", name: "notes.md", bytes: 10 },
                { ...FILE, id: "att_3", name: `${LONG_TEXT.replaceAll(" ", "-")}.pdf`, bytes: 4_000_000 },
              ]}
            />
          </Layer>
        )}
      </Specimen>
    </>
  );
}

const Layer = ({ children }: { children: ReactNode }) => (
  <div className="rounded-xl border border-line bg-raised p-5">{children}</div>
);

const FILTERED = viewOf({
  ...{ show: "failed", q: "quarter", tag: "demo", owner: "ben", template: "tpl_1@2", minCostUsd: "0.5" },
  ...{ maxCostUsd: "20", createdFrom: "2026-11-01", createdTo: "2026-11-08" },
  ...{ from: "2026-11-01", to: "2026-11-30", behind: "replans:one" },
});

function Filters({ view, scheme }: { view: RunsView; scheme: Scheme }) {
  return (
    <Fetched queries={[{ queryKey: runsQuery(filterOf(view)).queryKey, data: pageOfRuns(scheme) }]}>
      <RunFilters
        view={view}
        viewerId="anna"
        reportLabel="1 replan · ended 1 to 30 November 2026"
        templateName="Quarterly report"
      />
    </Fetched>
  );
}

const savedView = (viewId: string, name: string, query: string): SavedView => ({
  ...{ viewId, name, query, page: "runs" },
});
const LONG_VIEW = savedView("view_3", LONG_TEXT.slice(0, 120), "q=long");
const VIEWS = [
  savedView("view_1", "Failed", "show=failed"),
  savedView("view_2", "Mine of this week", "owner=me&period=7d"),
  LONG_VIEW,
];

function Selections({ scheme }: { scheme: Scheme }) {
  const { items } = pageOfRuns(scheme);
  const [working] = items;
  const ended = items.filter(({ status }) => status === "completed");
  const selections = [
    ["one that works", working ? [working] : [], true],
    ["several", items.slice(0, 4), true],
    ["ended ones", ended, true],
    ["without the right", [...items.slice(0, 1), ...ended], false],
  ] as const;
  const shown = selections.map(([name, runs, isAllowed]) => (
    <State key={name} name={name}>
      <RightsOfViewer capabilities={isAllowed ? ["view", "operate", "review", "admin"] : ["view"]}>
        <div>
          <SelectedRuns runs={runs} onClear={nothing} onCancelled={nothing} onDeleted={nothing} />
        </div>
      </RightsOfViewer>
    </State>
  ));
  const acting = (
    <ActStates>
      {() => (
        <div>
          <SelectedRuns
            runs={items.slice(0, 2)}
            onClear={nothing}
            onCancelled={nothing}
            onDeleted={nothing}
          />
        </div>
      )}
    </ActStates>
  );
  return (
    <>
      {shown}
      {acting}
    </>
  );
}

function Palettes({ scheme }: { scheme: Scheme }) {
  const { items } = pageOfRuns(scheme);
  const texts = ["", "run", "zzz", "searching", "failed"];
  const queryOf = (text: string) => runsQuery({ limit: 6, text }).queryKey;
  return (
    <Fetched
      queries={[
        { queryKey: queryOf("run"), data: { items: items.slice(0, 6), nextCursor: null } },
        { queryKey: queryOf("zzz"), data: { items: [], nextCursor: null } },
        { queryKey: savedViewsQuery().queryKey, data: { items: VIEWS } },
      ]}
      waiting={[queryOf("searching"), runsQuery({ limit: 6 }).queryKey]}
      failed={[queryOf("failed")]}
    >
      {texts.map((typed) => (
        <State key={typed} name={typed || "loading"}>
          <Layer>
            <PaletteView {...{ typed, onType: nothing, onClose: nothing, onShowKeys: nothing }} />
          </Layer>
        </State>
      ))}
    </Fetched>
  );
}

const knownToPalette = (scheme: Scheme) => [
  {
    queryKey: runsQuery({ limit: 6 }).queryKey,
    data: { ...pageOfRuns(scheme), items: pageOfRuns(scheme).items.slice(-6) },
  },
  {
    queryKey: approvalsQuery(MY_GATES).queryKey,
    data: { items: [gateView(`palette-${scheme}`)], nextCursor: null },
  },
];

/** What happens to files: one comes to each state, and one is refused at once. */
const CHANGES: FileChange[] = [
  { type: "brought", files: ["waiting", "sending", "kept", "failed", LONG_TEXT].map(fileOf) },
  { type: "brought", files: [{ key: "large", name: "large.zip", bytes: 2 * MAX_FILE_BYTES }] },
  { type: "sent", key: "sending", sent: 900 },
  { type: "kept", key: "kept", id: "att_1" },
  { type: "failed", key: "failed", problem: "Could not reach the server." },
];
const FILES = CHANGES.reduce(changeFiles, [] as FormFile[]);

function fileOf(key: string) {
  return { key, name: `${key}.csv`, bytes: 2_048 };
}

const FILE = { mediaType: "", digest: "d" };
