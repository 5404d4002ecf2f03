"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { planVersionQuery } from "@/lib/client/query";
import { getOwn } from "@/lib/core/own";
import { scoreOf } from "@/lib/core/plan/critic/score";
import type { Coverage, Finding } from "@/lib/core/plan/critic/types";
import type { CritiqueState, FindingVerdict, RunState } from "@/lib/core/run/state";
import type { StoredValue } from "@/lib/core/stored-value";
import type { PlanVersionView } from "@/lib/core/views";

/** A finding with what people said of it. */
export type JudgedFinding = Finding & { verdict: FindingVerdict | undefined };

/** The critic's word on a plan version; `findings` are undefined while they are fetched. */
export type VersionCritique = Pick<CritiqueState, "by" | "score" | "omitted" | "improvedFrom" | "notes"> & {
  /** The score without the findings that people waived. */
  openScore: number;
  findings: JudgedFinding[] | undefined;
  /** Undefined where no model told, and while it is fetched. */
  coverage: Coverage | "failed" | undefined;
  failed: boolean;
};

/**
 * The critique of a plan version, undefined where there is none. Verdicts come with the run's state, so that everyone
 * sees them at once; findings that do not travel with it are fetched.
 */
export function useCritique(state: RunState, version: number): VersionCritique | undefined {
  const critique = state.critiques[version];
  const isStoredElsewhere =
    critique !== undefined &&
    ("ref" in critique.findings || (critique.coverage !== undefined && "ref" in critique.coverage));
  const { data, isError } = useQuery({
    ...planVersionQuery(state.runId, version),
    enabled: isStoredElsewhere,
  });
  return useMemo(() => {
    if (!critique) return undefined;
    const { by, score, omitted, improvedFrom, notes, verdicts, findings } = critique;
    const found = "inline" in findings ? (findings.inline as unknown as Finding[]) : data?.critique?.findings;
    const withVerdicts = found?.map((finding) => ({ ...finding, verdict: getOwn(verdicts, finding.key) }));
    return {
      by,
      score,
      omitted,
      ...(improvedFrom !== undefined && { improvedFrom }),
      ...(notes && { notes }),
      // With findings left out the kept ones do not add up to the score.
      openScore: omitted > 0 || !withVerdicts ? score : scoreOf(openFindings(withVerdicts)),
      findings: withVerdicts,
      failed: isError,
      coverage: critique.coverage && coverageIn(critique.coverage, data, isError),
    };
  }, [critique, data, isError]);
}

/** What travels with the state, else what was fetched. */
function coverageIn(
  stored: StoredValue,
  fetched: PlanVersionView | undefined,
  hasFailed: boolean,
): VersionCritique["coverage"] {
  if ("inline" in stored) return stored.inline as unknown as Coverage;
  if (!fetched) return hasFailed ? "failed" : undefined;
  return fetched.critique?.coverage ?? "failed";
}

/** The findings that nobody has waived. */
export const openFindings = (findings: readonly JudgedFinding[]): JudgedFinding[] =>
  findings.filter(({ verdict }) => verdict?.verdict !== "waived");
