import { MIN_GROUP } from "../../insights/formulas";
import { formatCounted } from "../amounts";

/** What people decided of what models proposed, at gates of one kind. */
export type AgreementCounts = { decided: number; agreed: number };

/** Over how long it is counted. */
export const AGREEMENT_WEEKS = 8;

/** How often people agreed with the proposals of models, at gates of one kind or at reviews; of a few no share is said. */
export function formatAgreement({ decided, agreed }: AgreementCounts, at: "gates" | "reviews"): string {
  const [one, many] = at === "reviews" ? ["review", "reviews"] : ["gate of this kind", "gates of this kind"];
  const since = `in the last ${AGREEMENT_WEEKS} weeks`;
  if (decided === 0) return `No ${one} was decided by a person ${since}.`;
  const share = decided < MIN_GROUP ? "too few for a rate" : `${Math.round((agreed / decided) * 100)} %`;
  const proposals = formatCounted(decided, "proposal", "proposals");
  return `People agreed with ${agreed} of ${proposals} at ${many} ${since} (${share}).`;
}
