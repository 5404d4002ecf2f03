"use client";

import { Button } from "@/components/ui/button";

/** What a page shows when it could not be made; the log of the server has the cause. */
export default function PageError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      <div role="alert" className="grid gap-3">
        <h1 className="font-semibold text-xl">This page could not be loaded</h1>
        <p className="text-muted">
          The server met a fault, or does not reach its database at the moment. Runs go on without this page.
          Try again; if it stays like this, the server's log says why.
        </p>
        <Button look="main" className="justify-self-start" onClick={() => retry()}>
          Try again
        </Button>
      </div>
    </main>
  );
}
