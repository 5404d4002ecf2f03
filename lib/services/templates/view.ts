import { readAgentWork, readReviewsDecided } from "@/db/queries/read-agents";
import { readTemplateOutcomes, readTemplateVersions, type StoredTemplate } from "@/db/queries/templates";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { ownAgent } from "@/lib/core/templates/agents";
import type { TemplateKind } from "@/lib/core/templates/limits";
import { ownReview } from "@/lib/core/templates/reviews";
import type { TemplateView } from "@/lib/core/templates/view";
import { RECENT_RUNS } from "../agents/list";
import type { ServiceContext } from "../context";

export const noTemplate = (): DomainFailure =>
  new DomainFailure(domainError("not_found", "There is no such template."));

export const archivedTemplate = (name: string): DomainFailure =>
  new DomainFailure(domainError("not_allowed_now", `“${name}” is archived. Restore it first.`));

/** What came of the versions of templates: of plans their runs, of agents their tasks, of reviews what was decided at them. */
export async function readOutcomes(
  { db, actor: { workspaceId } }: Pick<ServiceContext, "db" | "actor">,
  rows: readonly Pick<StoredTemplate, "id" | "kind">[],
) {
  const idsOf = (kind: TemplateKind) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const recent = { workspaceId, recentRuns: RECENT_RUNS };
  const [outcomes, work, decided] = await Promise.all([
    readTemplateOutcomes(db, { workspaceId, ids: idsOf("plan") }),
    readAgentWork(db, { ...recent, ids: idsOf("agent") }),
    readReviewsDecided(db, { ...recent, ids: idsOf("review") }),
  ]);
  return {
    outcomesOf: (id: string) => outcomes.get(id),
    workOf: (id: string) => work.get(id),
    decidedOf: (id: string) => decided.get(id),
  };
}

type TemplateOutcomes = Awaited<ReturnType<typeof readOutcomes>>;

export function templateView(
  row: StoredTemplate,
  { outcomesOf, workOf, decidedOf }: TemplateOutcomes,
): TemplateView {
  const { id: templateId, kind, name, version, body, params, createdBy: by, createdAt, archivedAt } = row;
  const review = kind === "review" ? ownReview(row) : undefined;
  const agent = kind === "agent" ? ownAgent(row) : undefined;
  return {
    templateId,
    kind,
    name,
    version,
    params,
    by,
    outcomes: outcomesOf(templateId) ?? [],
    title: body.title,
    tasks: body.tasks.length,
    archived: archivedAt !== null,
    at: createdAt.getTime(),
    ...(review && { review, decided: decidedOf(templateId) ?? [] }),
    ...(agent && { agent, work: workOf(templateId) ?? [] }),
  };
}

/** A version of a template, the newest when none is named, with all there are. Throws `not_found`. */
export async function requireTemplate(
  { db, actor }: Pick<ServiceContext, "db" | "actor">,
  { templateId: id, version }: { templateId: string; version?: number | undefined },
): Promise<{ template: StoredTemplate; versions: StoredTemplate[] }> {
  const versions = await readTemplateVersions(db, { workspaceId: actor.workspaceId, id });
  const template = version === undefined ? versions[0] : versions.find((one) => one.version === version);
  if (!template) throw noTemplate();
  return { template, versions };
}
