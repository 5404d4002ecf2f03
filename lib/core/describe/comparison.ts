import type { AlignedBy } from "../compare/align";
import type { ComparedField, CompareNote } from "../compare/view";

/** In what runs are not comparable, as a sentence; `names` are what the page calls them. */
export function describeCompareNote(
  { code, runIds }: CompareNote,
  nameOf: (runId: string) => string,
): string {
  const names = runIds.map(nameOf).join(", ");
  switch (code) {
    case "still_running":
      return `Not ended yet: ${names}. Its figures will change.`;
    case "payloads_removed":
      return `Steps were removed under retention: ${names}. Results that are gone are not compared.`;
    case "simulated_and_real":
      return `Simulated: ${names}. Its time and cost say nothing about the other runs.`;
    case "unrelated":
      return `Of another origin: ${names}. Tasks are matched by id and title alone.`;
    case "shared_part":
      return `Forks: ${names}. What a fork shares with its parent was paid by the parent.`;
  }
}

export const ALIGNED_LABELS: Record<AlignedBy, string> = {
  lineage: "same work",
  id: "same id",
  title: "same title",
};

export const FIELD_LABELS: Record<ComparedField, string> = {
  status: "status",
  result: "result",
  evidence: "evidence",
  decision: "decision",
};
