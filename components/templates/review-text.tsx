import type { ReviewSpec } from "@/lib/core/plan/schema";
import type { ReviewTemplate } from "@/lib/core/plan/templates";

type ReviewTextProps = {
  name: string;
  review: Pick<ReviewTemplate, "focus" | "decisionPoints" | "potentialOutcomes"> & Terms;
};

type Terms = Partial<Omit<ReviewSpec, "focus" | "decisionPoints" | "potentialOutcomes">>;

/** What a review asks and what may come of it, and how a plan names it. */
export function ReviewText({ name, review }: ReviewTextProps) {
  const { focus, decisionPoints, potentialOutcomes } = review;
  const terms = termsOf(review);
  return (
    <>
      <p className="wrap-anywhere font-medium">{focus}</p>
      <ul aria-label="Questions" className="wrap-anywhere grid list-disc gap-1 pl-5">
        {decisionPoints.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        {potentialOutcomes.map(({ decision, when }) => (
          <div key={decision} className="contents">
            <dt className="font-medium text-xs leading-5">{decision}</dt>
            <dd className="wrap-anywhere text-muted">{when}</dd>
          </div>
        ))}
      </dl>
      {terms.length > 0 && (
        <ul aria-label="Who decides" className="wrap-anywhere grid gap-1">
          {terms.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <div className="grid gap-1 text-xs">
        <p className="text-muted">In a plan as text, and as JSON:</p>
        <code className="wrap-anywhere rounded-lg border border-line bg-ground px-2 py-1">
          - Review template: {name}
        </code>
        <code className="wrap-anywhere rounded-lg border border-line bg-ground px-2 py-1">
          {`"review": {"template": "${name}"}`}
        </code>
      </div>
    </>
  );
}

/** Who says what it comes to, until when, and when it is asked at all, as far as the review says so. */
function termsOf(review: Terms): string[] {
  const { reviewers = [], consensus = "strictest", condition } = review;
  const { requiresHumanApproval, approvalTimeoutSeconds: seconds, onTimeout } = review;
  return [
    reviewers.length > 0 &&
      `Reviewers: ${reviewers.join(", ")}${reviewers.length > 1 ? ` (${consensus})` : ""}`,
    requiresHumanApproval && "A person decides",
    seconds !== undefined && `Time to approve: ${seconds} s, then ${onTimeout}`,
    condition !== undefined &&
      `Only if: ${typeof condition === "string" ? condition : JSON.stringify(condition)}`,
  ].filter((line) => typeof line === "string");
}
