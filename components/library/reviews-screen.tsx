import type { ReviewTemplate } from "@/lib/core/plan/templates";
import { ReviewText } from "../templates/review-text";
import { Badge } from "../ui/badge";
import { Card } from "../ui/card";

/** The reviews that a plan of every workspace can name: what each asks, and what may come of it. */
export function ReviewsScreen({ templates }: { templates: readonly ReviewTemplate[] }) {
  return (
    <>
      <h2 className="font-medium">In every workspace</h2>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {templates.map((template) => (
          <ReviewCard key={template.name} template={template} />
        ))}
      </div>
    </>
  );
}

function ReviewCard({ template }: { template: ReviewTemplate }) {
  const { name, title, useWhen, requiresHumanApproval, ...review } = template;
  return (
    <Card title={title} aside={requiresHumanApproval && <Badge>a person decides</Badge>}>
      <div className="grid gap-3">
        <p className="text-muted">{useWhen}</p>
        <ReviewText name={name} review={review} />
      </div>
    </Card>
  );
}
