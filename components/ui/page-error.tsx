"use client";

import { useEffect, useState } from "react";
import { Button, buttonClass } from "./button";

/** What a page shows when it could not be made: that nobody is signed in, else that the server's log has the cause. */
export function PageError({ retry }: { retry(): void }) {
  if (useIsSignedOut())
    return (
      <Notice title="You are signed out" text="Sign in again to continue. Runs continue and nothing is lost.">
        <Button variant="main" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Notice>
    );
  return (
    <Notice
      title="This page could not be loaded"
      text="The server had an error or cannot reach its database. Runs continue and nothing is lost. Try again; if the problem persists, check the server log."
    >
      <Button variant="main" onClick={() => retry()}>
        Try again
      </Button>
      {/* Of a page that failed nothing is kept; and every page has this one's code. */}
      <a href="/runs" className={buttonClass()}>
        All runs
      </a>
    </Notice>
  );
}

function Notice(props: { title: string; text: string; children: React.ReactNode }) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-4 py-16 text-center">
      <h1 className="font-semibold text-xl">{props.title}</h1>
      <p className="max-w-prose text-balance text-muted">{props.text}</p>
      <div className="flex flex-wrap justify-center gap-2">{props.children}</div>
    </div>
  );
}

/** A page whose session was closed elsewhere cannot load its scripts either: its fault is then no fault. */
function useIsSignedOut(): boolean {
  const [isSignedOut, setIsSignedOut] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    fetch("/api/v1/policies", { cache: "no-store", signal: stop.signal })
      .then(({ status }) => setIsSignedOut(status === 401))
      .catch(() => {});
    return () => stop.abort();
  }, []);
  return isSignedOut;
}
