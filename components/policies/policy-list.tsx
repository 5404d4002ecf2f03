import { describePolicy, type PolicyView } from "@/lib/core/policy";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { RelativeTime } from "../ui/moment";
import { scopeLabel } from "./words";

type PolicyListProps = { policies: readonly PolicyView[]; onEdit(policy: PolicyView): void };

/** The policies in force: whom each binds, what it does in words, and who said so last. */
export function PolicyList({ policies, onEdit }: PolicyListProps) {
  return (
    <ul className="grid gap-3">
      {policies.map((one) => (
        <li
          key={one.id}
          className="grid gap-1 rounded-xl border border-line bg-panel px-4 py-3 shadow-card sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-4"
        >
          <div className="grid min-w-0 gap-1">
            <h3 className="flex flex-wrap items-center gap-2 font-semibold">
              <span className="min-w-0">{one.name}</span>
              <Badge>{scopeLabel(one.scope)}</Badge>
            </h3>
            <ul>
              {describePolicy(one.policy).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <p className="text-muted text-xs">
              Version {one.version} by {one.author}, <RelativeTime at={one.at} />
            </p>
          </div>
          <div>
            <Button aria-label={`Edit ${one.name}`} onClick={() => onEdit(one)}>
              Edit
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
