import type { TemplateKind } from "@/lib/core/templates/limits";

/** The parameter that names the template in the drawer. */
export const TEMPLATE_PARAM = "template";

const PAGES: Record<TemplateKind, string> = {
  plan: "/library/plans",
  review: "/library/reviews",
  agent: "/library/agents",
};

/** The page of one template. */
export const templateHref = (templateId: string, kind: TemplateKind = "plan"): string =>
  `${PAGES[kind]}?${TEMPLATE_PARAM}=${encodeURIComponent(templateId)}`;

/** The form of a new mission, with the template chosen. */
export const startHref = (templateId: string): string =>
  `/runs/new?template=${encodeURIComponent(templateId)}`;

/** The runs that were started from a version of a template. */
export const runsHref = (templateId: string, version: number): string =>
  `/runs?template=${encodeURIComponent(templateId)}@${version}`;

/** The list of templates of a kind. */
export const listHref = (kind: TemplateKind, archived: boolean): string =>
  `${PAGES[kind]}${archived ? "?status=archived" : ""}`;
