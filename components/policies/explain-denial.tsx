"use client";

import { byPost, readProblem, useAct } from "@/lib/client/mutation";
import type { Json } from "@/lib/core/json";
import type { PolicyExplanation, PolicyRole } from "@/lib/core/policy";
import { Button } from "../ui/button";
import type { ProblemFacts } from "../ui/problem";
import { PolicyDecision } from "./policy-decision";

/** A call that did not run, and whose it was. */
type ExplainDenialProps = { runId: string; tool: string; args: Json; role: PolicyRole; agent: string };

/** Asks what each policy now says of a call that did not run. */
export function ExplainDenial(call: ExplainDenialProps) {
  const { pending: asked, reply, act } = useAct({ send: explain });
  const pending = asked !== undefined;
  const ask = () => void act(call);
  if (reply === undefined) {
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
      {!reply.explanation ? (
        <p className="text-bad text-xs">
          <span aria-hidden="true">✕ </span>Could not reach the server.{" "}
          <button type="button" className="underline" onClick={ask}>
            Try again
          </button>
        </p>
      ) : (
        <>
          <p className="text-muted text-xs">According to current policies</p>
          <PolicyDecision explanation={reply.explanation} withArguments />
        </>
      )}
    </div>
  );
}

type ExplainReply =
  | { explanation: PolicyExplanation; problem?: never }
  | { explanation?: never; problem: ProblemFacts };

const explain = byPost(
  (call: ExplainDenialProps) => ({ path: "/api/v1/policies/explain", body: call }),
  ({ ok, body }): ExplainReply =>
    ok ? { explanation: body as unknown as PolicyExplanation } : { problem: readProblem(body) },
);
