import type { TemplateKind } from "@/lib/core/templates/limits";

/** The parameter that names the template in the drawer. */
export const TEMPLATE_PARAM = "template";

const PAGE = "/library/plans";

/** The page of one template. */
export const templateHref = (templateId: string): string =>
  `${PAGE}?${TEMPLATE_PARAM}=${encodeURIComponent(templateId)}`;

/** The form of a new mission, with the template chosen. */
export const startHref = (templateId: string): string =>
  `/runs/new?template=${encodeURIComponent(templateId)}`;

/** The runs that were started from a version of a template. */
export const runsHref = (templateId: string, version: number): string =>
  `/runs?template=${encodeURIComponent(templateId)}@${version}`;

/** The list of templates of a kind. */
export const listHref = (kind: TemplateKind, archived: boolean): string =>
  `${kind === "review" ? "/library/reviews" : PAGE}${archived ? "?status=archived" : ""}`;
