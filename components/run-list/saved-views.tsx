"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { savedViewsQuery } from "@/lib/client/query";
import type { SavedView } from "@/lib/core/views";
import { useRendered } from "../shell/server-rendered";
import { Button } from "../ui/button";
import { preloadDialog } from "../ui/overlay/dialog";
import { DropdownMenu } from "../ui/overlay/dropdown-menu";
import { isFiltered, queryOf, type RunsView, savedHref, sortedQuery } from "./runs-view";
import type { ViewAct } from "./view-dialog";

const ViewDialog = dynamic(() => import("./view-dialog").then((room) => room.ViewDialog), { ssr: false });

/** The views that the person has saved, and what can be done with the one that is shown. */
export function SavedViews({ view }: { view: RunsView }) {
  const { items } = useRendered(savedViewsQuery());
  const [act, setAct] = useState<ViewAct>();
  const query = queryOf(view);
  const shown = items.find((saved) => sortedQuery(saved.query) === sortedQuery(query));
  const canSave = shown === undefined && isFiltered(view);
  if (items.length === 0 && !canSave) return null;
  return (
    <nav aria-label="Saved views" className="flex flex-wrap items-center gap-1.5">
      {items.length > 0 && (
        <ul className="flex min-w-0 flex-wrap gap-1.5">
          {items.map((saved) => (
            <li key={saved.viewId} className="max-w-full">
              <ViewLink saved={saved} isShown={saved === shown} />
            </li>
          ))}
        </ul>
      )}
      {shown && (
        <DropdownMenu
          align="start"
          trigger={
            <Button size="small" variant="quiet" data-act="Edit view" onPointerEnter={preloadDialog}>
              Edit view
            </Button>
          }
          items={[
            { key: "rename", label: "Rename…", onSelect: () => setAct({ kind: "rename", view: shown }) },
            { key: "remove", label: "Remove…", onSelect: () => setAct({ kind: "remove", view: shown }) },
          ]}
        />
      )}
      {canSave && (
        <Button size="small" data-act="Save view" onClick={() => setAct({ kind: "save", query })}>
          Save view
        </Button>
      )}
      {act && <ViewDialog act={act} names={items} onClose={() => setAct(undefined)} />}
    </nav>
  );
}

function ViewLink({ saved, isShown }: { saved: SavedView; isShown: boolean }) {
  return (
    <Link
      href={savedHref(saved.query)}
      aria-current={isShown ? "true" : undefined}
      className={`inline-flex min-h-8 max-w-full items-center rounded-lg border px-3 ${
        isShown
          ? "border-run bg-panel text-ink"
          : "border-line bg-panel text-muted hover:border-edge hover:text-ink"
      }`}
    >
      <span className="truncate">{saved.name}</span>
    </Link>
  );
}
