import type { ReviewTemplate } from "@/lib/core/plan/templates";

type ReviewTextProps = {
  name: string;
  review: Pick<ReviewTemplate, "focus" | "decisionPoints" | "potentialOutcomes">;
};

/** What a review asks and what may come of it, and how a plan names it. */
export function ReviewText({ name, review: { focus, decisionPoints, potentialOutcomes } }: ReviewTextProps) {
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
