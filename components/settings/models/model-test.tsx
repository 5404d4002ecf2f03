"use client";

import { useState, useTransition } from "react";
import type { ModelCheck, ModelTest } from "@/lib/core/model-views";
import { Button } from "../../ui/button";
import { Money } from "../../ui/money";
import { Problem, type ProblemFacts } from "../../ui/problem";
import { tokensText } from "./figures";
import type { ModelActions } from "./types";

const CHECK_LABELS: Record<ModelCheck["name"], string> = {
  text: "Text",
  tool_call: "Tool call",
  structured: "Structured answer",
};

/** A test is asked for by a person, each time: it makes real requests. */
export function ModelTestPanel({ id, test }: { id: string; test: ModelActions["test"] }) {
  const [result, setResult] = useState<ModelTest>();
  const [problem, setProblem] = useState<ProblemFacts>();
  const [pending, startTransition] = useTransition();
  const run = () =>
    startTransition(async () => {
      const outcome = await test(id);
      setProblem(outcome.problem);
      setResult(outcome.test);
    });
  const label = pending ? "Testing…" : "Test this model";
  return (
    <div className="grid gap-2">
      <Button
        size="small"
        className="justify-self-start"
        aria-label={`${label}: ${id}`}
        disabled={pending}
        onClick={run}
      >
        {label}
      </Button>
      <div role="status" className="empty:sr-only">
        {result && !pending && <TestResult result={result} />}
      </div>
      <Problem problem={problem} />
    </div>
  );
}

/** What each request of a test came to, and what to do about one that failed. */
export function TestResult({ result: { ok, checks, costUsd } }: { result: ModelTest }) {
  return (
    <div className="grid gap-2 rounded-lg border border-line px-3 py-2">
      <p>
        <span className={ok ? "text-ok" : "text-bad"}>
          <span aria-hidden="true">{ok ? "✓" : "✕"} </span>
          {ok ? "It works" : "Something does not work"}
        </span>
        <span className="text-muted text-xs">
          {" "}
          The test cost <Money usd={costUsd} />.
        </span>
      </p>
      <ul className="grid gap-2">
        {checks.map((check) => (
          <li key={check.name}>
            <p>
              <span aria-hidden="true">{check.ok ? "✓" : "✕"} </span>
              {CHECK_LABELS[check.name]}
              <span className="sr-only">{check.ok ? " works" : " does not work"}</span>
              <span className="text-muted text-xs">{usageText(check)}</span>
            </p>
            {check.problem && (
              <p className="break-words pl-5 text-xs">
                <span className="text-bad">{check.problem.message}</span> {check.problem.advice}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function usageText({ latencyMs, inputTokens, outputTokens, problem }: ModelCheck): string {
  if (problem && inputTokens === null && outputTokens === null) return "";
  const count = (tokens: number | null) => (tokens === null ? "unknown" : tokensText(tokens));
  return ` ${(latencyMs / 1_000).toFixed(1)} s · ${count(inputTokens)} tokens in, ${count(outputTokens)} out`;
}
