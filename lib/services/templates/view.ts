import { readTemplateVersions, type StoredTemplate } from "@/db/queries/templates";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { ownReview } from "@/lib/core/templates/reviews";
import type { TemplateOutcome, TemplateView } from "@/lib/core/templates/view";
import type { ServiceContext } from "../context";

export const noTemplate = (): DomainFailure =>
  new DomainFailure(domainError("not_found", "There is no such template."));

export const archivedTemplate = (name: string): DomainFailure =>
  new DomainFailure(domainError("not_allowed_now", `“${name}” is archived. Restore it first.`));

export function templateView(row: StoredTemplate, outcomes: TemplateOutcome[] = []): TemplateView {
  const { id: templateId, kind, name, version, body, params, createdBy: by, createdAt, archivedAt } = row;
  const review = kind === "review" ? ownReview(row) : undefined;
  return {
    ...{ templateId, kind, name, version, params, by, outcomes },
    title: body.title,
    tasks: body.tasks.length,
    archived: archivedAt !== null,
    at: createdAt.getTime(),
    ...(review && { review }),
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
