"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { countOpen, formatOpenComments } from "@/lib/core/describe/gates/open-comments";
import type { RunState } from "@/lib/core/run/state";
import { useUrlParam } from "../ui/behavior/use-url-param";
import { Button, ButtonLink } from "../ui/button";
import { useComments } from "./use-comments";

/** Beside the approval of a plan: how many comments on it are open, or that nobody knows. They keep nobody from approving. */
export function OpenCommentsNote({ state }: { state: RunState }) {
  const { data, isError, isFetching, refetch } = useComments(state, false);
  const [, show] = useUrlParam("comments");
  const page = `/runs/${state.runId}`;
  const isHere = usePathname() === page;
  const words = formatOpenComments(countOpen(data?.items ?? []));
  if (isError)
    return (
      <Note>
        <span role="alert" className="font-semibold text-amber">
          <span aria-hidden="true">▲ </span>
          Could not load the comments: some may be open.
        </span>
        <Button
          size="small"
          variant="quiet"
          className="shrink-0"
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          Try again
        </Button>
      </Note>
    );
  if (words === "") return null;
  return (
    <Note>
      <span className="font-semibold">{words}</span>
      {isHere ? (
        <Button size="small" variant="quiet" onClick={() => show("open")}>
          Show
        </Button>
      ) : (
        <ButtonLink size="small" variant="quiet" href={`${page}?comments=open`}>
          Show
        </ButtonLink>
      )}
    </Note>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center justify-between gap-2 px-4 pt-2 text-xs" data-testid="open-comments">
    {children}
  </p>
);
