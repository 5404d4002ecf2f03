"use client";

import { Button, ButtonLink } from "./button";

/** What a page shows when it could not be made; the log of the server has the cause. */
export function PageError({ retry }: { retry(): void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-4 py-16 text-center">
      <h1 className="font-semibold text-xl">This page could not be loaded</h1>
      <p className="max-w-prose text-muted">
        The server had an error or cannot reach its database. Runs continue and nothing is lost. Try again; if
        the problem persists, check the server log.
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="main" onClick={() => retry()}>
          Try again
        </Button>
        <ButtonLink href="/runs">All runs</ButtonLink>
      </div>
    </div>
  );
}
