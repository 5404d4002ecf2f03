import Link from "next/link";
import { formatOutcome } from "@/lib/core/describe/library";
import type { TemplateOutcome } from "@/lib/core/templates/view";
import { runsHref } from "./address";

type OutcomeLinkProps = { templateId: string; name: string; outcome: TemplateOutcome };

/** What the runs of a version came to; leads to these runs where there are any. */
export function OutcomeLink({ templateId, name, outcome }: OutcomeLinkProps) {
  const words = formatOutcome(outcome);
  if (outcome.runs === 0) return <span>{words}</span>;
  return (
    <Link
      className="inline-block py-1 underline decoration-edge underline-offset-2 hover:decoration-current"
      href={runsHref(templateId, outcome.version)}
      aria-label={`${words}: open the runs of ${name}, version ${outcome.version}`}
    >
      {words}
    </Link>
  );
}
