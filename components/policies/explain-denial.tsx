"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { explanationQuery } from "@/lib/client/query";
import type { Json } from "@/lib/core/json";
import type { PolicyRole } from "@/lib/core/policy";
import { Button } from "../ui/button";
import { LiveButton } from "../ui/live";
import { PolicyDecision } from "./policy-decision";

/** A call that did not run, and whose it was. */
type ExplainDenialProps = { runId: string; tool: string; args: Json; role: PolicyRole; agent: string };

/** Asks what each policy now says of a call that did not run. */
export function ExplainDenial(call: ExplainDenialProps) {
  const [asked, setAsked] = useState(false);
  const {
    data: explanation,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...explanationQuery(call),
    enabled: asked,
  });
  if (explanation === undefined && (error === null || isFetching)) {
    return (
      <div>
        <Button size="small" disabled={isFetching} onClick={() => setAsked(true)}>
          {isFetching ? "Checking…" : "Explain with policies"}
        </Button>
      </div>
    );
  }
  return (
    <div aria-live="polite" className="grid gap-1">
      {explanation === undefined ? (
        <p className="text-bad text-xs">
          <span aria-hidden="true">✕ </span>
          {error?.message}{" "}
          <LiveButton className="underline" onClick={() => void refetch()}>
            Try again
          </LiveButton>
        </p>
      ) : (
        <>
          <p className="text-muted text-xs">According to current policies</p>
          <PolicyDecision explanation={explanation} withArguments />
        </>
      )}
    </div>
  );
}
