"use client";

import { usePathname } from "next/navigation";
import { countOpen, formatOpenComments } from "@/lib/core/describe/gates/open-comments";
import type { RunState } from "@/lib/core/run/state";
import { useUrlParam } from "../ui/behavior/use-url-param";
import { Button, ButtonLink } from "../ui/button";
import { useComments } from "./use-comments";

const UNREAD = "Could not load the comments: some may be open.";

/** Beside the approval of a plan: how many comments on it are open, or that nobody knows. They keep nobody from approving. */
export function OpenCommentsNote({ state }: { state: RunState }) {
  const { data, isError, isFetching, refetch } = useComments(state, false);
  const [, show] = useUrlParam("comments");
  const page = `/runs/${state.runId}`;
  const isHere = usePathname() === page;
  const words = formatOpenComments(countOpen(data?.items ?? []));
  if (words === "" && !isError) return null;
  return (
    <p className="flex items-center justify-between gap-2 px-4 pt-2 text-xs" data-testid="open-comments">
      <span className="font-semibold" role={isError ? "alert" : undefined}>
        {isError ? UNREAD : words}
      </span>
      {isError ? (
        <Button size="small" variant="quiet" disabled={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      ) : isHere ? (
        <Button size="small" variant="quiet" onClick={() => show("open")}>
          Show
        </Button>
      ) : (
        <ButtonLink size="small" variant="quiet" href={`${page}?comments=open`}>
          Show
        </ButtonLink>
      )}
    </p>
  );
}
