"use client";

import { ListFilter, X } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { runsQuery } from "@/lib/client/query";
import { useRendered } from "../shell/server-rendered";
import { Button } from "../ui/button";
import { FilterLinks } from "../ui/links/filter-links";
import { Dialog } from "../ui/overlay/dialog";
import { SearchInput } from "../ui/search-input";
import {
  addressOf,
  filterOf,
  GROUP_CHOICES,
  isOfReport,
  REPORT_FIELDS,
  type RunsView,
  startedLabels,
  tagLabel,
  without,
} from "./runs-view";

const loadForm = () => import("./filter-form").then((room) => room.FilterForm);
const FilterForm = dynamic(loadForm, { ssr: false });

const DEBOUNCE_MS = 250;

type RunFiltersProps = {
  view: RunsView;
  reportLabel: string;
  templateName: string | undefined;
  viewerId: string;
};

/** What of the runs to show. Everything chosen here is in the page's address. */
export function RunFilters({ view, reportLabel, templateName, viewerId }: RunFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <FilterLinks
        label="Filter runs"
        path="/runs"
        view={view}
        groups={[{ name: "show", all: "All", choices: GROUP_CHOICES }]}
      />
      <div className="flex min-w-0 flex-wrap items-center gap-2 max-sm:w-full">
        <StartedFilters view={view} templateName={templateName} />
        {isOfReport(view) && <ReportFilter view={view} label={reportLabel} />}
        {view.tag !== undefined && <TagFilter view={view} tag={tagLabel(view.tag)} />}
        <Dialog
          title="Filter runs"
          open={isOpen}
          onOpenChange={setOpen}
          trigger={
            <Button onPointerDown={() => void loadForm().catch(() => undefined)} data-act="Filter runs">
              <ListFilter aria-hidden="true" className="size-4" />
              Filters
            </Button>
          }
        >
          <FilterForm view={view} viewerId={viewerId} onDone={() => setOpen(false)} />
        </Dialog>
        <TextFilter view={view} />
      </div>
    </div>
  );
}

/** Who started the runs and from what, what they cost and when they started: each can be taken away. */
function StartedFilters({ view, templateName }: Pick<RunFiltersProps, "view" | "templateName">) {
  const { items } = useRendered(runsQuery(filterOf(view)));
  const ownerName = items.find(({ owner }) => owner?.id === view.owner)?.owner?.name;
  const chips = startedLabels(view, { ownerName, templateName });
  return chips.map(({ label, fields }) => (
    <Removable
      key={label}
      href={addressOf(without(view, fields))}
      label={label}
      name={`${label}: remove this filter`}
    />
  ));
}

/** The tag that the runs have, which a click takes away. */
function TagFilter({ view, tag }: { view: RunsView; tag: string }) {
  const href = addressOf(without(view, ["tag"]));
  return <Removable href={href} label={`Tag: ${tag}`} name={`Tag ${tag}: show all tags`} />;
}

/** The part of a report that they are behind, likewise. */
function ReportFilter({ view, label }: { view: RunsView; label: string }) {
  const href = addressOf(without(view, REPORT_FIELDS));
  return <Removable href={href} label={label} name={`${label}: show all runs`} />;
}

function Removable({ href, label, name }: { href: string; label: string; name: string }) {
  return (
    <Link
      href={href}
      aria-label={name}
      className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-ink bg-ink px-3 text-ground"
    >
      <span className="truncate">{label}</span>
      <X aria-hidden="true" className="size-3.5 shrink-0" />
    </Link>
  );
}

function TextFilter({ view }: { view: RunsView }) {
  const router = useRouter();
  const [text, setText] = useState(view.q ?? "");
  const [pending, startTransition] = useTransition();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const applySearch = (wanted: string) => {
    clearTimeout(timer.current);
    startTransition(() => router.replace(addressOf({ ...view, q: wanted.trim(), cursor: undefined })));
  };
  const onType = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => applySearch(next), DEBOUNCE_MS);
  };
  return (
    <search className="max-sm:w-full">
      <SearchInput
        label="Search missions"
        value={text}
        maxLength={200}
        aria-busy={pending}
        onChange={onType}
        onKeyDown={(event) => event.key === "Enter" && applySearch(text)}
        className="sm:w-64"
      />
    </search>
  );
}
