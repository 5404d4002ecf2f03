import { readAgentWork } from "@/db/queries/read-agents";
import { readTemplateOutcomes, readTemplateVersions, type StoredTemplate } from "@/db/queries/templates";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { ownAgent } from "@/lib/core/templates/agents";
import { ownReview } from "@/lib/core/templates/reviews";
import type { TemplateView } from "@/lib/core/templates/view";
import { RECENT_RUNS } from "../agents/list";
import type { ServiceContext } from "../context";

export const noTemplate = (): DomainFailure =>
  new DomainFailure(domainError("not_found", "There is no such template."));

export const archivedTemplate = (name: string): DomainFailure =>
  new DomainFailure(domainError("not_allowed_now", `“${name}” is archived. Restore it first.`));

/** What came of the versions of templates: of plans their runs, of agents the tasks that were done by them. */
export async function readOutcomes(
  { db, actor: { workspaceId } }: Pick<ServiceContext, "db" | "actor">,
  rows: readonly Pick<StoredTemplate, "id" | "kind">[],
) {
  const idsOf = (isAgent: boolean) =>
    rows.filter(({ kind }) => (kind === "agent") === isAgent).map(({ id }) => id);
  const [outcomes, work] = await Promise.all([
    readTemplateOutcomes(db, { workspaceId, ids: idsOf(false) }),
    readAgentWork(db, { workspaceId, ids: idsOf(true), recentRuns: RECENT_RUNS }),
  ]);
  return { outcomesOf: (id: string) => outcomes.get(id), workOf: (id: string) => work.get(id) };
}

export type TemplateOutcomes = Awaited<ReturnType<typeof readOutcomes>>;

export function templateView(row: StoredTemplate, { outcomesOf, workOf }: TemplateOutcomes): TemplateView {
  const { id: templateId, kind, name, version, body, params, createdBy: by, createdAt, archivedAt } = row;
  const review = kind === "review" ? ownReview(row) : undefined;
  const agent = kind === "agent" ? ownAgent(row) : undefined;
  return {
    ...{ templateId, kind, name, version, params, by },
    outcomes: outcomesOf(templateId) ?? [],
    title: body.title,
    tasks: body.tasks.length,
    archived: archivedAt !== null,
    at: createdAt.getTime(),
    ...(review && { review }),
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
