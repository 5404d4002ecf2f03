import type { ReviewTemplate } from "@/lib/core/plan/templates";
import { Badge } from "../ui/badge";
import { Card } from "../ui/card";

/** The reviews that a plan can name: what each asks, and what may come of it. */
export function ReviewsScreen({ templates }: { templates: readonly ReviewTemplate[] }) {
  return (
    <>
      <p className="max-w-prose text-muted">
        A planning review that names one of these asks its questions, unless the plan says otherwise.
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {templates.map((template) => (
          <ReviewCard key={template.name} template={template} />
        ))}
      </div>
    </>
  );
}

function ReviewCard({ template }: { template: ReviewTemplate }) {
  const { name, title, useWhen, focus, decisionPoints, potentialOutcomes, requiresHumanApproval } = template;
  return (
    <Card title={title} aside={requiresHumanApproval && <Badge tone="person">a person decides</Badge>}>
      <div className="grid gap-3">
        <p className="text-muted">{useWhen}</p>
        <p className="font-medium">{focus}</p>
        <ul aria-label="Questions" className="grid list-disc gap-1 pl-5">
          {decisionPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
          {potentialOutcomes.map(({ decision, when }) => (
            <div key={decision} className="contents">
              <dt className="font-medium text-xs leading-5">{decision}</dt>
              <dd className="text-muted">{when}</dd>
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
      </div>
    </Card>
  );
}
