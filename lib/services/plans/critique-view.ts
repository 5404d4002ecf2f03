import { formatReasons } from "@/lib/core/describe/reason";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { isJsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { scoreOf } from "@/lib/core/plan/critic";
import type { Coverage, Finding } from "@/lib/core/plan/critic/types";
import type { PlanCritique } from "@/lib/core/run/events/critique";
import type { CritiqueState, RunState } from "@/lib/core/run/state";
import type { CritiqueView } from "@/lib/core/views";
import type { ServiceContext } from "../context";
import { resolveValues } from "../runs/resolve-values";

/** A version's critique with its findings in full and people's verdicts on them. */
export async function critiqueView(ctx: ServiceContext, critique: CritiqueState): Promise<CritiqueView> {
  const { by, score, summary, omitted, improvedFrom = null, notes, verdicts } = critique;
  const [found, coverage] = [await findingsOf(ctx, critique), await coverageIn(ctx, critique)];
  const findings = found.map((finding) => ({ ...finding, verdict: getOwn(verdicts, finding.key) ?? null }));
  const open = findings.filter(({ verdict }) => verdict?.verdict !== "waived");
  // With findings left out the kept ones do not add up to the score.
  const openScore = omitted > 0 ? score : scoreOf(open);
  return {
    by,
    score,
    openScore,
    summary,
    findings,
    omitted,
    coverage,
    improvedFrom,
    note: formatReasons(notes) ?? null,
  };
}

/** Throws `not_found` unless the critique of that version has the finding. */
export async function requireFinding(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  { planVersion, findingKey }: { planVersion: number; findingKey: string },
): Promise<void> {
  const critique = state.critiques[planVersion];
  const findings = critique ? await findingsOf(ctx, critique) : [];
  if (findings.some(({ key }) => key === findingKey)) return;
  throw new DomainFailure(
    domainError("not_found", `The critique of plan version ${planVersion} has no finding “${findingKey}”.`),
  );
}

async function coverageIn(ctx: ServiceContext, { coverage }: PlanCritique): Promise<Coverage | null> {
  if (!coverage) return null;
  const body = (await resolveValues(ctx, [coverage]))(coverage);
  return isJsonObject(body) ? (body as unknown as Coverage) : null;
}

async function findingsOf(ctx: ServiceContext, { findings }: PlanCritique): Promise<Finding[]> {
  const bodyOf = await resolveValues(ctx, [findings]);
  const body = bodyOf(findings);
  return Array.isArray(body) ? (body as unknown as Finding[]) : [];
}
