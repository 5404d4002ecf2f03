import { Card } from "../ui/card";

/** What becomes of a mission, while there is no plan to show. */
export function HowItWorks({ planFirst }: { planFirst: boolean }) {
  const steps = [
    ["A plan is written", "The mission becomes a graph of tasks with reviews and human gates."],
    ...(planFirst ? [["You approve it", "It waits in the inbox; you may ask for changes."]] : []),
    ["It runs in parallel", "Each result is checked. A failed attempt is tried again with the diagnosis."],
    ["Reviews look at the progress", "When reality disagrees, what is left of the plan is replaced."],
    ["It stops where a person is needed", "A gate waits as long as it has to, across restarts too."],
  ] as const;
  return (
    <Card title="What happens then">
      <ol className="grid gap-3">
        {steps.map(([title, text], index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-full border border-line text-muted text-xs"
            >
              {index + 1}
            </span>
            <span>
              <span className="font-medium">{title}</span>
              <span className="block text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
