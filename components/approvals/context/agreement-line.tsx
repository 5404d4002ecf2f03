import { type AgreementCounts, formatAgreement } from "@/lib/core/describe/gates/agreement";

/** How often people agreed with proposals at gates of a kind: the last that is read, and nothing moves when it comes. */
export const AgreementLine = ({ agreement, at }: { agreement: AgreementCounts; at: "gates" | "reviews" }) => (
  <p className="border-line border-t px-4 py-2 text-muted text-xs">{formatAgreement(agreement, at)}</p>
);
