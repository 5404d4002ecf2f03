import type { Json } from "../json";
import type { Plan } from "../plan/schema";
import { diffJson } from "../replay/diff-json";
import type { StoredValue } from "../stored-value";
import type { AlignedTasks } from "./align";
import type { ComparedField, ComparedRow, ComparedTask } from "./view";

export type TaskSide = ComparedTask & { lineage: string; stored: StoredValue | null };

/** Of larger results it is only said that they differ. */
const MAX_DIFFED_BYTES = 256 * 1024;

/** The rows of a comparison. `bodies` has results that travel by reference; what it lacks is not compared in full. */
export function compareRows(
  aligned: readonly AlignedTasks<TaskSide>[],
  bodies: ReadonlyMap<string, Json>,
): ComparedRow[] {
  return aligned.map(({ by, cells }) => {
    const there = cells.filter((cell) => cell !== null);
    const isPair = cells.length === 2 && there.length === 2;
    return {
      title: there[0]?.title ?? "",
      by,
      cells: cells.map((cell) => cell && withoutStored(cell)),
      differs: there.length < 2 ? [] : differingFields(there),
      differences: isPair ? resultDifferences(there as [TaskSide, TaskSide], bodies) : null,
    };
  });
}

const withoutStored = ({ lineage: _lineage, stored: _stored, ...cell }: TaskSide): ComparedTask => cell;

/** What is looked at in each, as one text. */
const FACTS: Record<ComparedField, (task: TaskSide) => string> = {
  status: ({ status }) => status,
  result: ({ result }) => result?.digest ?? "",
  evidence: ({ checks }) => checks.map(({ layer, outcome }) => `${layer} ${outcome}`).join(", "),
  decision: ({ decision }) => decision?.decision ?? "",
};

function differingFields([first, ...others]: TaskSide[]): ComparedField[] {
  return (Object.keys(FACTS) as ComparedField[]).filter((field) =>
    others.some((other) => first && FACTS[field](other) !== FACTS[field](first)),
  );
}

function resultDifferences(
  [a, b]: [TaskSide, TaskSide],
  bodies: ReadonlyMap<string, Json>,
): ComparedRow["differences"] {
  if (!a.stored || !b.stored || a.stored.digest === b.stored.digest) return null;
  const before = bodyOf(a.stored, bodies);
  const after = bodyOf(b.stored, bodies);
  if (before === undefined || after === undefined) return null;
  const { differences: places, truncated } = diffJson(before, after);
  return { places, truncated };
}

const bodyOf = (stored: StoredValue, bodies: ReadonlyMap<string, Json>): Json | undefined =>
  "inline" in stored ? stored.inline : bodies.get(stored.ref);

/** Results of two runs to be read for their differences: those that differ and travel by reference, as far as they fit. */
export function wantedBodies(aligned: readonly AlignedTasks<TaskSide>[], maxBytes: number): string[] {
  const wanted: string[] = [];
  let bytes = 0;
  for (const { cells } of aligned) {
    const [a, b] = cells.map((cell) => cell?.stored);
    if (cells.length !== 2 || !a || !b || a.digest === b.digest) continue;
    for (const stored of [a, b]) {
      if (!("ref" in stored) || stored.bytes > MAX_DIFFED_BYTES || bytes + stored.bytes > maxBytes) continue;
      bytes += stored.bytes;
      wanted.push(stored.ref);
    }
  }
  return [...new Set(wanted)];
}

/** The plan of the first run with the ids of the second for what belongs together, so that one canvas shows both. */
export function plansOnOneCanvas(
  before: Plan,
  after: Plan,
  aligned: readonly AlignedTasks<{ taskId: string }>[],
): { before: Plan; after: Plan } {
  const names = new Map<string, string>();
  for (const { cells } of aligned) if (cells[0] && cells[1]) names.set(cells[0].taskId, cells[1].taskId);
  const taken = new Set(after.tasks.map(({ id }) => id));
  const nameOf = (id: string): string => names.get(id) ?? (taken.has(id) ? `${id} (before)` : id);
  const tasks = before.tasks.map((task) => ({
    ...task,
    id: nameOf(task.id),
    dependsOn: task.dependsOn.map(nameOf),
  }));
  return { before: { ...before, tasks }, after };
}
