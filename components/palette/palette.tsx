"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import type { LiveRun } from "@/lib/client/live/fold-events";
import { approvalsQuery, queryKeys, runsQuery, savedViewsQuery, templatesQuery } from "@/lib/client/query";
import { useIsHydrated } from "@/lib/client/use-is-hydrated";
import { runStatusDisplay } from "@/lib/core/describe/looks/run";
import { MY_GATES } from "../shell/live-filters";
import { useDebounced } from "../ui/behavior/use-debounced";
import { useUrlParam } from "../ui/behavior/use-url-param";
import { Kbd } from "../ui/kbd";
import { LiveInput } from "../ui/live";
import {
  actEntries,
  type Entry,
  type EntryGroup,
  gateEntries,
  indexAfterKey,
  keysEntry,
  pageEntries,
  runEntries,
  taskEntries,
  templateEntries,
  viewEntries,
} from "./entries";

type PaletteProps = { onClose(): void; onShowKeys(): void };
type PaletteViewProps = PaletteProps & { typed: string; onType(text: string): void };

const MAX_RUNS = 6;

/**
 * Pages, runs, saved views, templates, tasks of the open run and what its page offers, by a few letters: a combobox whose list is always open;
 * the focus stays in its field.
 */
export function PaletteSearch({ first, ...props }: PaletteProps & { first?: RefObject<string> | undefined }) {
  const [typed, setTyped] = useState("");
  useEffect(() => setTyped(first?.current ?? ""), [first]);
  return <PaletteView {...props} typed={typed} onType={setTyped} />;
}

/** The palette with what is typed in it. */
function PaletteView({ typed, onType, onClose, onShowKeys }: PaletteViewProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [activeKey, setActiveKey] = useState<string>();
  const { groups, isSearching, problem } = useGroups(typed.trim());
  const choose = useChoose(onClose, onShowKeys);
  // With the effects of the layer around it, which hears Escape from then on.
  useEffect(() => field.current?.focus(), []);
  const entries = groups.flatMap((group) => group.entries);
  const at = Math.max(
    0,
    entries.findIndex(({ key }) => key === activeKey),
  );
  const active = entries[at];
  const optionId = (entry: Entry) => `${id}-${entries.indexOf(entry)}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const to = indexAfterKey(event.key, at, entries.length);
    if (to !== undefined) setActiveKey(entries[to]?.key);
    else if (event.key === "Enter" && active) choose(active);
    else return;
    event.preventDefault();
  };
  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  return (
    <>
      <div className="relative">
        <Search aria-hidden="true" className="absolute top-3 left-3 size-4 text-muted" />
        <LiveInput
          ref={field}
          data-first
          type="text"
          role="combobox"
          aria-label="Search pages, runs, tasks and actions"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          placeholder="Search or jump to…"
          className="min-h-10 w-full rounded-lg border border-edge bg-panel py-2 pr-3 pl-9 placeholder:text-muted"
          onChange={(event) => {
            onType(event.target.value);
            setActiveKey(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="-mx-2 mt-3 flex h-[min(24rem,55dvh)] flex-col">
        <div id={`${id}-list`} role="listbox" aria-label="Results" className="min-h-0 overflow-y-auto">
          {groups.map(({ name, entries: items }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
            <div key={name} role="group" aria-label={name} className="pb-2">
              <p aria-hidden="true" className="px-2 py-1 text-muted text-xs">
                {name}
              </p>
              {items.map((entry) => (
                <Option
                  key={entry.key}
                  id={optionId(entry)}
                  entry={entry}
                  isActive={entry === active}
                  onPoint={() => setActiveKey(entry.key)}
                  onChoose={() => choose(entry)}
                />
              ))}
            </div>
          ))}
        </div>
        <p role="status" className="px-2 py-1 text-muted wrap-anywhere">
          {problem ?? statusText(typed.trim(), entries.length, isSearching)}
        </p>
      </div>
    </>
  );
}

/** What is said below the entries: that more may come, or that nothing is found. */
export function statusText(typed: string, found: number, isSearching: boolean): string {
  if (isSearching) return typed === "" ? "Loading recent runs…" : "Searching runs…";
  if (found > 0 || typed === "") return "";
  return `Nothing matches “${typed}”. Pages, saved views, plan templates, missions of runs, tasks of the open run and actions on this page were searched.`;
}

type OptionProps = { id: string; entry: Entry; isActive: boolean; onPoint(): void; onChoose(): void };

function Option({ id, entry: { label, detail, keys }, isActive, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the field names the active option, which never has the focus.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={`flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-2 py-1.5 ${isActive ? "bg-ground" : ""}`}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <span className="line-clamp-2 min-w-0 wrap-anywhere">{label}</span>
      {detail !== undefined && detail !== label && (
        <span className="ml-auto max-w-[45%] shrink-0 truncate text-muted text-xs">{detail}</span>
      )}
      {keys !== undefined && (
        <span className="ml-auto shrink-0 max-md:hidden">
          <Kbd keys={keys} />
        </span>
      )}
    </div>
  );
}

/** The groups that fit what was typed. Runs come last while one searches: what is under the pointer stays there. */
function useGroups(typed: string) {
  const isHydrated = useIsHydrated();
  const acts = useMemo(() => (isHydrated ? offeredActs() : []), [isHydrated]);
  const tasks = useOpenTasks();
  const text = useDebounced(typed);
  const { data, isFetching, isError } = useQuery({
    ...runsQuery({ limit: MAX_RUNS, ...(text !== "" && { text }) }),
    placeholderData: keepPreviousData,
  });
  const enabled = typed !== "";
  const views = useQuery({ ...savedViewsQuery(), enabled }).data?.items ?? [];
  const templates = useQuery({ ...templatesQuery(), staleTime: 30_000, enabled }).data?.items ?? [];
  const isSearching = isFetching || text !== typed;
  const runs = isSearching && text !== typed ? [] : (data?.items ?? []);
  const found = runs.map((run) => ({ id: run.id, title: run.title, status: runStatusDisplay(run).word }));
  const runGroup = { name: typed === "" ? "Recent runs" : "Runs", entries: runEntries(found) };
  const pages = { name: "Pages", entries: [...pageEntries(typed), ...keysEntry(typed)] };
  const gates = useQuery(approvalsQuery(MY_GATES)).data?.items ?? [];
  const top: EntryGroup[] = [
    { name: "Waiting for you", entries: gateEntries(typed, gates) },
    { name: "Actions on this page", entries: actEntries(typed, acts) },
  ];
  // What stands below the recent runs comes with them: they would push it down.
  const isOpening = typed === "" && !data && !isError;
  const rest: EntryGroup[] = [
    ...(typed === "" ? [runGroup, pages] : [pages]),
    { name: "Tasks of this run", entries: taskEntries(typed, tasks) },
    { name: "Saved views", entries: viewEntries(typed, views) },
    { name: "Plan templates", entries: templateEntries(typed, templates) },
    ...(typed === "" ? [] : [runGroup]),
  ];
  return {
    groups: [...top, ...(isOpening ? [] : rest)].filter(({ entries }) => entries.length > 0),
    isSearching,
    problem: isError ? "Could not search runs. Check the connection and type again." : undefined,
  };
}

/** What says that it is an act, by `data-act` with its name, and what stands in a row of acts. */
const ACTS = ":is([data-act], [data-acts] :is(button, a[href])):not(:disabled, [aria-disabled=true])";

/** The buttons that can be pressed now: those of the page before those of the frame around it; beside the sheet of a gate, its own. */
function offeredActs(): HTMLElement[] {
  const place = document.querySelector("[role=dialog]:has([data-gate])") ?? document;
  const buttons = [...place.querySelectorAll<HTMLElement>(ACTS)];
  const shown = buttons.filter((button) => button.getClientRects().length > 0);
  const isOfFrame = (button: HTMLElement) => button.closest("main") === null;
  return [...shown.filter((button) => !isOfFrame(button)), ...shown.filter(isOfFrame)];
}

/** The tasks of the run whose page is open, as its live state has them. */
function useOpenTasks(): { id: string; title: string }[] {
  const client = useQueryClient();
  const runId = /^\/runs\/(run_[^/]+)$/.exec(usePathname())?.[1];
  if (runId === undefined) return [];
  const { tasks = {} } = client.getQueryData<LiveRun>(queryKeys.run(runId))?.state ?? {};
  return Object.entries(tasks).map(([id, { spec }]) => ({ id, title: spec.title ?? "" }));
}

/** Closes the palette and goes where the entry leads. */
function useChoose(onClose: () => void, onShowKeys: () => void) {
  const router = useRouter();
  const [, setTask] = useUrlParam("task");
  return ({ target }: Entry): unknown => {
    onClose();
    switch (target.kind) {
      case "page":
        return router.push(target.href);
      case "run":
        return router.push(`/runs/${target.runId}`);
      case "task":
        return setTask(target.taskId, "push");
      case "keys":
        return onceClosed(onShowKeys);
      case "item":
        return onceClosed(() => {
          target.button.focus();
          target.choose();
        });
      case "act":
        return onceClosed(() => {
          target.button.focus();
          // A gate is decided by who sees it: the palette leads to its button and no further.
          if (target.button.dataset.actFocus === undefined) target.button.click();
        });
    }
  };
}

/** Once the closing dialog has given the focus back: what opens next must get it, and gives it back in turn. */
const onceClosed = (act: () => void) => requestAnimationFrame(() => setTimeout(act));
