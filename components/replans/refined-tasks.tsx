import type { RefinementFacts } from "@/lib/core/refinement/items";
import { DiffSign } from "../plans/diff-lines";
import { SeenText } from "../ui/seen-text";

const PARTS = [
  ["modified", "~", "changed"],
  ["added", "+", "added"],
  ["skipped", "⇥", "skipped"],
] as const;

type RefinedTasksProps = {
  facts: Partial<Pick<RefinementFacts, (typeof PARTS)[number][0]>>;
  titleOf(taskId: string): string;
};

/** The tasks that a refinement changes, adds and skips, each with the model's reason. */
export function RefinedTasks({ facts, titleOf }: RefinedTasksProps) {
  return (
    <ul className="grid gap-1">
      {PARTS.flatMap(([part, sign, label]) =>
        (facts[part] ?? []).map(({ taskId, reason }) => (
          <li key={`${part} ${taskId}`} className="grid grid-cols-[1rem_minmax(0,1fr)]">
            <DiffSign sign={sign} />
            <span className="break-words">
              <span className="text-muted">{label}: </span>
              <SeenText text={titleOf(taskId)} />
              {reason !== "" && (
                <span className="block text-muted text-xs">
                  <SeenText text={reason} />
                </span>
              )}
            </span>
          </li>
        )),
      )}
    </ul>
  );
}
