import Link from "next/link";
import type { LessonOrigin } from "@/lib/core/lessons/view";
import { originHref, runLabel } from "./labels";

/** The run that a lesson comes from, at the decision that it follows; the words alone for a run that was removed. */
export function OriginLink({ origin }: { origin: LessonOrigin }) {
  const { runId, mission, by } = origin;
  if (runId === null) return by ?? "a person";
  if (mission === null) return runLabel(null);
  return (
    <Link href={originHref({ ...origin, runId })} className="text-ink underline underline-offset-2">
      {runLabel(mission)}
    </Link>
  );
}
