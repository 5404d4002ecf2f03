"use client";

import { useState, useTransition } from "react";
import type { Json } from "@/lib/core/json";
import type { PolicyExplanation, PolicyRole } from "@/lib/core/policy";
import { Button } from "../ui/button";
import { PolicyDecision } from "./policy-decision";

/** A call that did not run, and whose it was. */
type ExplainDenialProps = { runId: string; tool: string; args: Json; role: PolicyRole; agent: string };

/** Asks what each policy says by now of a call that did not run. */
export function ExplainDenial(call: ExplainDenialProps) {
  const [result, setResult] = useState<PolicyExplanation | "away">();
  const [pending, startTransition] = useTransition();
  const ask = () => startTransition(async () => setResult(await explain(call)));
  if (result === undefined) {
    return (
      <div>
        <Button size="small" disabled={pending} onClick={ask}>
          {pending ? "Checking…" : "Explain with policies"}
        </Button>
      </div>
    );
  }
  return (
    <div aria-live="polite" className="grid gap-1">
      {result === "away" ? (
        <p className="text-bad text-xs">
          <span aria-hidden="true">✕ </span>Could not reach the server.{" "}
          <button type="button" className="underline" onClick={ask}>
            Try again
          </button>
        </p>
      ) : (
        <>
          <p className="text-muted text-xs">According to current policies</p>
          <PolicyDecision explanation={result} withArguments />
        </>
      )}
    </div>
  );
}

async function explain(call: ExplainDenialProps): Promise<PolicyExplanation | "away"> {
  try {
    const response = await fetch("/api/v1/policies/explain", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(call),
    });
    return response.ok ? ((await response.json()) as PolicyExplanation) : "away";
  } catch {
    return "away";
  }
}
