"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { formatOpenComments } from "@/lib/core/describe/gates/open-comments";
import type { RunState } from "@/lib/core/run/state";
import { IN_SMALL_DOCK } from "../approvals/panel-places";
import { useUrlParam } from "../ui/behavior/use-url-param";
import { Button } from "../ui/button";
import { ButtonLink } from "../ui/links/button-link";
import { useCommentsCount } from "./use-comments";

type OpenCommentsNoteProps = { state: RunState; onCounted(isCounted: boolean): void };

/** Beside the approval of a plan: how many comments on it are open, or why nobody can approve it yet. */
export function OpenCommentsNote({ state, onCounted }: OpenCommentsNoteProps) {
  const count = useCommentsCount(state);
  const words = count.open && formatOpenComments(count.open);
  const isCounted = words !== undefined;
  useEffect(() => {
    onCounted(isCounted);
    return () => onCounted(false);
  }, [isCounted, onCounted]);
  return (
    <div
      className={`flex min-h-9 items-center justify-between gap-2 px-4 pt-2 text-xs ${words || count.isFailed ? "" : IN_SMALL_DOCK.nothing}`}
      data-testid="open-comments"
    >
      {count.isFailed ? (
        <>
          <span role="alert" className="font-semibold text-amber">
            <span aria-hidden="true">▲ </span>
            Could not load the comments. Load them to approve.
          </span>
          <Button
            size="small"
            variant="quiet"
            className="shrink-0"
            disabled={!count.retry}
            onClick={count.retry}
          >
            Try again
          </Button>
        </>
      ) : words === undefined ? (
        <span className="text-muted">Counting open comments…</span>
      ) : words === "" ? (
        <span className="text-muted">No open comments</span>
      ) : (
        <>
          <span className="font-semibold">{words}</span>
          <ShowComments runId={state.runId} />
        </>
      )}
    </div>
  );
}

function ShowComments({ runId }: { runId: string }) {
  const [, show] = useUrlParam("comments");
  const page = `/runs/${runId}`;
  if (usePathname() !== page)
    return (
      <ButtonLink size="small" variant="quiet" href={`${page}?comments=open`}>
        Show
      </ButtonLink>
    );
  return (
    <Button size="small" variant="quiet" onClick={() => show("open")}>
      Show
    </Button>
  );
}
